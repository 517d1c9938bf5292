import type { MapLink, MapRequest, ScrapeOptions } from '@trawl/client';
import type { Fetch } from '@trawl/web/fetch-types';
import { type DomainOf, loadDomains } from '@trawl/web/site/registrable-domain';
import { createRobots } from '@trawl/web/site/robots';
import { readSitemaps } from '@trawl/web/site/sitemaps';
import { startUrl } from '@trawl/web/site/start-url';
import { folderOf, pageUrl, siteOf } from '@trawl/web/site/url-identity';
import { inTurns, nextTurn } from '../base/event-loop.js';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { withDeadline } from '../scrape/deadline.js';
import type { ScrapeResult, Scraper, ScrapeTask } from '../scrape/scrape-task.js';
import { type GuardFor, guardedFetch } from '../scrape/threat-protection.js';
import { collectLinks, type Links } from './links.js';
import { matchOf } from './ranking.js';

export interface MapDependencies {
  readonly scraper: Scraper;
  readonly fetch: Fetch;
  /** The pages of a domain and its subdomains that the team has scraped, some at a time. */
  readonly storedLinks: (team: string, domain: string) => AsyncIterable<readonly MapLink[]>;
  readonly robotName: string;
  readonly guardFor: GuardFor;
}

export interface SiteMap {
  readonly links: MapLink[];
  readonly warning?: string;
}

/** Lists the pages of a site without reading them; `checkUrl` gets the URLs that its start page redirects to. */
export type MapSite = (
  request: MapRequest,
  team: string,
  signal: AbortSignal,
  checkUrl?: ScrapeTask['checkUrl'],
) => Promise<SiteMap>;

/** The default of `timeout`. */
const TIMEOUT_MS = 60_000;

export function createMap(dependencies: MapDependencies): MapSite {
  return (request, team, outer, checkUrl) => {
    const timeout = request.timeout ?? TIMEOUT_MS;
    const timeoutRefusal = () =>
      new Refusal(
        'MAP_TIMEOUT',
        `The map operation timed out before completing. It took longer than ${timeout} ms: send a larger \`timeout\`.`,
      );
    return withDeadline(timeout, timeoutRefusal, outer, (signal) =>
      mapSite({ request, team, signal, checkUrl }, dependencies),
    );
  };
}

interface MapTask {
  readonly request: MapRequest;
  readonly team: string;
  readonly signal: AbortSignal;
  readonly checkUrl: ScrapeTask['checkUrl'];
}

async function mapSite(task: MapTask, dependencies: MapDependencies): Promise<SiteMap> {
  const { search, limit = 0, sitemap, ...options } = { ...contractDefaults('MapRequest'), ...task.request };
  const domainOf = options.includeSubdomains ? await loadDomains() : undefined;
  const start = startUrl(task.request.url);
  const links = collectLinks(start, {
    domainOf,
    ignoreQueryParameters: options.ignoreQueryParameters ?? false,
    filterByPath: options.filterByPath ?? false,
    // One more tells that there are more.
    max: limit + 1,
    scoreOf: search === undefined ? undefined : matchOf(search),
  });
  const guard = await dependencies.guardFor(task.team, task.request.threatProtection);
  await guard.checkPage(start.href, task.signal);
  const survey = new SiteSurvey(start, links, task, {
    ...dependencies,
    fetch: guardedFetch(dependencies.fetch, guard.checkUrl),
  });
  if (sitemap === 'only') {
    await survey.addOnlySitemaps();
  } else {
    await survey.addStartPage();
    if (options.useIndex && !options.ignoreCache) await survey.addSeen(domainOf);
    if (sitemap !== 'skip' && !links.isFull) await survey.addSitemaps();
  }
  const all = links.all();
  if (all.length > limit) survey.warnings.push(cutAt(limit, search !== undefined));
  const isAdvised = all.length <= 1 && limit > 1 && survey.warnings.length === 0;
  const warnings = isAdvised ? baseDomainAdvice(all.length, survey.start, domainOf) : survey.warnings;
  return { links: all.slice(0, limit), ...(warnings.length > 0 && { warning: warnings.join(' ') }) };
}

/** Collects the links of a site: from its start page, its sitemaps, and the pages that the team has seen. */
class SiteSurvey {
  readonly warnings: string[] = [];
  readonly #links: Links;
  readonly #task: MapTask;
  readonly #dependencies: MapDependencies;
  #start: URL;

  constructor(start: URL, links: Links, task: MapTask, dependencies: MapDependencies) {
    this.#start = start;
    this.#links = links;
    this.#task = task;
    this.#dependencies = dependencies;
  }

  /** The URL that is mapped: another one than the caller's where that redirects to another site. */
  get start(): URL {
    return this.#start;
  }

  async addStartPage(): Promise<void> {
    const startPage = await this.#readStart();
    if (!startPage) return;
    this.#addStart(startPage);
    await inTurns(startPage.links, (link) => this.#links.add({ url: link }), this.#task.signal);
  }

  /** Where there is no sitemap, the start page is read: it may lead to a site that has one, or it is all that is known. */
  async addOnlySitemaps(): Promise<void> {
    await this.addSitemaps();
    if (this.#links.count > 0) return;
    const { origin } = this.#start;
    const startPage = await this.#readStart();
    if (this.#start.origin !== origin) await this.addSitemaps();
    if (startPage && this.#links.count === 0) this.#addStart(startPage);
  }

  async addSeen(domainOf: DomainOf | undefined): Promise<void> {
    const site = domainOf?.(this.#start) ?? this.#start.hostname;
    // The first ones are always read: they give titles to links of the start page.
    for await (const links of this.#dependencies.storedLinks(this.#task.team, site)) {
      await inTurns(links, (link) => this.#links.add(link), this.#task.signal);
      await nextTurn(this.#task.signal);
      if (this.#links.isFull) return;
    }
  }

  async addSitemaps(): Promise<void> {
    const { request, team, signal } = this.#task;
    const { fetch, robotName } = this.#dependencies;
    const fetchAsTeam: Fetch = (page) => fetch({ ...page, headers: { ...request.headers, ...page.headers }, team });
    const robots = createRobots({ fetch: fetchAsTeam, userAgent: robotName });
    const onLocations = (locations: readonly string[]) => {
      for (const location of locations) this.#links.add({ url: location });
      return !this.#links.isFull;
    };
    const [first, ...others] = await readSitemaps({
      pages: [this.#start],
      fetch: fetchAsTeam,
      robots,
      signal,
      onLocations,
    });
    if (!first) return;
    const more = others.length > 0 ? `, nor could ${others.length} more` : '';
    this.warnings.push(`The sitemap ${first.url} could not be read${more}: ${first.error}`);
  }

  /** Reads the start page. Where it redirects to another site, that site is mapped. */
  async #readStart(): Promise<ScrapeResult | undefined> {
    const startPage = await this.#scrapeStart();
    const finalUrl = startPage && pageUrl(startPage.document.metadata?.url ?? this.#task.request.url);
    if (finalUrl && finalUrl.href !== this.#start.href) {
      if (siteOf(finalUrl) !== siteOf(this.#start)) this.#start = finalUrl;
      this.#links.redirect(finalUrl);
    }
    return startPage;
  }

  async #scrapeStart(): Promise<ScrapeResult | undefined> {
    const { request, team, signal, checkUrl } = this.#task;
    const { url } = request;
    try {
      return await this.#dependencies.scraper.scrape({ url, options: scrapeOptions(request), team, signal, checkUrl });
    } catch (error) {
      if (!(error instanceof Refusal) || signal.aborted) throw error;
      // The sitemap and the pages scraped before may still have links.
      this.warnings.push(`${url} could not be read: ${error.message}`);
      return undefined;
    }
  }

  #addStart({ document }: ScrapeResult): void {
    const { title, description, statusCode = 200 } = document.metadata ?? {};
    if (statusCode >= 400) {
      this.warnings.push(`${this.#start.href} answered with status ${statusCode}.`);
      return;
    }
    this.#links.add({ url: this.#start.href, ...text('title', title), ...text('description', description) });
  }
}

/** That the site has more pages than the list. */
function cutAt(limit: number, isSearch: boolean): string {
  const links = isSearch ? 'the best matches' : 'the first pages';
  return `The site has more pages than \`limit\` (${limit.toLocaleString('en')}): the list has ${links}. Send a larger \`limit\`, or map a part of the site.`;
}

/** What to map where no more than one page was found: the domain without the path and the subdomain of the start page. */
function baseDomainAdvice(count: number, start: URL, domainOf: DomainOf | undefined): string[] {
  const domain = domainOf?.(start);
  const port = start.port === '' ? '' : `:${start.port}`;
  const base = domain ? `${domain}${port}` : siteOf(start);
  if (siteOf(start) === base && folderOf(start.pathname) === '') return [];
  const sentence = count === 0 ? 'No page was found.' : 'Only one page was found.';
  return [`${sentence} The base domain may have more: map ${start.protocol}//${base}.`];
}

function scrapeOptions(request: MapRequest): ScrapeOptions {
  const { headers, location, auditMetadata, threatProtection, ignoreCache } = request;
  return {
    formats: ['links'],
    ...(headers && { headers }),
    ...(location && { location }),
    ...(auditMetadata && { auditMetadata }),
    ...(threatProtection && { threatProtection }),
    ...(ignoreCache && { maxAge: 0 }),
  };
}

function text(name: 'title' | 'description', value: string | string[] | undefined): Partial<MapLink> {
  const first = [value].flat()[0];
  return first ? { [name]: first } : {};
}
