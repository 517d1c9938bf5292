import type { MapLink } from '@trawl/client';
import type { DomainOf } from '@trawl/web/site/registrable-domain';
import {
  fileKindOf,
  folderOf,
  type IdentityRules,
  identityOf,
  isWithin,
  pageUrl,
  siteOf,
} from '@trawl/web/site/url-identity';

export interface LinkRules {
  /** Set to include links of subdomains. */
  readonly domainOf: DomainOf | undefined;
  /** Lists URLs without their query. */
  readonly ignoreQueryParameters: boolean;
  /** Whether to leave out what is not below the path of the start page. */
  readonly filterByPath: boolean;
  /** Limit of the number of links. */
  readonly max: number;
  /** How well a link fits what is looked for: those that fit best are kept, wherever they come. By default, the first are. */
  readonly scoreOf?: ((link: MapLink) => number) | undefined;
}

/** Collects the pages of one site, each once, in the order in which they were found, or the best ones first. */
export interface Links {
  readonly count: number;
  /** Whether no further link is kept. */
  readonly isFull: boolean;
  /** Adds a link if it belongs to the site. A known link only gets the fields that it lacks. */
  add(link: MapLink): void;
  /** Takes the URL that the start page redirects to: pages below it are wanted too, or those of its site instead. */
  redirect(target: URL): void;
  all(): MapLink[];
}

interface FoundLink {
  readonly link: MapLink;
  readonly score: number;
}

/** Those that do not fit are dropped now and then, because sorting takes longer than keeping some more. */
const SPARE = 1_000;

export function collectLinks(start: URL, options: LinkRules): Links {
  const { domainOf, ignoreQueryParameters, filterByPath, max, scoreOf } = options;
  const rules: IdentityRules = { ignoreQueryParameters, deduplicateSimilarURLs: true };
  let links = new Map<string, FoundLink>();
  let site = siteOf(start);
  let domain = domainOf?.(start) ?? undefined;
  let folders = [folderOf(start.pathname)];

  function isOfSite(url: URL): boolean {
    return siteOf(url) === site || (domain !== undefined && domainOf?.(url) === domain);
  }

  function isWanted(url: URL): boolean {
    const isBelow = !filterByPath || folders.some((folder) => isWithin(folder, url.pathname));
    return isBelow && fileKindOf(url) === undefined && isOfSite(url);
  }

  /** Keeps the best links. Of those that fit equally well, the first are better. */
  function keepBest(): void {
    const best = [...links].sort(([, one], [, other]) => other.score - one.score).slice(0, max);
    links = new Map(best);
  }

  function keep(key: string, link: MapLink): void {
    links.set(key, { link, score: scoreOf?.(link) ?? 0 });
    if (scoreOf && links.size > max + SPARE) keepBest();
  }

  return {
    get count() {
      return Math.min(links.size, max);
    },
    get isFull() {
      return scoreOf === undefined && links.size >= max;
    },
    add(link) {
      const url = pageUrl(link.url);
      if (!url || !isWanted(url)) return;
      if (ignoreQueryParameters) url.search = '';
      const key = identityOf(url, rules);
      const existing = links.get(key);
      if (existing) keep(key, { ...withoutEmpty(link), ...existing.link });
      else if (!this.isFull) keep(key, { ...withoutEmpty(link), url: url.href });
    },
    redirect(target) {
      if (isOfSite(target)) {
        folders.push(folderOf(target.pathname));
        return;
      }
      site = siteOf(target);
      domain = domainOf?.(target) ?? undefined;
      folders = [folderOf(target.pathname)];
    },
    all() {
      if (scoreOf) keepBest();
      return [...links.values()].map(({ link }) => link);
    },
  };
}

function withoutEmpty({ url, title, description }: MapLink): MapLink {
  return { url, ...(title && { title }), ...(description && { description }) };
}
