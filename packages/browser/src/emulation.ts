import type { ScrapeOptions } from '@trawl/client';
import type { BrowserContextOptions } from 'playwright-core';
import { headerValue } from './first-party-headers.js';
import { localeOf, timeZoneOf } from './place.js';

interface Emulated {
  readonly options: ScrapeOptions;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What a browser context pretends to be, by the options and headers of the caller: a device, somewhere.
 *
 * @param version of the browser.
 * @param userAgent names this service at the end of the `User-Agent` of the browser.
 */
export async function emulationOf(
  { options, headers }: Emulated,
  version: string,
  userAgent: string,
): Promise<BrowserContextOptions> {
  const { devices } = await import('playwright-core');
  const { skipTlsVerification = true, mobile, location } = options;
  const device = devices[mobile ? 'Pixel 7' : 'Desktop Chrome'];
  const acceptLanguage = headerValue(headers, 'accept-language');
  const timeZone = location && timeZoneOf(location);
  const [major = ''] = version.split('.');
  const agent = device?.userAgent.replace(/Chrome\/[\d.]+/, `Chrome/${major}.0.0.0`);
  return {
    ...device,
    userAgent: headerValue(headers, 'user-agent') ?? `${agent} ${userAgent}`,
    ...(location && { locale: localeOf(location) }),
    ...(timeZone !== undefined && { timezoneId: timeZone }),
    ...(acceptLanguage !== undefined && { extraHTTPHeaders: { 'Accept-Language': acceptLanguage } }),
    ignoreHTTPSErrors: skipTlsVerification,
    acceptDownloads: false,
    serviceWorkers: 'block',
  };
}
