import { getDomain } from 'tldts';
import { folderOf, siteOf } from './url-identity.js';

export interface ScopeRules {
  readonly crawlEntireDomain?: boolean | undefined;
  readonly allowSubdomains?: boolean | undefined;
  readonly allowExternalLinks?: boolean | undefined;
}

/** Whether a page belongs to a crawl that starts at one of these URLs. */
export type Scope = (url: URL) => boolean;

/** A start page that redirects has two URLs, and pages below either belong. */
export function createScope(starts: readonly URL[], rules: ScopeRules): Scope {
  const homes = starts.map((url) => ({ site: siteOf(url), folder: folderOf(url.pathname), domain: domainOf(url) }));
  return (url) => {
    const site = siteOf(url);
    const sameSite = homes.filter((home) => home.site === site);
    if (sameSite.length > 0) {
      return rules.crawlEntireDomain === true || sameSite.some(({ folder }) => isWithin(folder, url.pathname));
    }
    if (rules.allowExternalLinks) return true;
    if (!rules.allowSubdomains) return false;
    const domain = domainOf(url);
    return domain !== null && homes.some((home) => home.domain === domain);
  };
}

function isWithin(folder: string, pathname: string): boolean {
  return folderOf(pathname) === folder || pathname.startsWith(`${folder}/`);
}

/** The part of a host name that somebody owns, such as `example.co.uk`; null for addresses and single names. */
export function domainOf(url: URL): string | null {
  return getDomain(url.hostname, { allowPrivateDomains: true });
}
