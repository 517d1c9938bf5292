import { parseUrl } from '@trawl/base/can-parse-url';
import { type Fetch, FetchFailure } from '../fetch-types.js';
import { createUnzipper } from './gunzip.js';
import type { Robots } from './robots.js';
import { createSitemapDecoder } from './sitemap-decoder.js';
import type { SitemapEntries, SitemapParser } from './sitemap-parser.js';

export interface SitemapSearch {
  /** One page of each site whose sitemaps to read. */
  readonly pages: readonly URL[];
  readonly fetch: Fetch;
  readonly robots: Robots;
  readonly signal: AbortSignal;
  /** Called with the locations found, and with none before each file; reading stops when it returns `false`. */
  onLocations(locations: readonly string[]): boolean | Promise<boolean>;
}

/** The limit of the protocol for one uncompressed file. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Limit of the files in all indexes together. A single file may already list 50,000 pages. */
const MAX_FILES = 1000;
/** A site is left in peace after so many failed files in a row. */
const MAX_FAILURES_IN_A_ROW = 50;
const TIMEOUT_MS = 60_000;
/** The remaining sitemaps are not read after so many that took too long. */
const MAX_TIMEOUTS = 5;

/** A sitemap that may exist and could not be read, and why. */
export interface UnreadSitemap {
  readonly url: string;
  readonly error: string;
}

const TOO_MANY = `The site has more than ${MAX_FILES} sitemaps`;
const TOO_BROKEN = `${MAX_FAILURES_IN_A_ROW} sitemaps in a row could not be read`;
const TOO_SLOW = `${MAX_TIMEOUTS} sitemaps took too long`;

/** Reads the sitemaps in robots.txt, `/sitemap.xml`, and all sitemaps that these list. Returns those that could not be read. */
export async function readSitemaps(search: SitemapSearch): Promise<UnreadSitemap[]> {
  const { pages, fetch, robots, signal } = search;
  const queue = new Set<string>();
  for (const page of pages) {
    for (const url of (await robots.of(page, signal)).sitemaps) queue.add(url);
    queue.add(`${page.origin}/sitemap.xml`);
  }
  let files = 0;
  const unread: UnreadSitemap[] = [];
  let failuresInARow = 0;
  let timeouts = 0;
  // The iteration of a set includes entries that are added meanwhile.
  for (const url of queue) {
    signal.throwIfAborted();
    if (!(await search.onLocations([]))) break;
    const stop = files >= MAX_FILES ? TOO_MANY : failuresInARow >= MAX_FAILURES_IN_A_ROW ? TOO_BROKEN : undefined;
    const reason = timeouts >= MAX_TIMEOUTS ? TOO_SLOW : stop;
    if (reason !== undefined) {
      unread.push({ url, error: `${reason}: it and what comes after it was not read.` });
      break;
    }
    files += 1;
    if (!(await readSitemap(url))) break;
  }
  return unread;

  function fail(url: string, error: string): void {
    failuresInARow += 1;
    unread.push({ url, error });
  }

  async function readSitemap(url: string): Promise<boolean> {
    let isWanted = true;
    let size = 0;
    let locations: string[] = [];
    let parser: SitemapParser | undefined;
    const decoder = createSitemapDecoder();
    const unzipper = createUnzipper(async (piece) => {
      size += piece.length;
      parser?.write(decoder.write(piece));
      return (await flush()) && size < MAX_BYTES;
    });

    async function parse(chunk: Uint8Array): Promise<boolean> {
      parser ??= await loadParser({
        page(location) {
          const page = parseUrl(location, url);
          if (page) locations.push(page.href);
        },
        sitemap(location) {
          const file = queue.size < MAX_FILES ? parseUrl(location, url) : undefined;
          if (file) queue.add(file.href);
        },
      });
      return unzipper.write(chunk);
    }

    async function flush(): Promise<boolean> {
      const batch = locations;
      locations = [];
      if (batch.length > 0) isWanted = await search.onLocations(batch);
      return isWanted;
    }

    try {
      // A file that is too large is read up to the limit.
      const request = { url, timeoutMs: TIMEOUT_MS, maxBytes: Number.POSITIVE_INFINITY, signal, onBody: parse };
      const { status } = await fetch(request);
      // As with robots.txt: only the server itself can say that there is no file.
      if (status >= 500 || status === 429) fail(url, `The sitemap answered with status ${status}.`);
      else failuresInARow = 0;
      await unzipper.end();
      parser?.write(decoder.end());
      parser?.end();
      await flush();
    } catch (error) {
      // A site without a sitemap, or with a broken one, is crawled by its links.
      if (!(error instanceof FetchFailure) || signal.aborted) throw error;
      // What this server must not fetch is no part of what it could read.
      if (error.reason === 'forbidden' || error.reason === 'offline') return isWanted;
      if (error.reason === 'timeout') timeouts += 1;
      fail(url, error.message);
    }
    return isWanted;
  }
}

/** Loads the XML parser with the first sitemap: it is large, and many sites have no sitemap. */
async function loadParser(entries: SitemapEntries): Promise<SitemapParser> {
  const { createSitemapParser } = await import('./sitemap-parser.js');
  return createSitemapParser(entries);
}
