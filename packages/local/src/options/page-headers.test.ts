import type { ScrapeOptions } from '@trawl/client';
import { expect, test } from 'vitest';
import { pageHeaders } from './page-headers.js';

test.each<[NonNullable<ScrapeOptions['location']>, string]>([
  [{ country: 'DE' }, 'de-DE,de;q=0.9'],
  [{ country: 'JP' }, 'ja-JP,ja;q=0.9'],
  [{}, 'en-US,en;q=0.9'],
  [{ country: 'CH', languages: ['fr', 'de'] }, 'fr,de;q=0.9'],
  [{ country: 'US', languages: ['es-MX'] }, 'es-MX,es;q=0.9'],
  [{ languages: ['de-CH', 'en', 'de-DE', 'en-GB', 'fr'] }, 'de-CH,de;q=0.9,en;q=0.8,de-DE;q=0.7,en-GB;q=0.6,fr;q=0.5'],
])('the location %o asks for %s', (location, languages) => {
  expect(pageHeaders({ location })).toEqual({ 'Accept-Language': languages });
});

test('a header of the caller takes precedence', () => {
  const headers = { 'accept-language': 'sv', 'X-A': 'b' };
  expect(pageHeaders({ headers, location: { country: 'DE' } })).toEqual(headers);
});

test('a mobile device is named, unless the caller names another program', () => {
  const { 'User-Agent': userAgent } = pageHeaders({ mobile: true });
  expect(userAgent).toMatch(/^Mozilla\/5\.0 \(Linux; Android .*\) .* Mobile Safari\/.*TrawlLocal/);
  expect(userAgent).not.toContain('Chrome');
  expect(pageHeaders({ mobile: true, headers: { 'user-agent': 'mine/1' } })).toEqual({ 'user-agent': 'mine/1' });
  expect(pageHeaders({ mobile: true, location: { country: 'DE' } })).toMatchObject({
    'Accept-Language': 'de-DE,de;q=0.9',
    'User-Agent': userAgent,
  });
});

test('without a location nothing is added', () => {
  expect(pageHeaders({})).toEqual({});
});
