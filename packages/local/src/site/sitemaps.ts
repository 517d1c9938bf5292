import { type Fetch, FetchFailure } from '../web/fetch-types.js';
import { createUnzipper } from './gunzip.js';
import type { Robots } from './robots.js';
import type { SitemapEntries, SitemapParser } from './sitemap-parser.js';

export interface SitemapSearch {
  /** Pages of the sites whose sitemaps are wanted. */
  readonly pages: readonly URL[];
  readonly fetch: Fetch;
  readonly robots: Robots;
  readonly signal: AbortSignal;
  /** Takes locations as they are found, and none before each file; nothing more is read once it says `false`. */
  take(locations: readonly string[]): boolean;
}

/** The protocol's own limit of one file, uncompressed. */
const MOST_BYTES = 50 * 1024 * 1024;
/** Files in all, over however many indexes; as many pages as the protocol allows stand in a thousandth of it. */
const MOST_FILES = 1000;
/** A site that lets its robots wait for so many files in vain is not waited for any longer. */
const MOST_FAILURES = 10;
const TIMEOUT_MS = 60_000;

/** Reads the sitemaps that robots.txt names, the one at the usual place, and all that they refer to. */
export async function readSitemaps(search: SitemapSearch): Promise<void> {
  const { pages, fetch, robots, signal } = search;
  const queue = new Set<string>();
  for (const page of pages) {
    for (const url of (await robots.of(page, signal)).sitemaps) queue.add(url);
    queue.add(`${page.origin}/sitemap.xml`);
  }
  let files = 0;
  let failures = 0;
  // A set is iterated in the order of its entries, those that were added meanwhile included.
  for (const url of queue) {
    signal.throwIfAborted();
    if (!search.take([]) || ++files > MOST_FILES || failures > MOST_FAILURES || !(await readSitemap(url))) return;
  }

  async function readSitemap(url: string): Promise<boolean> {
    let wanted = true;
    let size = 0;
    let locations: string[] = [];
    let parser: SitemapParser | undefined;
    const decoder = new TextDecoder();
    const unzipper = createUnzipper((piece) => {
      size += piece.length;
      parser?.write(decoder.decode(piece, { stream: true }));
      return handOver() && size < MOST_BYTES;
    });

    async function take(chunk: Uint8Array): Promise<boolean> {
      parser ??= await loadParser({
        page(location) {
          if (URL.canParse(location, url)) locations.push(new URL(location, url).href);
        },
        sitemap(location) {
          if (queue.size < MOST_FILES && URL.canParse(location, url)) queue.add(new URL(location, url).href);
        },
      });
      return unzipper.write(chunk);
    }

    function handOver(): boolean {
      if (locations.length > 0) wanted = search.take(locations);
      locations = [];
      return wanted;
    }

    try {
      // What is too large is read as far as it goes.
      await fetch({ url, timeoutMs: TIMEOUT_MS, maxBytes: Number.POSITIVE_INFINITY, signal, onBody: take });
      await unzipper.end();
      parser?.end();
      handOver();
    } catch (error) {
      // A site without a sitemap, or with a broken one, is crawled by its links.
      if (!(error instanceof FetchFailure) || signal.aborted) throw error;
      failures += 1;
    }
    return wanted;
  }
}

/** Loaded with the first sitemap: most sites that are crawled in tests have none, and an XML parser is large. */
async function loadParser(entries: SitemapEntries): Promise<SitemapParser> {
  const { createSitemapParser } = await import('./sitemap-parser.js');
  return createSitemapParser(entries);
}
