import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { CrawlOptions } from '@trawl/client';
import type { Fetch } from '@trawl/web/fetch-types';
import type { RequestSpacing } from '@trawl/web/request-spacing';
import { type DomainOf, loadDomains } from '@trawl/web/site/registrable-domain';
import { createRobots, type Robots } from '@trawl/web/site/robots';
import { heedsRobots, type RobotsPolicy } from '@trawl/web/site/robots-policy';
import { createScope, type Scope } from '@trawl/web/site/scope';
import { readSitemaps, type UnreadSitemap } from '@trawl/web/site/sitemaps';
import { startUrl } from '@trawl/web/site/start-url';
import {
  fileKindOf,
  type IdentityRules,
  identityOf,
  identityRules,
  pageUrl,
  siteOf,
} from '@trawl/web/site/url-identity';
import { nextTurn } from '../base/event-loop.js';
import type { JobTransaction, JobWork } from '../jobs/job-kind.js';
import type { JobTasks } from '../jobs/job-tasks.js';
import type { ScrapeResult, Scraper } from '../scrape/scrape-task.js';
import { type GuardFor, guardedFetch } from '../scrape/threat-protection.js';
import type { Stores } from '../store/stores.js';
import { crawlDefaults } from './crawl-defaults.js';
import {
  type CrawlProgress,
  type FoundPage,
  type JobRequest,
  type LeftOutKind,
  leftOutCount,
  MAX_LEFT_OUT,
  type Page,
  type PageJob,
  scrapeTaskOf,
  taskOfPage,
} from './job.js';
import type { PageExclusion, PagePlan } from './page-plan.js';
import { isPathLoop } from './path-loop.js';
import type { PathMatcher } from './path-matcher.js';
import { createPathRules, type PathRules } from './path-rules.js';

export interface CrawlPlanDependencies {
  readonly concurrency: number;
  readonly robotName: string;
  readonly robotsPolicy?: RobotsPolicy | undefined;
  readonly fetch: Fetch;
  readonly guardFor: GuardFor;
  readonly scraper: Scraper;
  readonly spacing: RequestSpacing;
  readonly matchPaths: PathMatcher['match'];
  readonly clock: Clock;
}

type CrawlWork = JobWork<JobRequest, CrawlProgress>;

/** Links processed without a pause. A page may have hundreds of thousands; other work gets its turn in between. */
const LINKS_AT_ONCE = 500;

/** Links remembered as processed: the pages of a site have most of their links in common. */
const RECENT_LINKS = 20_000;

/** The first pages of a crawl. Refuses an invalid start URL, also where only the sitemap is read. */
export function seedsOf({ url, crawl = {} }: JobRequest): FoundPage[] {
  const defaults = crawlDefaults();
  const start = startUrl(url);
  return (crawl.sitemap ?? defaults.sitemap) === 'only' ? [] : [startPage(start, identityRules(crawl, defaults))];
}

function startPage(start: URL, rules: IdentityRules): FoundPage {
  return { key: identityOf(start, rules), url: start.href, depth: 0 };
}

/** Follows links from a start page, within the options of the caller and the robots.txt of the sites. */
export async function createCrawlPlan(work: CrawlWork, dependencies: CrawlPlanDependencies): Promise<PagePlan> {
  const { request, team } = work.job;
  const { allowSubdomains } = request.crawl ?? {};
  // The policy may have changed since the crawl was started. Then each fetch is refused, and not the whole crawl.
  const fetch = guardedFetch(dependencies.fetch, async (url) => {
    const guard = await dependencies.guardFor(team, request.scrapeOptions.threatProtection);
    guard.checkUrl(url);
  });
  return new CrawlPlan(work, { ...dependencies, fetch }, allowSubdomains ? await loadDomains() : undefined);
}

class CrawlPlan implements PagePlan {
  readonly concurrency: number;
  readonly limit: number;
  readonly #dependencies: CrawlPlanDependencies;
  readonly #work: CrawlWork;
  readonly #job: PageJob;
  readonly #tasks: JobTasks;
  readonly #signal: AbortSignal;
  readonly #options: CrawlOptions;
  readonly #rules: IdentityRules;
  readonly #domainOf: DomainOf | undefined;
  readonly #fetch: Fetch;
  readonly #robots: Robots;
  readonly #paths: PathRules;
  readonly #sitemap: NonNullable<CrawlOptions['sitemap']>;
  readonly #maxDepth: number;
  readonly #delayMs: number;
  /** More pages wait than the limit, to replace pages that fail, but a large site must not fill the storage. */
  readonly #maxOpen: number;
  /** The start page keeps its query: it is the one page that the caller named. */
  readonly #start: URL;
  /** The URL to which the start page was redirected. */
  #redirectedStart: URL | undefined;
  #scope: Scope;
  #progress: CrawlProgress;
  #hasVisits = false;
  #isStartRead = false;
  #hasStartFailed = false;
  readonly #recentLinks = new Set<string>();
  readonly #startFinished: Promise<void>;
  #finishStart = (): void => {};

  constructor(work: CrawlWork, dependencies: CrawlPlanDependencies, domainOf: DomainOf | undefined) {
    const { job, tasks, signal } = work;
    const options = job.request.crawl ?? {};
    const defaults = crawlDefaults();
    this.#dependencies = dependencies;
    this.#work = work;
    this.#job = job;
    this.#tasks = tasks;
    this.#signal = signal;
    this.#options = options;
    this.#rules = identityRules(options, defaults);
    this.#domainOf = domainOf;
    this.#fetch = (request) => dependencies.fetch({ ...request, team: job.team });
    this.#robots = createRobots({
      fetch: this.#fetch,
      userAgent: options.robotsUserAgent ?? dependencies.robotName,
    });
    this.#paths = createPathRules(options, dependencies.matchPaths, { owner: { team: job.team, job: job.id }, signal });
    this.#sitemap = options.sitemap ?? defaults.sitemap;
    this.#maxDepth = options.maxDiscoveryDepth ?? Number.POSITIVE_INFINITY;
    this.#delayMs = (options.delay ?? 0) * 1000;
    this.limit = options.limit ?? defaults.limit;
    this.#maxOpen = this.limit * 2 + 1000;
    // A delay separates two pages, so only one is scraped at a time.
    this.concurrency = this.#delayMs > 0 ? 1 : dependencies.concurrency;
    this.#progress = job.progress ?? {};
    this.#start = startUrl(job.request.url);
    const { arrivedAt } = this.#progress;
    this.#redirectedStart = arrivedAt === undefined ? undefined : new URL(arrivedAt);
    this.#scope = createScope(this.#starts(), options, domainOf);
    this.#startFinished = new Promise<void>((resolve) => {
      this.#finishStart = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  refresh(progress: CrawlProgress): void {
    this.#progress = { ...this.#progress, ...progress };
    const { arrivedAt, start } = this.#progress;
    if (arrivedAt !== undefined && arrivedAt !== this.#redirectedStart?.href) {
      this.#redirectedStart = new URL(arrivedAt);
      this.#scope = createScope(this.#starts(), this.#options, this.#domainOf);
    }
    if (start) {
      this.#hasVisits = true;
      this.#finishStart();
    }
  }

  async prepare(isWanted: () => boolean): Promise<void> {
    if (this.#sitemap === 'skip' || this.#progress.sitemapsRead) return;
    // The redirect of the start page decides which site is crawled. If the start page is refused, there is nothing to crawl.
    if (this.#sitemap === 'include' && !this.#progress.start) await this.#startFinished;
    if (this.#signal.aborted || this.#progress.start === 'refused') return;
    const { hasLocations, unread } = await this.#addSitemaps(this.#starts(), isWanted);
    // Where the sitemap alone is wanted and there is none, the page that the caller named is the only one known.
    if (this.#sitemap === 'only' && !hasLocations) await this.#add([startPage(this.#start, this.#rules)]);
    await this.#work.save(async (job) => {
      // A start page that could not be read says why itself.
      if (!this.#hasStartFailed) await this.#storeUnread(unread, job);
      await this.#advance(job, { sitemapsRead: true });
    });
  }

  async exclusionOf(page: Page): Promise<PageExclusion | undefined> {
    const { spacing, clock, robotsPolicy = 'callers' } = this.#dependencies;
    const url = new URL(page.url);
    if (heedsRobots(robotsPolicy, this.#options.ignoreRobotsTxt)) {
      const site = await this.#robots.of(url, this.#signal);
      const exclusion = site.denialReason(page.url);
      if (exclusion) {
        const isStart = this.#isStart(page);
        return { kind: 'robots', error: isStart ? `The start page is not crawled: ${exclusion}.` : undefined };
      }
      await spacing.wait(url.host, site.crawlDelayMs, this.#signal);
    }
    if (this.#delayMs > 0 && this.#hasVisits) await clock.sleep(this.#delayMs, this.#signal);
    this.#hasVisits = true;
    return undefined;
  }

  scrape(page: Page): Promise<ScrapeResult> {
    const url = this.#isStart(page) ? this.#job.request.url : page.url;
    return this.#dependencies.scraper.scrape(scrapeTaskOf(this.#job, url, this.#signal));
  }

  async follow(page: Page, result: ScrapeResult): Promise<PageExclusion | undefined> {
    this.#isStartRead ||= this.#isStart(page);
    const redirect = redirectOf(page, result);
    const exclusion = redirect && (await this.#redirectExclusion(page, redirect));
    if (exclusion) return exclusion;
    if (redirect && this.#isStart(page)) await this.#moveStart(redirect);
    const finalUrl = redirect ?? new URL(page.url);
    if (this.#sitemap !== 'only' && page.depth < this.#maxDepth) {
      await this.#addLinks(page, finalUrl, result.links);
    }
    return this.#isStart(page) ? this.#startExclusion(finalUrl) : undefined;
  }

  async isDuplicate(page: Page, result: ScrapeResult, stores: Stores): Promise<boolean> {
    // Each of the pages that were named is asked for by its own URL.
    const redirect = this.#job.request.isOfNamedPages ? undefined : redirectOf(page, result);
    if (!redirect) return false;
    const isNew = await this.#tasks.claim(identityOf(redirect, this.#rules), stores);
    return !(this.#isStart(page) || isNew || this.#isSamePage(page, redirect));
  }

  async onFinish(page: Page, isRefused: boolean, job: JobTransaction): Promise<void> {
    if (!this.#isStart(page)) return;
    this.#hasStartFailed = !this.#isStartRead;
    const redirect = this.#redirectedStart;
    await this.#advance(job, {
      start: isRefused ? 'refused' : 'visited',
      ...(redirect && { arrivedAt: redirect.href }),
    });
    job.stores.afterCommit(() => this.#finishStart());
  }

  #isStart(page: Page): boolean {
    return page.url === this.#start.href;
  }

  /** The pages that say which site is crawled. */
  #starts(): URL[] {
    return this.#redirectedStart ? [this.#start, this.#redirectedStart] : [this.#start];
  }

  /** Crawls the site to which the start page was redirected. */
  async #moveStart(redirect: URL): Promise<void> {
    this.#redirectedStart = redirect;
    this.#scope = createScope(this.#starts(), this.#options, this.#domainOf);
    // Stored before the links of the page: another process that reads them has to know which site is crawled.
    await this.#work.save((job) => this.#advance(job, { arrivedAt: redirect.href }));
    // The site that the caller named has no sitemap, or its start page would not be read.
    const isOtherSite = siteOf(redirect) !== siteOf(this.#start);
    if (this.#sitemap !== 'only' || !isOtherSite) return;
    const { unread } = await this.#addSitemaps([redirect]);
    await this.#work.save((job) => this.#storeUnread(unread, job));
  }

  async #advance(job: JobTransaction, step: CrawlProgress): Promise<void> {
    this.#progress = await job.updateProgress<CrawlProgress>((progress) => ({
      ...this.#progress,
      ...progress,
      ...step,
    }));
  }

  #isSamePage(page: Page, url: URL): boolean {
    return identityOf(url, this.#rules) === identityOf(new URL(page.url), this.#rules);
  }

  /** Why the final URL of a redirected page is not part of this crawl. */
  async #redirectExclusion(page: Page, url: URL): Promise<PageExclusion | undefined> {
    if (this.#isStart(page) || this.#isSamePage(page, url)) return undefined;
    const reason = this.#scope(url) ? await this.#pathExclusion(url) : 'it is not part of what is crawled';
    return reason ? denial(`The page redirects to ${url.href}, and ${reason}.`) : undefined;
  }

  /** Why the start page is not a result. The crawl still visits it for its links. */
  async #startExclusion(url: URL): Promise<PageExclusion | undefined> {
    const reason = await this.#pathExclusion(url);
    return reason ? denial(`The start page is no result: ${reason}.`) : undefined;
  }

  async #pathExclusion(url: URL): Promise<string | undefined> {
    const [reason] = await this.#paths.exclusionReasons([url]);
    return reason;
  }

  async #addLinks(page: Page, url: URL, links: readonly string[]): Promise<void> {
    // A page that links to itself does not lead to itself.
    const ownKey = identityOf(url, this.#rules);
    for (let from = 0; from < links.length; from += LINKS_AT_ONCE) {
      if (from > 0) await nextTurn(this.#signal);
      await this.#addNew(links.slice(from, from + LINKS_AT_ONCE), page.depth + 1, ownKey);
    }
  }

  /** Adds the pages that the sitemaps of sites list. Returns whether they list any, also outside of this crawl. */
  async #addSitemaps(
    pages: readonly URL[],
    isWanted = () => true,
  ): Promise<{ readonly hasLocations: boolean; readonly unread: readonly UnreadSitemap[] }> {
    let hasLocations = false;
    const unread = await readSitemaps({
      pages,
      fetch: this.#fetch,
      robots: this.#robots,
      signal: this.#signal,
      onLocations: async (locations) => {
        hasLocations ||= locations.length > 0;
        await this.#addNew(locations, 0);
        return isWanted() && this.#tasks.open < this.#maxOpen;
      },
    });
    return { hasLocations, unread };
  }

  /** The pages that these sitemaps list are missing in the results, so the errors of the crawl name them. */
  async #storeUnread(sitemaps: readonly UnreadSitemap[], { stores }: JobTransaction): Promise<void> {
    for (const { url, error } of sitemaps) {
      await stores.pages.addError(this.#job, { id: randomUUID(), url, code: 'UNKNOWN_ERROR', error });
    }
  }

  /** Adds the links that this crawl has to visit, except the one with the given key. */
  async #addNew(links: readonly string[], depth: number, exceptKey?: string): Promise<void> {
    try {
      const urls = links.flatMap((link) => this.#urlInScope(link));
      const pages = await this.#newPages(urls, depth);
      await this.#add(pages.filter(({ key }) => key !== exceptKey));
      await this.#countLeftOut(urls, depth);
    } catch (error) {
      // On a full disk they were not stored: the page or sitemap is read again, and so must they be.
      for (const link of links) this.#recentLinks.delete(link);
      throw error;
    }
  }

  async #add(pages: readonly FoundPage[]): Promise<void> {
    await this.#tasks.add(pages.slice(0, Math.max(0, this.#maxOpen - this.#tasks.open)).map(taskOfPage));
  }

  /** The links that this crawl has to visit. The tasks know which of them they have already. */
  async #newPages(found: readonly URL[], depth: number): Promise<FoundPage[]> {
    const urls = found.filter((url) => leftOutKindOf(url, depth) === undefined);
    const exclusions = await this.#paths.exclusionReasons(urls);
    return urls
      .filter((_, index) => exclusions[index] === undefined)
      .map((url) => ({ key: identityOf(url, this.#rules), url: url.href, depth }));
  }

  /** The URL of a link that was not processed lately and belongs to this crawl, or an empty list. */
  #urlInScope(link: string): URL[] {
    if (this.#recentLinks.has(link)) return [];
    if (this.#recentLinks.size >= RECENT_LINKS) this.#recentLinks.clear();
    this.#recentLinks.add(link);
    const url = pageUrl(link);
    return url && this.#scope(url) ? [url] : [];
  }

  /** Counts the new ones among the URLs that are not visited, which the state of the crawl tells. */
  async #countLeftOut(urls: readonly URL[], depth: number): Promise<void> {
    const leftOut = urls.flatMap((url) => {
      const kind = leftOutKindOf(url, depth);
      return kind === undefined ? [] : [{ kind, key: identityOf(url, this.#rules) }];
    });
    if (leftOut.length === 0 || leftOutCount(this.#progress.leftOut) >= MAX_LEFT_OUT) return;
    await this.#work.save(async (job) => {
      const found: Partial<Record<LeftOutKind, number>> = {};
      for (const { kind, key } of leftOut) {
        if (await this.#tasks.claim(key, job.stores)) found[kind] = (found[kind] ?? 0) + 1;
      }
      if (leftOutCount(found) === 0) return;
      this.#progress = await job.updateProgress<CrawlProgress>((progress) => {
        const counts = { ...progress?.leftOut };
        for (const [kind, count] of Object.entries(found) as [LeftOutKind, number][])
          counts[kind] = (counts[kind] ?? 0) + count;
        return { ...this.#progress, ...progress, leftOut: counts };
      });
    });
  }
}

/** The URL to which a page was redirected. */
function redirectOf(page: Page, { document }: ScrapeResult): URL | undefined {
  const url = pageUrl(document.metadata?.url ?? page.url);
  return url && url.href !== page.url ? url : undefined;
}

/** Why a link is not followed. What a sitemap lists, at depth 0, is meant. */
function leftOutKindOf(url: URL, depth: number): LeftOutKind | undefined {
  return fileKindOf(url) ?? (depth > 0 && isPathLoop(url) ? 'loop' : undefined);
}

function denial(message: string): PageExclusion {
  return { kind: 'denial', error: message };
}
