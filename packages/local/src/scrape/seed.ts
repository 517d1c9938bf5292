import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { OptionError } from '../option-error.js';
import type { Fetch } from '../web/fetch-types.js';
import type { Scraper } from './scrape-task.js';

/** A page to know without having fetched it. */
export interface SeedPage {
  readonly url: string;
  readonly content: string | Uint8Array;
  /** HTML by default. */
  readonly contentType?: string;
}

type Pages = Iterable<SeedPage> | AsyncIterable<SeedPage>;

/** Seeds are nobody's calls. */
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
 * `https://docs.example.com/guide/`. What is no page, such as a style sheet, is passed over.
 */
export async function* pagesIn(folder: string): AsyncGenerator<SeedPage> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unreadable('folder', folder));
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) {
    const contentType = TYPES[extname(file).toLowerCase()];
    const [host, ...path] = relative(folder, file).split(sep);
    if (contentType === undefined || host === undefined || path.length === 0) continue;
    const place = path
      .map(encodeURIComponent)
      .join('/')
      .replace(/(^|\/)index\.html?$/i, '$1');
    const url = `https://${host}/${place}`;
    if (URL.canParse(url)) yield { url, content: await readFile(file).catch(unreadable('file', file)), contentType };
  }
}

const unreadable = (kind: string, place: string) => (cause: Error) => {
  throw new OptionError(`The seed ${kind} ${place} cannot be read: ${cause.message}`, { cause });
};

/** What became of seeds. */
export interface Seeded {
  readonly pages: number;
  /** Those that could not be read, and why; they keep no others from being taken. */
  readonly failed: readonly { readonly url: string; readonly error: string }[];
}

/**
 * Takes pages the way of every page, except that nothing is fetched: `scraperOf` makes a scraper that reads from them.
 * Each of the teams then has them as if it had scraped them.
 */
export function createSeeder(
  scraperOf: (fetch: Fetch) => Scraper,
  teams: readonly string[],
): (pages: Pages) => Promise<Seeded> {
  return async (pages) => {
    let page: SeedPage | undefined;
    const scraper = scraperOf(async ({ url }) => ({
      url,
      status: 200,
      headers: new Headers({ 'content-type': page?.contentType ?? 'text/html; charset=utf-8' }),
      body: new Uint8Array(Buffer.from(page?.content ?? '')),
    }));
    let count = 0;
    const failed: { url: string; error: string }[] = [];
    for await (page of pages) {
      const { url } = page;
      await scraper.scrape({ url, options: { maxAge: 0 }, team: SEED_TEAM, seededFor: teams }).then(
        () => {
          count += 1;
        },
        (error: Error) => failed.push({ url, error: error.message }),
      );
    }
    return { pages: count, failed };
  };
}
