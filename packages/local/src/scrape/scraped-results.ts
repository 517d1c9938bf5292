import type { ScrapeOptions } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import type { Scraped, Scraper } from './scrape-task.js';

/** As many pages at a time as one search may keep busy. */
const AT_ONCE = 5;

/** How the results are to be read. */
export interface ReadResults {
  readonly scraper: Scraper;
  readonly options: ScrapeOptions;
  readonly team: string;
  readonly job: string;
  readonly signal: AbortSignal;
  /** Called with every page that was read. */
  readonly onScraped: (scraped: Scraped) => void;
}

/** The results with the content of their pages; one whose page cannot be read says so in its metadata. */
export async function withContent<Result extends { readonly url: string }>(
  results: readonly Result[],
  read: ReadResults,
): Promise<Result[]> {
  const complete: Result[] = [];
  const left = [...results.entries()];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [position, result] = next;
      complete[position] = await contentOf(result, read);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return complete;
}

async function contentOf<Result extends { readonly url: string }>(result: Result, read: ReadResults): Promise<Result> {
  const { scraper, options, team, job, signal, onScraped } = read;
  const { url } = result;
  try {
    const scraped = await scraper.scrape({ url, options, team, job, signal });
    onScraped(scraped);
    return { ...result, ...scraped.document };
  } catch (error) {
    // The other results are still worth having; but nobody waits for them when the search is over.
    signal.throwIfAborted();
    if (!(error instanceof Refusal)) throw error;
    return { ...result, metadata: { sourceURL: url, url, error: error.body.error } };
  }
}
