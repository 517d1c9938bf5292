import type { ScrapeOptions } from '@trawl/client';
import { pageEstimate } from '../accounts/credits.js';
import type { Hold, Plan } from '../accounts/plan.js';
import { contractDefaults } from '../contract/contract.js';
import { requestedFormat } from '../formats/format-table.js';
import type { ScrapeResult, Scraper } from '../scrape/scrape-task.js';
import type { SearchEngine, SearchQuestion } from '../search/search-engine.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';
import type { CheckContext } from './check-job.js';
import { type CheckedPage, checkedPage } from './checked-page.js';
import { type CrawlSite, pagesOfSite } from './site-pages.js';

export interface SourceDependencies {
  readonly scraper: Scraper;
  readonly plan: Pick<Plan, 'reserve'>;
  readonly crawl: CrawlSite;
  readonly searchEngine: SearchEngine;
}

/**
 * Reads the current pages of a target. `knownUrls` are those that an earlier check has read. Pages of a check that is begun
 * again may be left out if they are stored.
 */
export async function* pagesOf(
  context: CheckContext,
  dependencies: SourceDependencies,
  knownUrls: readonly string[],
): AsyncGenerator<CheckedPage> {
  const { target, work, isStored } = context;
  const { signal } = work;
  const { team } = work.job;
  const scrapeOptions = freshOptions(target.scrapeOptions ?? {});
  if (target.type === 'crawl') {
    yield* pagesOfSite(target, (task) => dependencies.crawl({ ...task, scrapeOptions, ...context }), knownUrls);
  } else if (target.type === 'search') {
    yield* resultsOf(context, dependencies);
  } else {
    for (const url of target.urls ?? []) {
      if (isStored(url)) continue;
      const task = { url, options: scrapeOptions, comparesAnswers: true, team, signal };
      let hold: Hold | undefined;
      try {
        hold = await dependencies.plan.reserve({ team }, pageEstimate(scrapeOptions));
        const page = await dependencies.scraper.scrape(task);
        await hold.cover(page.creditsUsed);
        yield pageOf(url, team, page);
      } catch (error) {
        signal.throwIfAborted();
        // It says nothing about the page.
        if (error instanceof StorageUnavailable) throw error;
        yield { url, error: (error as Error).message };
      } finally {
        await hold?.release();
      }
    }
  }
}

function pageOf(
  url: string,
  team: string,
  { document, scrapeId: jobId, creditsUsed: credits, remember }: ScrapeResult,
): CheckedPage {
  return {
    ...checkedPage(url, document),
    async settle(stores: Pick<Stores, 'ledger' | 'trackedPages'>) {
      await stores.ledger.charge({ team, endpoint: 'scrape', credits, jobId, target: url });
      await remember?.(stores);
    },
  };
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
  { target, work }: CheckContext,
  dependencies: SourceDependencies,
): AsyncGenerator<CheckedPage> {
  const { maxResults, searchWindow } = { ...contractDefaults('SearchTarget'), ...target };
  const urls = new Set<string>();
  for (const query of target.queries ?? []) {
    const question: SearchQuestion = {
      team: work.job.team,
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
    const { web } = await dependencies.searchEngine.search(question, work.signal);
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
