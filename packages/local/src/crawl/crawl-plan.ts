import type { CrawlOptions } from '@trawl/client';
import type { Clock } from '../clock.js';
import { nextTurn } from '../event-loop.js';
import type { ScrapeResult, Scraper } from '../scrape/scrape-task.js';
import { loadDomains } from '../site/registrable-domain.js';
import { createRobots } from '../site/robots.js';
import { createScope } from '../site/scope.js';
import { readSitemaps } from '../site/sitemaps.js';
import { startUrl } from '../site/start-url.js';
import { type IdentityRules, identityOf, isReadable, pageUrl, siteOf } from '../site/url-identity.js';
import type { Fetch } from '../web/fetch-types.js';
import { type CrawlDefaults, crawlDefaults } from './crawl-defaults.js';
import type { FoundPage, Frontier, FrontierPage } from './frontier.js';
import { type Job, type JobProgress, type JobRequest, taskOf } from './job.js';
import type { PageExclusion, PagePlan } from './page-run.js';
import type { PathMatcher } from './path-matcher.js';
import { createPathRules } from './path-rules.js';
import type { RequestSpacing } from './request-spacing.js';

export interface CrawlPlanDependencies {
  readonly job: Job;
  setProgress(progress: JobProgress): void;
  readonly concurrency: number;
  readonly robotName: string;
  readonly fetch: Fetch;
  readonly scraper: Scraper;
  readonly spacing: RequestSpacing;
  readonly matchPaths: PathMatcher['match'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Links processed without a pause. A page may have hundreds of thousands; other work gets its turn in between. */
const LINKS_AT_ONCE = 500;

/** Links remembered as processed: the pages of a site have most of their links in common. */
const RECENT_LINKS = 20_000;

/** The first entries of the frontier of a crawl. Refuses an invalid start URL, also where only the sitemap is read. */
export function seedsOf({ url, crawl = {} }: JobRequest): FoundPage[] {
  const defaults = crawlDefaults();
  const start = startUrl(url);
  return (crawl.sitemap ?? defaults.sitemap) === 'only' ? [] : [startPage(start, identityRules(crawl, defaults))];
}

function startPage(start: URL, rules: IdentityRules): FoundPage {
  return { key: identityOf(start, rules), url: start.href, depth: 0 };
}

function identityRules(options: CrawlOptions, defaults: CrawlDefaults): IdentityRules {
  return {
    ignoreQueryParameters: options.ignoreQueryParameters === true,
    deduplicateSimilarURLs: options.deduplicateSimilarURLs ?? defaults.deduplicateSimilarURLs,
  };
}

/** Follows links from a start page, within the options of the caller and the robots.txt of the sites. */
export async function createCrawlPlan(dependencies: CrawlPlanDependencies): Promise<PagePlan> {
  const { job, scraper, spacing, clock, signal } = dependencies;
  const { request } = job;
  const options: CrawlOptions = request.crawl ?? {};
  const defaults = crawlDefaults();
  const rules = identityRules(options, defaults);
  const fetch: Fetch = (request) => dependencies.fetch({ ...request, team: job.team });
  // The start page keeps its query: it is the one page that the caller named.
  const start = startUrl(request.url);
  const limit = options.limit ?? defaults.limit;
  const sitemap = options.sitemap ?? defaults.sitemap;
  const maxDepth = options.maxDiscoveryDepth ?? Number.POSITIVE_INFINITY;
  const delayMs = (options.delay ?? 0) * 1000;
  const paths = createPathRules(options, dependencies.matchPaths, { group: job.id, signal });
  const domainOf = options.allowSubdomains ? await loadDomains() : undefined;
  const robots = createRobots({ fetch, userAgent: options.robotsUserAgent ?? dependencies.robotName });

  // The frontier holds more than the limit, to replace pages that fail, but a large site must not fill the storage.
  const maxOpen = limit * 2 + 1000;
  const recent = new Set<string>();
  let { progress } = job;
  let starts = [start, ...(progress.arrivedAt ? [new URL(progress.arrivedAt)] : [])];
  let scope = createScope(starts, options, domainOf);
  let visited = false;
  let finishStart = () => {};
  const startFinished = new Promise<void>((resolve) => {
    finishStart = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

  const isStart = (page: FrontierPage) => page.url === start.href;

  function advance(step: JobProgress): void {
    progress = { ...progress, ...step };
    dependencies.setProgress(progress);
  }

  /** The links that this crawl has to visit. The frontier knows which of them it has already. */
  async function newPages(links: Iterable<string>, depth: number): Promise<FoundPage[]> {
    const urls: URL[] = [];
    for (const link of links) {
      if (recent.has(link)) continue;
      if (recent.size >= RECENT_LINKS) recent.clear();
      recent.add(link);
      const url = pageUrl(link);
      if (url && isReadable(url) && scope(url)) urls.push(url);
    }
    const exclusions = await paths.exclusionReasons(urls);
    return urls
      .filter((_, index) => exclusions[index] === undefined)
      .map((url) => ({ key: identityOf(url, rules), url: url.href, depth }));
  }

  function add(frontier: Frontier, found: readonly FoundPage[]): void {
    frontier.add(found.slice(0, Math.max(0, maxOpen - frontier.open)));
  }

  /** The final URL of a page that was redirected. */
  function finalUrl(page: FrontierPage, scraped: ScrapeResult): URL | undefined {
    const url = pageUrl(scraped.document.metadata?.url ?? page.url);
    return url && url.href !== page.url ? url : undefined;
  }

  function isSamePage(page: FrontierPage, url: URL): boolean {
    return identityOf(url, rules) === identityOf(new URL(page.url), rules);
  }

  /** Why the final URL of a redirected page is not part of this crawl. */
  async function redirectExclusion(page: FrontierPage, url: URL): Promise<PageExclusion | undefined> {
    if (isStart(page) || isSamePage(page, url)) return undefined;
    const [exclusion] = scope(url) ? await paths.exclusionReasons([url]) : ['it is not part of what is crawled'];
    return exclusion ? denial(`The page redirects to ${url.href}, and ${exclusion}.`) : undefined;
  }

  /** Why the start page is not a result. The crawl still visits it for its links. */
  async function startExclusion(url: URL): Promise<PageExclusion | undefined> {
    const [exclusion] = await paths.exclusionReasons([url]);
    return exclusion ? denial(`The start page is no result: ${exclusion}.`) : undefined;
  }

  async function addLinks(page: FrontierPage, url: URL, links: readonly string[], frontier: Frontier): Promise<void> {
    // A page that links to itself does not lead to itself.
    const own = identityOf(url, rules);
    for (let from = 0; from < links.length; from += LINKS_AT_ONCE) {
      const found = await newPages(links.slice(from, from + LINKS_AT_ONCE), page.depth + 1);
      add(
        frontier,
        found.filter(({ key }) => key !== own),
      );
      await nextTurn(signal);
    }
  }

  /** Adds the pages that the sitemaps of sites list. Returns whether they list any, also outside of this crawl. */
  async function addSitemaps(pages: readonly URL[], frontier: Frontier, isWanted = () => true): Promise<boolean> {
    let hasLocations = false;
    await readSitemaps({
      pages,
      fetch,
      robots,
      signal,
      async onLocations(locations) {
        hasLocations ||= locations.length > 0;
        add(frontier, await newPages(locations, 0));
        return isWanted() && frontier.open < maxOpen;
      },
    });
    return hasLocations;
  }

  async function exclusionOf(page: FrontierPage): Promise<PageExclusion | undefined> {
    const url = new URL(page.url);
    if (!options.ignoreRobotsTxt) {
      const site = await robots.of(url, signal);
      const exclusion = site.denialReason(page.url);
      if (exclusion && isStart(page)) return denial(`The start page is not crawled: ${exclusion}.`);
      if (exclusion) return { kind: 'robots', message: exclusion };
      await spacing.wait(url.host, site.crawlDelayMs, signal);
    }
    if (delayMs > 0 && visited) await clock.sleep(delayMs, signal);
    visited = true;
    return undefined;
  }

  return {
    // A delay separates two pages, so only one is scraped at a time.
    concurrency: delayMs > 0 ? 1 : dependencies.concurrency,
    limit,

    async prepare(frontier, isWanted) {
      if (sitemap === 'skip' || progress.sitemapsRead) return;
      // The redirect of the start page decides which site is crawled. If the start page is refused, there is nothing to crawl.
      if (sitemap === 'include' && !progress.start) await startFinished;
      if (signal.aborted || progress.start === 'refused') return;
      const hasLocations = await addSitemaps(starts, frontier, isWanted);
      // Where the sitemap alone is wanted and there is none, the page that the caller named is the only one known.
      if (sitemap === 'only' && !hasLocations) frontier.add([startPage(start, rules)]);
      advance({ sitemapsRead: true });
    },

    exclusionOf,

    scrape: (page) => scraper.scrape(taskOf(job, isStart(page) ? request.url : page.url, signal)),

    async follow(page, scraped, frontier) {
      const url = finalUrl(page, scraped);
      const exclusion = url && (await redirectExclusion(page, url));
      if (exclusion) return exclusion;
      if (url && isStart(page)) {
        starts = [start, url];
        scope = createScope(starts, options, domainOf);
        // The site that the caller named has no sitemap, or its start page would not be read.
        if (sitemap === 'only' && siteOf(url) !== siteOf(start)) await addSitemaps([url], frontier);
      }
      const visitedUrl = url ?? new URL(page.url);
      if (sitemap !== 'only' && page.depth < maxDepth) await addLinks(page, visitedUrl, scraped.links, frontier);
      return isStart(page) ? startExclusion(visitedUrl) : undefined;
    },

    recordFinalUrl(page, scraped, frontier) {
      const url = finalUrl(page, scraped);
      if (!url) return undefined;
      const isNew = frontier.claim(identityOf(url, rules));
      return isStart(page) || isNew || isSamePage(page, url) ? undefined : 'duplicate';
    },

    onFinish(page, refused) {
      if (!isStart(page)) return;
      const [, redirected] = starts;
      advance({ start: refused ? 'refused' : 'visited', ...(redirected && { arrivedAt: redirected.href }) });
      finishStart();
    },
  };
}

function denial(message: string): PageExclusion {
  return { kind: 'denial', message };
}
