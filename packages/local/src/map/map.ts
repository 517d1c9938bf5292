import type { MapLink, MapRequest, ScrapeOptions } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { inTurns } from '../event-loop.js';
import { withDeadline } from '../scrape/deadline.js';
import type { Scraper, ScrapeTask } from '../scrape/scrape-task.js';
import { loadDomains } from '../site/registrable-domain.js';
import { createRobots } from '../site/robots.js';
import { readSitemaps } from '../site/sitemaps.js';
import { startUrl } from '../site/start-url.js';
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
    const start = startUrl(url);
    const domainOf = options.includeSubdomains ? await loadDomains() : undefined;
    const links = collectLinks(start, {
      domainOf,
      ignoreQueryParameters: options.ignoreQueryParameters ?? false,
      below: options.filterByPath ? start.pathname : '/',
      most: search === undefined ? limit : MAX_LINKS,
    });
    let warning: string | undefined;
    if (sitemap !== 'only') {
      warning = await addLinksOfStart();
      const site = domainOf?.(start) ?? start.hostname;
      if (options.useIndex && !options.ignoreCache) await inTurns(seen(team, site), (link) => links.add(link), signal);
    }
    if (sitemap !== 'skip' && !links.isFull) await addSitemaps();
    const all = links.all();
    const found = search === undefined ? all : await ranked(all, search, signal);
    return { links: found.slice(0, limit), ...(warning !== undefined && { warning }) };

    /** Returns a warning if the start page could not be read. */
    async function addLinksOfStart(): Promise<string | undefined> {
      try {
        const { document, links: found } = await scraper.scrape({
          url,
          options: scrapeOptions(request),
          team,
          signal,
          admit,
        });
        const { title, description } = document.metadata ?? {};
        links.add({ url, ...text('title', title), ...text('description', description) });
        await inTurns(found, (link) => links.add({ url: link }), signal);
        return undefined;
      } catch (error) {
        // The sitemap and the pages scraped before may still have links.
        if (error instanceof Refusal && !signal.aborted) return `${url} could not be read: ${error.message}`;
        throw error;
      }
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
