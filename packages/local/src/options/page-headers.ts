import type { ScrapeOptions } from '@trawl/client';

/**
 * What sites that serve mobile devices another page look for, and the name of this service. No browser is named, because none
 * fetches the page.
 */
const MOBILE_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; TrawlLocal)';

/** The headers of the caller, and those for the location and the device that the caller does not set. */
export function pageHeaders(options: ScrapeOptions): Record<string, string> {
  const namesDevice = options.mobile && !hasHeader(options, 'user-agent');
  return { ...(namesDevice && { 'User-Agent': MOBILE_USER_AGENT }), ...browserHeaders(options) };
}

/** The same without the device, which a browser names itself: its scripts say the same version as its requests. */
export function browserHeaders(options: ScrapeOptions): Record<string, string> {
  const { headers, location } = options;
  const namesLanguage = location && !hasHeader(options, 'accept-language');
  return { ...(namesLanguage && { 'Accept-Language': acceptLanguage(location) }), ...headers };
}

function hasHeader({ headers = {} }: ScrapeOptions, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name);
}

/** Writes languages as browsers do: a language with a region is followed by the language alone, unless that is listed too. */
function acceptLanguage({ country = 'US', languages = [] }: NonNullable<ScrapeOptions['location']>): string {
  const preferences = languages.length > 0 ? languages : [`${languageOf(country)}-${country}`];
  const ranges = preferences.flatMap((language) => {
    const [base = language] = language.split('-');
    return preferences.includes(base) ? [language] : [language, base];
  });
  return [...new Set(ranges)].map((range, index) => (index === 0 ? range : `${range};q=${quality(index)}`)).join(',');
}

/** The most likely language of a country. */
function languageOf(country: string): string {
  return new Intl.Locale('und', { region: country }).maximize().language;
}

function quality(index: number): number {
  return Math.max(0.1, 1 - index / 10);
}
