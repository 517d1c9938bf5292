import type { ScrapeOptions } from '@trawl/client';

type Location = NonNullable<ScrapeOptions['location']>;

/** The language of the browser: the first requested one, else the most likely one of the country. */
export function localeOf({ country = 'US', languages = [] }: Location): string {
  return languages[0] ?? `${regionOf(country).maximize().language}-${country}`;
}

/** Where most people of a country live that has several times; the first zone in the alphabet is often an island. */
const MOST_PEOPLE: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Truk',
  GL: 'America/Godthab',
  KI: 'Pacific/Tarawa',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
};

/** The time zone of a country, by the data of this Node.js; undefined for a country that it does not know. */
export function timeZoneOf({ country = 'US' }: Location): string | undefined {
  return MOST_PEOPLE[country] ?? zonesOf(regionOf(country))[0];
}

/** Newer engines have the method, older ones the property. */
interface WithTimeZones {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[] | undefined;
}

function zonesOf(region: Intl.Locale & WithTimeZones): readonly string[] {
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}

function regionOf(country: string): Intl.Locale {
  return new Intl.Locale('und', { region: country });
}
