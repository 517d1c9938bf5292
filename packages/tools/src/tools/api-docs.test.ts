import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { indexProgram, type SearchEntry } from '@trawl/base/docs-index';
import { createDocsSearch } from '@trawl/base/docs-search';
import { Trawl } from '@trawl/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToolset, type Toolset } from '../toolset.js';

const call = (name: string, href: string, words = ''): SearchEntry => ({
  kind: 'Call',
  name,
  place: '',
  text: 'About it.',
  site: 'reference',
  href,
  words,
});
const guide = (name: string, href: string): SearchEntry => ({ ...call(name, href), kind: 'Guide', site: 'guides' });
const entries = [
  call('Get a crawl', 'crawl/get-a-crawl.html'),
  call('Start a crawl', 'crawl/start-a-crawl.html#url', 'startCrawl trawl.crawls.start'),
  guide('Jobs', 'jobs.html#wait'),
  guide('Platforms', 'platforms.html'),
];
const files: Record<string, string> = {
  '/reference/search-index.js': indexProgram(entries),
  '/broken/search-index.js': 'Not found.',
  '/docs/jobs.md': '# Jobs\n\nA job takes time.\n',
};
const server = createServer(({ url = '' }, response) => {
  response.writeHead(url in files ? 200 : 404).end(files[url]);
});
let origin: string;
let toolset: Toolset;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  toolset = createToolset(new Trawl({ baseUrl: origin }), { referenceUrl: `${origin}/reference/` });
});
afterAll(() => server.close());

it('finds pages by their words, and says where their Markdown is', async () => {
  const { text } = await toolset.call('search_api_docs', { query: 'start crawl' });
  expect(text.indexOf('reference/crawl/start-a-crawl.md#url')).toBeLessThan(
    text.indexOf('reference/crawl/get-a-crawl.md'),
  );
  expect((await toolset.call('search_api_docs', { query: 'jobs' })).text).toContain('docs/jobs.md#wait');
});

it.each(['nextjs', 'trawl.crawls.start()', 'crawls'])(
  'finds for %j what the search of the pages finds',
  async (query) => {
    const search = await createDocsSearch(entries);
    const expected = search(query).entries.map(({ name }) => name);
    const { text } = await toolset.call('search_api_docs', { query });
    expect(expected).not.toEqual([]);
    expect([...text.matchAll(/^\d+\. \w+: (.*)$/gm)].map(([, name]) => name)).toEqual(expected);
  },
);

it('says when the documentation has no index', async () => {
  const broken = createToolset(new Trawl({ baseUrl: origin }), { referenceUrl: `${origin}/broken/` });
  expect(await broken.call('search_api_docs', { query: 'crawl' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('has no index'),
  });
});

it('reads a page, and nothing outside of the documentation', async () => {
  expect((await toolset.call('read_api_docs', { page: 'docs/jobs.md#wait' })).text).toContain('A job takes time.');
  for (const page of ['http://127.0.0.1:9/a.md', 'reference/search-index.js'])
    expect(await toolset.call('read_api_docs', { page })).toMatchObject({ isError: true });
  const missing = await toolset.call('read_api_docs', { page: 'docs/nothing.md' });
  expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('has no such page') });
});

it('is there where the developer says where the documentation is', () => {
  expect(createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:9' })).tools.map(({ name }) => name)).not.toContain(
    'read_api_docs',
  );
  const names = toolset.tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['search_api_docs', 'read_api_docs']));
});
