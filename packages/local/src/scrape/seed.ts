import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { canParseUrl } from '@trawl/base/can-parse-url';
import { OptionError } from '@trawl/base/option-error';
import type { Fetch } from '@trawl/web/fetch-types';
import { contentTypeOf, type SeedPage, typeOfFile } from '@trawl/web/seed-page';
import type { Scraper } from './scrape-task.js';

type Pages = Iterable<SeedPage> | AsyncIterable<SeedPage>;

/** The team that seeds run for: no caller has it. */
const SEED_TEAM = 'seed';

/**
 * Reads the pages of a folder: `docs.example.com/guide/index.html` in it is the page
 * `https://docs.example.com/guide/`. It skips files that are no pages, such as style sheets.
 */
export async function* readSeedPages(folder: string): AsyncGenerator<SeedPage> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unreadable('folder', folder));
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) {
    const contentType = typeOfFile(file);
    const [host, ...path] = relative(folder, file).split(sep);
    if (contentType === undefined || host === undefined || path.length === 0) continue;
    const pathname = path
      .map(encodeURIComponent)
      .join('/')
      .replace(/(^|\/)index\.html?$/i, '$1');
    const url = `https://${host}/${pathname}`;
    if (canParseUrl(url)) yield { url, content: await readFile(file).catch(unreadable('file', file)), contentType };
  }
}

const unreadable = (kind: string, path: string) => (cause: Error) => {
  throw new OptionError(`The seed ${kind} ${path} cannot be read: ${cause.message}`, { cause });
};

export interface SeedResult {
  readonly pages: number;
  /** Pages that could not be read, with the reasons. The other pages are stored. */
  readonly failed: readonly { readonly url: string; readonly error: string }[];
}

/**
 * Scrapes the given pages without fetching them: `scraperOf` creates a scraper with a fetch that reads from them. Each of
 * the teams then has the pages as if it had scraped them. `onPage` gets each page that was stored.
 */
export function createSeeder(
  scraperOf: (fetch: Fetch) => Scraper,
  teamsOf: () => Promise<readonly string[]>,
  onPage: (page: SeedPage) => void = () => {},
): (pages: Pages) => Promise<SeedResult> {
  return async (pages) => {
    const teams = await teamsOf();
    let page: SeedPage | undefined;
    const scraper = scraperOf(async ({ url }) => ({
      url,
      status: 200,
      headers: new Headers({ 'content-type': page === undefined ? '' : contentTypeOf(page) }),
      body: new Uint8Array(Buffer.from(page?.content ?? '')),
    }));
    let count = 0;
    const errors: { url: string; error: string }[] = [];
    for await (page of pages) {
      const seededPage = page;
      const { url } = page;
      await scraper.scrape({ url, options: { maxAge: 0 }, team: SEED_TEAM, seededFor: teams }).then(
        () => {
          count += 1;
          onPage(seededPage);
        },
        (error: Error) => errors.push({ url, error: error.message }),
      );
    }
    return { pages: count, failed: errors };
  };
}
