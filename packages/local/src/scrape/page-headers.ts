import type { ScrapeOptions } from '@trawl/client';

/** The headers of the caller, with an `Accept-Language` for the location unless the caller sets one. */
export function pageHeaders({ headers = {}, location }: ScrapeOptions): Record<string, string> {
  const hasAcceptLanguage = Object.keys(headers).some((name) => name.toLowerCase() === 'accept-language');
  return location && !hasAcceptLanguage ? { 'Accept-Language': acceptLanguage(location), ...headers } : headers;
}

function acceptLanguage({ country = 'US', languages = [] }: NonNullable<ScrapeOptions['location']>): string {
  const wanted = languages.length > 0 ? languages : [languageOf(country)];
  const ranges = wanted.flatMap((language) => {
    const [base = language] = language.split('-');
    return base === language ? [`${language}-${country}`, language] : [language, base];
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
