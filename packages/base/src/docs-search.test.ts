import { expect, it } from 'vitest';
import type { SearchEntry } from './docs-index.js';
import { createDocsSearch } from './docs-search.js';

const field = (name: string): SearchEntry => ({
  kind: 'Field',
  name,
  place: 'of: Crawl',
  text: 'Keys.',
  site: 'reference',
  href: '#f',
});
const entries: SearchEntry[] = [
  {
    kind: 'Call',
    name: 'Start a crawl',
    place: 'POST /v2/crawl',
    text: 'Reads many pages.',
    site: 'reference',
    href: '#/crawl',
  },
  {
    kind: 'Call',
    name: 'Get a crawl',
    place: 'GET /v2/crawl/{id}',
    text: 'Its pages so far.',
    site: 'reference',
    href: '#/get',
  },
  {
    kind: 'Section',
    name: 'Authentication',
    place: 'Introduction',
    text: 'Send your API key.',
    site: 'reference',
    href: '#/auth',
  },
  {
    kind: 'Status',
    name: '429',
    place: 'Errors',
    text: 'Rate limit of the plan exceeded',
    site: 'reference',
    href: '#/429',
  },
  {
    kind: 'Error code',
    name: 'SCRAPE_TIMEOUT',
    place: 'Errors',
    text: 'The page took too long.',
    site: 'reference',
    href: '#/code',
  },
  field('includeDomains'),
  {
    kind: 'Guide',
    name: 'Read a site',
    place: 'Guides',
    text: 'Its log says which pages.',
    site: 'reference',
    href: '#/read',
  },
  {
    kind: 'Guide',
    name: 'Log in with a profile',
    place: 'Guides',
    text: 'Cookies that stay.',
    site: 'reference',
    href: '#/profile',
  },
];
const find = await createDocsSearch(entries);
const names = (query: string) => find(query).entries.map(({ name }) => name);

it.each([
  ['crawl', 'Start a crawl'],
  ['how do I crawl a site', 'Start a crawl'],
  ['rate limits', '429'],
  ['all rate limits per plan', '429'],
  ['how do I log in to a site', 'Log in with a profile'],
  ['scrape_timeout', 'SCRAPE_TIMEOUT'],
  ['timeout', 'SCRAPE_TIMEOUT'],
  ['domains', 'includeDomains'],
  ['includeDomain', 'includeDomains'],
])('finds %j', (query, name) => {
  expect(names(query)[0]).toBe(name);
});

it('says when nothing has all of the words', () => {
  const { areWhole, entries: some } = find('limit domains');
  expect(areWhole).toBe(false);
  expect(some.map(({ name }) => name).sort()).toEqual(['429', 'includeDomains']);
  expect(find('nonsense')).toEqual({ areWhole: true, entries: [] });
});
