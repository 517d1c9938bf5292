import type { ScrapeOptions } from '@trawl/client';

/** Whether a request wants an enhanced proxy. `stealth` is an older name of it. */
export function wantsEnhancedProxy({ proxy }: Pick<ScrapeOptions, 'proxy'>): boolean {
  return proxy === 'enhanced' || proxy === 'stealth';
}

/** What a request wants of the proxy that it leaves through. */
export function proxyWish(options: Pick<ScrapeOptions, 'proxy' | 'location'>) {
  return {
    kind: wantsEnhancedProxy(options) ? ('enhanced' as const) : ('basic' as const),
    country: options.location?.country,
  };
}
