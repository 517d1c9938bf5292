import { expect, it } from 'vitest';
import { startCrawl } from '../generated/flags.js';
import { flagNames } from './flag-names.js';

const names = flagNames(startCrawl, [{ name: 'url', field: 'url' }]);

it.each<[unknown, string | undefined]>([
  [['limit'], '--limit'],
  [['scrapeOptions', 'formats', 0, 'question'], '--formats[0].question'],
  [['scrapeOptions', 'blockAds'], '--no-block-ads'],
  [['scrapeOptions', 'location', 'country'], '--location-country'],
  [['url'], '<url>'],
  ['limit', '--limit'],
  [['brandNew', 'field'], 'brandNew.field'],
  [['baseUrl'], '--base-url (TRAWL_BASE_URL)'],
  [[], undefined],
  [null, undefined],
])('the value at %j is called %s', (path, name) => {
  expect(names.of(path)).toBe(name);
});
