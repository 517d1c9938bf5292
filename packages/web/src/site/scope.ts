import type { DomainOf } from './registrable-domain.js';
import { folderOf, isWithin, siteOf } from './url-identity.js';

export interface ScopeRules {
  readonly crawlEntireDomain?: boolean | undefined;
  readonly allowExternalLinks?: boolean | undefined;
}

/** Whether a page belongs to a crawl that starts at one of these URLs. */
export type Scope = (url: URL) => boolean;

/**
 * A start page that redirects has two URLs, and pages below either are in scope. Pass `domainOf` when subdomains are
 * allowed.
 */
export function createScope(starts: readonly URL[], rules: ScopeRules, domainOf?: DomainOf): Scope {
  const roots = starts.map((url) => ({ site: siteOf(url), folder: folderOf(url.pathname), domain: domainOf?.(url) }));
  return (url) => {
    const site = siteOf(url);
    const sameSite = roots.filter((root) => root.site === site);
    if (sameSite.length > 0) {
      return rules.crawlEntireDomain === true || sameSite.some(({ folder }) => isWithin(folder, url.pathname));
    }
    if (rules.allowExternalLinks) return true;
    const domain = domainOf?.(url);
    return typeof domain === 'string' && roots.some((root) => root.domain === domain);
  };
}
