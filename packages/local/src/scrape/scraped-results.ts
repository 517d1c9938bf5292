import type { ScrapeOptions } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';
import type { ScrapeResult, Scraper } from './scrape-task.js';

/** Pages that one search scrapes at once. */
const CONCURRENCY = 5;

export interface ContentOptions {
  readonly scraper: Scraper;
  readonly options: ScrapeOptions;
  readonly team: string;
  readonly job: string;
  readonly signal: AbortSignal;
  /** Called with every scraped page. */
  readonly onScraped: (result: ScrapeResult) => void;
}

/** Adds the content of its page to each result; a result whose page cannot be read has the error in its metadata. */
export async function withContent<Result extends { readonly url: string }>(
  results: readonly Result[],
  options: ContentOptions,
): Promise<Result[]> {
  const complete: Result[] = [];
  const queue = [...results.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [position, result] = next;
      complete[position] = await contentOf(result, options);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return complete;
}

async function contentOf<Result extends { readonly url: string }>(
  result: Result,
  content: ContentOptions,
): Promise<Result> {
  const { scraper, options, team, job, signal, onScraped } = content;
  const { url } = result;
  try {
    const scrape = await scraper.scrape({ url, options, team, job, signal });
    onScraped(scrape);
    return { ...result, ...scrape.document };
  } catch (error) {
    // One failed page does not fail the search, but an aborted search does not go on.
    signal.throwIfAborted();
    if (!(error instanceof Refusal)) throw error;
    return { ...result, metadata: { sourceURL: url, url, error: error.message } };
  }
}
