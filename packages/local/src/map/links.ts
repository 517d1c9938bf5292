import type { MapLink } from '@trawl/client';
import type { DomainOf } from '../site/registrable-domain.js';
import { type IdentityRules, identityOf, isReadable, pageBehind, siteOf } from '../site/url-identity.js';

export interface LinkRules {
  /** There when links of subdomains are wanted. */
  readonly domainOf: DomainOf | undefined;
  readonly ignoreQueryParameters: boolean;
  /** Links kept at most. */
  readonly most: number;
}

/** The pages of one site, each once, in the order in which they were found. */
export interface Links {
  readonly isFull: boolean;
  /** Takes a link if it is one of the site's; what is known of it completes what was known before. */
  add(link: MapLink): void;
  all(): MapLink[];
}

export function collectLinks(start: URL, { domainOf, ignoreQueryParameters, most }: LinkRules): Links {
  const rules: IdentityRules = { ignoreQueryParameters, deduplicateSimilarURLs: true };
  const site = siteOf(start);
  const domain = domainOf?.(start) ?? undefined;
  const links = new Map<string, MapLink>();

  return {
    get isFull() {
      return links.size >= most;
    },
    add(link) {
      const url = pageBehind(link.url, rules);
      if (!url || !isReadable(url)) return;
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
