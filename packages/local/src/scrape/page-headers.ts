import type { ScrapeOptions } from '@trawl/client';

/** The headers for a page: those of the caller, and the languages of the location where they say nothing of it. */
export function pageHeaders({ headers = {}, location }: ScrapeOptions): Record<string, string> {
  const isSaid = Object.keys(headers).some((name) => name.toLowerCase() === 'accept-language');
  return location && !isSaid ? { 'Accept-Language': acceptLanguage(location), ...headers } : headers;
}

function acceptLanguage({ country = 'US', languages = [] }: NonNullable<ScrapeOptions['location']>): string {
  const wanted = languages.length > 0 ? languages : [languageOf(country)];
  const ranges = wanted.flatMap((language) => {
    const [base = language] = language.split('-');
    return base === language ? [`${language}-${country}`, language] : [language, base];
  });
  return [...new Set(ranges)].map((range, index) => (index === 0 ? range : `${range};q=${quality(index)}`)).join(',');
}

/** The language that most people of a country read. */
function languageOf(country: string): string {
  return new Intl.Locale('und', { region: country }).maximize().language;
}

function quality(index: number): number {
  return Math.max(0.1, 1 - index / 10);
}
