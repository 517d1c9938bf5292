import type { CrawlOptions, Document, Metadata, ScrapeOptions, WatchedTarget } from '@trawl/client';
import { isTooLong, MAX_VERSION_BYTES } from '../changes/version-size.js';
import { contractDefaults } from '../contract/contract.js';
import { requestedFormat } from '../formats/format-table.js';
import type { Scraper } from '../scrape/scrape-task.js';
import type { SearchEngine, SearchQuestion } from '../search/search-engine.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';
import type { CheckedPage } from './compare.js';

/** The team of a check, and the signal that ends it. */
export interface CheckContext {
  readonly team: string;
  readonly signal: AbortSignal;
}

/** Crawls a site; yields each page with its document or its error. */
export type CrawlSite = (
  task: { url: string; crawlOptions: CrawlOptions; scrapeOptions: ScrapeOptions } & CheckContext,
) => AsyncIterable<{ url: string; document: Document } | { url: string; error: string }>;

export interface SourceDependencies {
  readonly scraper: Scraper;
  readonly crawl: CrawlSite;
  readonly searchEngine: SearchEngine;
}

/** Reads the current pages of a target. */
export async function* pagesOf(
  target: WatchedTarget,
  dependencies: SourceDependencies,
  context: CheckContext,
): AsyncGenerator<CheckedPage> {
  const scrapeOptions = freshOptions(target.scrapeOptions ?? {});
  if (target.type === 'crawl') {
    const task = { url: target.url ?? '', crawlOptions: target.crawlOptions ?? {}, scrapeOptions, ...context };
    for await (const page of dependencies.crawl(task)) {
      yield 'document' in page ? checkedPage(page.url, page.document) : page;
    }
  } else if (target.type === 'search') {
    yield* resultsOf(target, dependencies, context);
  } else {
    for (const url of target.urls ?? []) {
      const task = { url, options: scrapeOptions, comparesAnswers: true, ...context };
      yield await dependencies.scraper.scrape(task).then(
        ({ document, scrapeId: jobId, creditsUsed: credits, remember }) => ({
          ...checkedPage(url, document),
          async settle(stores: Pick<Stores, 'ledger' | 'trackedPages'>) {
            const charge = { team: context.team, endpoint: 'scrape', credits, jobId, target: url };
            await stores.ledger.charge(charge);
            await remember?.(stores);
          },
        }),
        (error: Error) => {
          context.signal.throwIfAborted();
          // It says nothing about the page.
          if (error instanceof StorageUnavailable) throw error;
          return { url, error: error.message };
        },
      );
    }
  }
}

/** The shortest time filter that covers the window: filters have hours, days and weeks. */
const WINDOWS: Readonly<Record<string, string>> = {
  '5m': 'qdr:h',
  '15m': 'qdr:h',
  '1h': 'qdr:h',
  '6h': 'qdr:d',
  '24h': 'qdr:d',
  '7d': 'qdr:w',
};

async function* resultsOf(
  target: WatchedTarget,
  dependencies: SourceDependencies,
  context: CheckContext,
): AsyncGenerator<CheckedPage> {
  const { maxResults, searchWindow } = { ...contractDefaults('SearchTarget'), ...target };
  const urls = new Set<string>();
  for (const query of target.queries ?? []) {
    const question: SearchQuestion = {
      team: context.team,
      query,
      limit: maxResults ?? 0,
      sources: ['web'],
      tbs: { web: WINDOWS[searchWindow ?? ''] ?? 'qdr:d' },
      categories: [],
      includeDomains: target.includeDomains ?? [],
      excludeDomains: target.excludeDomains ?? [],
      highlights: false,
      country: undefined,
      location: undefined,
      safe: undefined,
    };
    const { web } = await dependencies.searchEngine.search(question, context.signal);
    for (const { url, title = '', description = '' } of web) {
      if (urls.has(url)) continue;
      urls.add(url);
      const content = { scrapeId: null, markdown: `${title}\n\n${description}\n` };
      yield { url, content, statusCode: 200, metadata: { title } };
    }
  }
}

/** A check needs the Markdown of the page as it is now, not of a cached copy. */
function freshOptions(options: ScrapeOptions): ScrapeOptions {
  const { formats = [] } = options;
  const hasText = requestedFormat(options, 'markdown') !== undefined;
  return { ...options, formats: hasText ? formats : [...formats, 'markdown'], maxAge: 0 };
}

function checkedPage(url: string, document: Document): CheckedPage {
  const metadata: Metadata = document.metadata ?? {};
  const scrapeId = metadata.scrapeId ?? null;
  const content = { scrapeId, markdown: document.markdown ?? '', ...('json' in document && { json: document.json }) };
  if (isTooLong(content)) return { url, error: TOO_LONG, statusCode: metadata.statusCode };
  const { warning } = document;
  return { url, content, statusCode: metadata.statusCode ?? 200, metadata, ...(warning && { warning }) };
}

const TOO_LONG = `The page is too long to be compared: its Markdown and the extracted data have more than ${MAX_VERSION_BYTES} bytes together as JSON. Watch parts of it by \`includeTags\`.`;
