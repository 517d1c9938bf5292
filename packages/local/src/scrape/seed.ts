import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { canParseUrl } from '../can-parse-url.js';
import { OptionError } from '../option-error.js';
import type { Fetch } from '../web/fetch-types.js';
import type { Scraper } from './scrape-task.js';

/** A page that the server stores without fetching it. */
export interface SeedPage {
  readonly url: string;
  readonly content: string | Uint8Array;
  /** HTML by default. */
  readonly contentType?: string;
}

type Pages = Iterable<SeedPage> | AsyncIterable<SeedPage>;

/** The team that seeds run for: no caller has it. */
const SEED_TEAM = 'seed';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
};

/**
 * Reads the pages of a folder: `docs.example.com/guide/index.html` in it is the page
 * `https://docs.example.com/guide/`. It skips files that are no pages, such as style sheets.
 */
export async function* readSeedPages(folder: string): AsyncGenerator<SeedPage> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unreadable('folder', folder));
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) {
    const contentType = TYPES[extname(file).toLowerCase()];
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
 * the teams then has the pages as if it had scraped them.
 */
export function createSeeder(
  scraperOf: (fetch: Fetch) => Scraper,
  teamsOf: () => Promise<readonly string[]>,
): (pages: Pages) => Promise<SeedResult> {
  return async (pages) => {
    const teams = await teamsOf();
    let page: SeedPage | undefined;
    const scraper = scraperOf(async ({ url }) => ({
      url,
      status: 200,
      headers: new Headers({ 'content-type': page?.contentType ?? 'text/html; charset=utf-8' }),
      body: new Uint8Array(Buffer.from(page?.content ?? '')),
    }));
    let count = 0;
    const errors: { url: string; error: string }[] = [];
    for await (page of pages) {
      const { url } = page;
      await scraper.scrape({ url, options: { maxAge: 0 }, team: SEED_TEAM, seededFor: teams }).then(
        () => {
          count += 1;
        },
        (error: Error) => errors.push({ url, error: error.message }),
      );
    }
    return { pages: count, failed: errors };
  };
}
