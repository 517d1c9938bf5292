import type { MapLink, MapRequest, ScrapeOptions } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { inTurns } from '../event-loop.js';
import { withDeadline } from '../scrape/deadline.js';
import type { ScrapeResult, Scraper, ScrapeTask } from '../scrape/scrape-task.js';
import { type DomainOf, loadDomains } from '../site/registrable-domain.js';
import { createRobots } from '../site/robots.js';
import { readSitemaps } from '../site/sitemaps.js';
import { startUrl } from '../site/start-url.js';
import { folderOf, pageUrl, siteOf } from '../site/url-identity.js';
import type { Fetch } from '../web/fetch-types.js';
import { collectLinks } from './links.js';
import { ranked } from './ranking.js';

export interface MapDependencies {
  readonly scraper: Scraper;
  readonly fetch: Fetch;
  /** The pages of a domain and its subdomains that the team has scraped. */
  readonly seen: (team: string, domain: string) => Iterable<MapLink>;
  readonly robotName: string;
}

export interface SiteMap {
  readonly links: MapLink[];
  readonly warning?: string;
}

/** Lists the pages of a site without reading them; `admit` gets the URLs that its start page redirects to. */
export type MapSite = (
  request: MapRequest,
  team: string,
  signal: AbortSignal,
  admit?: ScrapeTask['admit'],
) => Promise<SiteMap>;

/** The largest `limit` of the contract; a search ranks this many links. */
const MAX_LINKS = 100_000;
/** Default of `timeout`. */
const TIMEOUT_MS = 60_000;

export function createMap({ scraper, fetch, seen, robotName }: MapDependencies): MapSite {
  async function gather(...[request, team, signal, admit]: Parameters<MapSite>): Promise<SiteMap> {
    const { url, search, limit = 0, sitemap, ...options } = { ...contractDefaults('MapRequest'), ...request };
    const domainOf = options.includeSubdomains ? await loadDomains() : undefined;
    let start = startUrl(url);
    const links = collectLinks(start, {
      domainOf,
      ignoreQueryParameters: options.ignoreQueryParameters ?? false,
      filterByPath: options.filterByPath ?? false,
      most: search === undefined ? limit : MAX_LINKS,
    });
    const warnings: string[] = [];
    if (sitemap === 'only') {
      await addOnlySitemaps();
    } else {
      const startPage = await readStart();
      if (startPage) await addPage(startPage);
      if (options.useIndex && !options.ignoreCache) await addSeen();
      if (sitemap !== 'skip' && !links.isFull) await addSitemaps();
    }
    const all = links.all();
    const found = search === undefined ? all : await ranked(all, search, signal);
    if (all.length <= 1 && limit > 1 && warnings.length === 0) {
      warnings.push(...baseDomainAdvice(all.length, start, domainOf));
    }
    return { links: found.slice(0, limit), ...(warnings.length > 0 && { warning: warnings.join(' ') }) };

    /** Reads the start page. Where it redirects to another site, that site is mapped. */
    async function readStart(): Promise<ScrapeResult | undefined> {
      const startPage = await scrapeStart();
      const finalUrl = startPage && pageUrl(startPage.document.metadata?.url ?? url);
      if (finalUrl && finalUrl.href !== start.href) {
        if (siteOf(finalUrl) !== siteOf(start)) start = finalUrl;
        links.redirect(finalUrl);
      }
      return startPage;
    }

    async function scrapeStart(): Promise<ScrapeResult | undefined> {
      try {
        return await scraper.scrape({ url, options: scrapeOptions(request), team, signal, admit });
      } catch (error) {
        if (!(error instanceof Refusal) || signal.aborted) throw error;
        // The sitemap and the pages scraped before may still have links.
        warnings.push(`${url} could not be read: ${error.message}`);
        return undefined;
      }
    }

    function addStart({ document }: ScrapeResult): void {
      const { title, description } = document.metadata ?? {};
      links.add({ url: start.href, ...text('title', title), ...text('description', description) });
    }

    async function addPage(startPage: ScrapeResult): Promise<void> {
      addStart(startPage);
      await inTurns(startPage.links, (link) => links.add({ url: link }), signal);
    }

    /** Where there is no sitemap, the start page is read: it may lead to a site that has one, or it is all that is known. */
    async function addOnlySitemaps(): Promise<void> {
      await addSitemaps();
      if (links.count > 0) return;
      const { origin } = start;
      const startPage = await readStart();
      if (start.origin !== origin) await addSitemaps();
      if (startPage && links.count === 0) addStart(startPage);
    }

    async function addSeen(): Promise<void> {
      const site = domainOf?.(start) ?? start.hostname;
      await inTurns(seen(team, site), (link) => links.add(link), signal);
    }

    async function addSitemaps(): Promise<void> {
      const fetchAsTeam: Fetch = (page) => fetch({ ...page, headers: { ...request.headers, ...page.headers }, team });
      const robots = createRobots({ fetch: fetchAsTeam, userAgent: robotName });
      const onLocations = (locations: readonly string[]) => {
        for (const location of locations) links.add({ url: location });
        return !links.isFull;
      };
      await readSitemaps({ pages: [start], fetch: fetchAsTeam, robots, signal, onLocations });
    }
  }

  return (request, team, outer, admit) => {
    const timeout = request.timeout ?? TIMEOUT_MS;
    const late = () =>
      new Refusal(408, {
        code: 'MAP_TIMEOUT',
        error: `The map operation timed out before completing. It took longer than ${timeout} ms: send a larger \`timeout\`.`,
      });
    return withDeadline(timeout, late, outer, (signal) => gather(request, team, signal, admit));
  };
}

/** What to map where no more than one page was found: the domain without the path and the subdomain of the start page. */
function baseDomainAdvice(count: number, start: URL, domainOf: DomainOf | undefined): string[] {
  const domain = domainOf?.(start);
  const port = start.port === '' ? '' : `:${start.port}`;
  const base = domain ? `${domain}${port}` : siteOf(start);
  if (siteOf(start) === base && folderOf(start.pathname) === '') return [];
  const found = count === 0 ? 'No page was found.' : 'Only one page was found.';
  return [`${found} The base domain may have more: map ${start.protocol}//${base}.`];
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
