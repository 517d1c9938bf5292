import type { CrawlOptions, Document, ScrapeOptions, WatchedTarget } from '@trawl/client';
import { isNotShown } from '../changes/page-status.js';
import type { CheckContext } from './check-job.js';
import { type CheckedPage, checkedPage } from './checked-page.js';
import { WatchedPages } from './watched-pages.js';

/** What the crawl of a check has to read. */
export interface SiteTask extends CheckContext {
  readonly url: string;
  readonly crawlOptions: CrawlOptions;
  readonly scrapeOptions: ScrapeOptions;
  /** The pages to read. Without them, they are found by links and sitemaps. */
  readonly pages?: readonly string[] | undefined;
}

/**
 * What a crawl has no document of: a page or sitemap that it could not read (`unread`), a page that robots.txt forbids
 * (`disallowed`), and one that it has read and that is no part of the site (`elsewhere`).
 */
export interface SiteFailure {
  readonly url: string;
  readonly error: string;
  readonly kind: 'unread' | 'disallowed' | 'elsewhere';
}

/** Crawls a site; yields each page with its document, or why there is none. Throws if the crawl does not complete. */
export type CrawlSite = (task: SiteTask) => AsyncIterable<{ url: string; document: Document } | SiteFailure>;

/**
 * Reads the pages of a site. A known page to which the crawl has not come is gone if it has read everything else; if it
 * has not, the page is asked for by itself.
 */
export async function* pagesOfSite(
  { url = '', crawlOptions = {} }: WatchedTarget,
  crawl: (task: Pick<SiteTask, 'url' | 'crawlOptions' | 'pages'>) => ReturnType<CrawlSite>,
  knownUrls: readonly string[],
): AsyncGenerator<CheckedPage> {
  const watched = new WatchedPages(url, crawlOptions, knownUrls);
  const hasReadAll = watched.hasRoom && (yield* crawlOnce(crawl({ url, crawlOptions }), watched));
  const pages = watched.missing.slice(0, watched.limit);
  if (hasReadAll) {
    for (const page of pages) yield { url: page, isUnlinked: true };
  } else if (pages.length > 0) {
    yield* crawlOnce(crawl({ url, crawlOptions: { ...crawlOptions, limit: pages.length }, pages }), watched);
    const left = new Set(watched.missing);
    for (const page of pages) if (left.has(page)) yield { url: page, error: NOT_REACHED };
  }
}

const NOT_REACHED = 'The check did not come to this page.';

/** Yields the watched pages of a crawl. Returns whether it has read all pages that it knew of. */
async function* crawlOnce(found: ReturnType<CrawlSite>, watched: WatchedPages): AsyncGenerator<CheckedPage, boolean> {
  let documents = 0;
  let hasReadAll = true;
  for await (const item of found) {
    if ('document' in item) {
      documents += 1;
      const { statusCode = 200, url: finalUrl } = item.document.metadata ?? {};
      const isRead = statusCode < 400;
      hasReadAll &&= !isNotShown(statusCode);
      const urls = { url: item.url, finalUrl };
      const name = watched.known(urls) ?? (isRead ? watched.add(urls) : newError(item.url, watched));
      if (name !== undefined) yield checkedPage(name, item.document);
    } else {
      const { error, kind } = item;
      const name = watched.known(item);
      // What robots.txt forbids from the first is no part of what is watched.
      hasReadAll &&= kind === 'elsewhere' || (kind === 'disallowed' && name === undefined);
      const reported = name ?? (kind === 'disallowed' ? undefined : newError(item.url, watched));
      if (reported !== undefined) yield { url: reported, error };
    }
  }
  return hasReadAll && documents < watched.limit;
}

/** A page that could not be read may have to be watched only where there is room for it. */
function newError(url: string, { hasRoom }: WatchedPages): string | undefined {
  return hasRoom ? url : undefined;
}
