import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Trawl } from '@trawl/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToolset, type Toolset } from '../toolset.js';

const entry = (name: string, href: string, site = 'reference') => ({
  kind: 'Call',
  name,
  place: '',
  text: 'About it.',
  site,
  href,
});
const files: Record<string, string> = {
  '/reference/search-index.js': `globalThis.searchEntries = ${JSON.stringify([
    entry('Get a crawl', 'crawl/get-a-crawl.html'),
    entry('Start a crawl', 'crawl/start-a-crawl.html#url'),
    entry('Jobs', 'jobs.html#wait', 'guides'),
  ])};\n`,
  '/docs/jobs.md': '# Jobs\n\nA job takes time.\n',
};
const server = createServer(({ url = '' }, response) => {
  response.writeHead(url in files ? 200 : 404).end(files[url]);
});
let toolset: Toolset;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
