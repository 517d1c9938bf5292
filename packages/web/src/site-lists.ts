import { FetchFailure } from './fetch-types.js';
import { matchesHost } from './outgoing-proxies.js';
import type { PortPolicy } from './port-policy.js';

/** The sites that the operator allows and denies, for all teams. Patterns are hosts, or `*.example.com` for all below one. */
export interface SiteLists {
  /** Without any, all sites are allowed. */
  readonly allowedSites: readonly string[];
  /** A site in both lists is denied. */
  readonly deniedSites: readonly string[];
}

/** Returns the failure for a host that nothing is read from. */
export type SiteDenial = (hostname: string) => FetchFailure | undefined;

export function createSiteDenial({ allowedSites, deniedSites }: SiteLists): SiteDenial {
  const isIn = (hostname: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matchesHost(hostname.toLowerCase(), pattern.toLowerCase()));
  return (hostname) => {
    if (isIn(hostname, deniedSites)) {
      return new FetchFailure('forbidden', `This server does not read ${hostname}: its operator denies this site.`);
    }
    if (allowedSites.length === 0 || isIn(hostname, allowedSites)) return undefined;
    return new FetchFailure('forbidden', `This server does not read ${hostname}: its operator allows only some sites.`);
  };
}

/** The policy for connections of a browser, which also keeps to the lists. */
export function withSiteLists(policyAt: PortPolicy, denialFor: SiteDenial): PortPolicy {
  return async (port) => {
    const policy = await policyAt(port);
    return { ...policy, denialFor: (hostname) => policy.denialFor(hostname) ?? denialFor(hostname) };
  };
}
