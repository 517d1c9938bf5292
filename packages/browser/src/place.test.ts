import { expect, it } from 'vitest';
import { localeOf, timeZoneOf } from './place.js';

const offsetOf = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(Date.UTC(2026, 0, 15))
    .find(({ type }) => type === 'timeZoneName')?.value;

it.each([
  ['DE', 'GMT+01:00'],
  ['IN', 'GMT+05:30'],
  ['JP', 'GMT+09:00'],
  ['US', 'GMT-05:00'],
  ['CA', 'GMT-05:00'],
  ['MX', 'GMT-06:00'],
  ['BR', 'GMT-03:00'],
  ['CL', 'GMT-03:00'],
  ['ES', 'GMT+01:00'],
  ['RU', 'GMT+03:00'],
  ['KZ', 'GMT+05:00'],
  ['CN', 'GMT+08:00'],
  ['ID', 'GMT+07:00'],
  ['AU', 'GMT+11:00'],
  ['NZ', 'GMT+13:00'],
  ['PG', 'GMT+10:00'],
  ['PF', 'GMT-10:00'],
  ['GL', 'GMT-02:00'],
  ['KI', 'GMT+12:00'],
  ['FM', 'GMT+10:00'],
  ['MN', 'GMT+08:00'],
])('the clocks of most people in %s show %s in January', (country, offset) => {
  expect(offsetOf(timeZoneOf({ country }))).toBe(offset);
});

it('knows the clock of the mainland, no clock of a country that does not exist, and takes the United States for none', () => {
  expect(timeZoneOf({ country: 'PT' })).toBe('Europe/Lisbon');
  expect(timeZoneOf({ country: 'XX' })).toBeUndefined();
  expect(timeZoneOf({})).toBe('America/New_York');
});

it.each([
  [{ country: 'DE' }, 'de-DE'],
  [{ country: 'CH', languages: ['fr', 'de'] }, 'fr'],
  [{ country: 'JP', languages: [] }, 'ja-JP'],
  [{}, 'en-US'],
])('the browser in %j speaks %s', (location, locale) => {
  expect(localeOf(location)).toBe(locale);
});
