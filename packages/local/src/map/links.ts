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
}

/** Collects the pages of one site, each once, in the order in which they were found. */
export interface Links {
  readonly count: number;
  readonly isFull: boolean;
  /** Adds a link if it belongs to the site. A known link only gets the fields that it lacks. */
  add(link: MapLink): void;
  /** Takes the URL that the start page redirects to: pages below it are wanted too, or those of its site instead. */
  redirect(target: URL): void;
  all(): MapLink[];
}

export function collectLinks(start: URL, options: LinkRules): Links {
  const { domainOf, ignoreQueryParameters, filterByPath, max } = options;
  const rules: IdentityRules = { ignoreQueryParameters, deduplicateSimilarURLs: true };
  const links = new Map<string, MapLink>();
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

  return {
    get count() {
      return links.size;
    },
    get isFull() {
      return links.size >= max;
    },
    add(link) {
      const url = pageUrl(link.url);
      if (!url || !isWanted(url)) return;
      if (ignoreQueryParameters) url.search = '';
      const key = identityOf(url, rules);
      const existingLink = links.get(key);
      if (existingLink) links.set(key, { ...withoutEmpty(link), ...existingLink });
      else if (links.size < max) links.set(key, { ...withoutEmpty(link), url: url.href });
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
    all: () => [...links.values()],
  };
}

function withoutEmpty({ url, title, description }: MapLink): MapLink {
  return { url, ...(title && { title }), ...(description && { description }) };
}
