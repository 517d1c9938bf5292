import type { MapLink } from '@trawl/client';
import type { DomainOf } from '../site/registrable-domain.js';
import { type IdentityRules, identityOf, isReadable, pageUrl, siteOf } from '../site/url-identity.js';

export interface LinkRules {
  /** Set to include links of subdomains. */
  readonly domainOf: DomainOf | undefined;
  readonly ignoreQueryParameters: boolean;
  /** The beginning of the paths of all links. */
  readonly below: string;
  /** Limit of the number of links. */
  readonly most: number;
}

/** Collects the pages of one site, each once, in the order in which they were found. */
export interface Links {
  readonly isFull: boolean;
  /** Adds a link if it belongs to the site. A known link only gets the fields that it lacks. */
  add(link: MapLink): void;
  all(): MapLink[];
}

export function collectLinks(start: URL, { domainOf, ignoreQueryParameters, below, most }: LinkRules): Links {
  const rules: IdentityRules = { ignoreQueryParameters, deduplicateSimilarURLs: true };
  const site = siteOf(start);
  const domain = domainOf?.(start) ?? undefined;
  const links = new Map<string, MapLink>();

  return {
    get isFull() {
      return links.size >= most;
    },
    add(link) {
      const url = pageUrl(link.url, rules);
      if (!url || !isReadable(url) || !url.pathname.startsWith(below)) return;
      if (siteOf(url) !== site && (domain === undefined || domainOf?.(url) !== domain)) return;
      const key = identityOf(url, rules);
      const known = links.get(key);
      if (known) links.set(key, { ...withoutEmpty(link), ...known });
      else if (links.size < most) links.set(key, { ...withoutEmpty(link), url: url.href });
    },
    all: () => [...links.values()],
  };
}

function withoutEmpty({ url, title, description }: MapLink): MapLink {
  return { url, ...(title && { title }), ...(description && { description }) };
}
