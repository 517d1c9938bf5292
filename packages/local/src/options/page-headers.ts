import type { ScrapeOptions } from '@trawl/client';

/** What sites that serve mobile devices another page look for, and the name of this service. */
const MOBILE_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; TrawlLocal)';

/** The headers of the caller, and those for the location and the device that the caller does not set. */
export function pageHeaders({ headers = {}, location, mobile }: ScrapeOptions): Record<string, string> {
  const isSet = (header: string) => Object.keys(headers).some((name) => name.toLowerCase() === header);
  return {
    ...(location && !isSet('accept-language') && { 'Accept-Language': acceptLanguage(location) }),
    ...(mobile && !isSet('user-agent') && { 'User-Agent': MOBILE_USER_AGENT }),
    ...headers,
  };
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
