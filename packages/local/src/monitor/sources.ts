import type { CrawlOptions, Metadata, ScrapeOptions, SearchTarget, WatchedTarget } from '@trawl/client';
import type { Scraped, Scraper } from '../page/scraper.js';
import type { Found } from './compare.js';

/** For whom a check is made, and until when. */
export interface Errand {
  readonly team: string;
  readonly signal: AbortSignal;
}

/** A site, page by page: each either scraped or the reason why not. */
export type CrawlSite = (
  task: { url: string; crawlOptions: CrawlOptions; scrapeOptions: ScrapeOptions } & Errand,
) => AsyncIterable<{ url: string; scraped: Scraped } | { url: string; error: string }>;

/** The results of one query. */
export type SearchResults = (
  task: Omit<SearchTarget, 'id' | 'type' | 'queries'> & { query: string } & Errand,
) => Promise<readonly { url: string; title: string; description: string }[]>;

export interface SourceParts {
  readonly scraper: Scraper;
  readonly crawl: CrawlSite;
  readonly search: SearchResults;
}

/** The pages that a target consists of at the moment. */
export async function* pagesOf(target: WatchedTarget, parts: SourceParts, errand: Errand): AsyncGenerator<Found> {
  const scrapeOptions = freshly(target.scrapeOptions ?? {});
  if (target.type === 'crawl') {
    const task = { url: target.url ?? '', crawlOptions: target.crawlOptions ?? {}, scrapeOptions, ...errand };
    for await (const page of parts.crawl(task)) {
      yield 'scraped' in page ? foundIn(page.url, page.scraped) : page;
    }
  } else if (target.type === 'search') {
    yield* resultsOf(target, parts.search, errand);
  } else {
    for (const url of target.urls ?? []) {
      yield await parts.scraper.scrape({ url, options: scrapeOptions, ...errand }).then(
        (scraped) => foundIn(url, scraped),
        (error: Error) => {
          errand.signal.throwIfAborted();
          return { url, error: error.message };
        },
      );
    }
  }
}

async function* resultsOf(target: WatchedTarget, search: SearchResults, errand: Errand): AsyncGenerator<Found> {
  const { id: _id, type: _type, queries = [], ...limits } = target as SearchTarget;
  const seen = new Set<string>();
  for (const query of queries) {
    for (const { url, title, description } of await search({ ...limits, ...errand, query })) {
      if (seen.has(url)) continue;
      seen.add(url);
      const content = { scrapeId: null, markdown: `${title}\n\n${description}\n` };
      yield { url, content, statusCode: 200, metadata: { title } };
    }
  }
}

/** A check compares what is on the web now, by its text. */
function freshly(options: ScrapeOptions): ScrapeOptions {
  const { formats = [] } = options;
  const hasText = formats.some((format) => (typeof format === 'string' ? format : format.type) === 'markdown');
  return { ...options, formats: hasText ? formats : [...formats, 'markdown'], maxAge: 0 };
}

function foundIn(url: string, { document, scrapeId }: Scraped): Found {
  const metadata: Metadata = document.metadata ?? {};
  const content = { scrapeId, markdown: document.markdown ?? '', ...('json' in document && { json: document.json }) };
  return { url, content, statusCode: metadata.statusCode ?? 200, metadata };
}
