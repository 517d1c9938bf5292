import type { ScrapeOptions } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';

/** Whether a request wants an enhanced proxy. `stealth` is an older name of it. */
export function wantsEnhancedProxy({ proxy }: Pick<ScrapeOptions, 'proxy'>): boolean {
  return proxy === 'enhanced' || proxy === 'stealth';
}

/** Whether a page that refuses a basic proxy is read again through an enhanced one. */
export function mayRetryWithEnhancedProxy({
  proxy = contractDefaults('ScrapeOptions').proxy,
}: Pick<ScrapeOptions, 'proxy'>): boolean {
  return proxy === 'auto';
}

/** What a request wants of the proxy that it leaves through. */
export function proxyWish(options: Pick<ScrapeOptions, 'proxy' | 'location'>) {
  return {
    kind: wantsEnhancedProxy(options) ? ('enhanced' as const) : ('basic' as const),
    country: options.location?.country,
  };
}
