import { createVirtualClock } from '@trawl/base/clock';
import { Fetcher } from '@trawl/web/fetch';
import { afterAll, describe, expect, test } from 'vitest';
import { searchQuestion } from '../../test/search-question.js';
import { startSearxng, type WebResult } from '../../test/searxng.js';
import type { SearchQuestion } from './search-engine.js';
import { createSearxng } from './searxng.js';

const fetcher = new Fetcher({ allowPrivateNetworks: false, userAgent: 'TrawlLocal/0' });
afterAll(() => fetcher.close());

const clock = createVirtualClock(new Date('2026-11-21T12:00:00Z'));

const web = (url: string, title = 'Zebra', more: object = {}): WebResult => ({
  category: 'general',
  url,
  title,
  ...more,
});

async function start(results: readonly WebResult[]) {
  const searxng = await startSearxng(results);
  const engine = createSearxng({ address: searxng.address, fetch: fetcher.fetch, clock });
  const ask = (query: string, more: Partial<SearchQuestion> = {}, signal = new AbortController().signal) =>
    engine.search(searchQuestion(query, { country: 'US', ...more }), signal);
  return { searxng, ask };
}

test('web pages, news and images are found as SearXNG finds them', async () => {
  const { searxng, ask } = await start([
    web('https://a.example/', 'Zebra', { content: ' A  striped\nhorse. ', engine: 'x' }),
    {
      category: 'news',
      url: 'https://n.example/1',
      title: 'Zebra seen',
      content: 'Today.',
      publishedDate: '2026-11-21T10:00:00',
      thumbnail: 'https://n.example/t.jpg',
    },
    {
      category: 'images',
      url: 'https://i.example/p',
      title: 'A zebra',
      img_src: '//i.example/z.jpg',
      resolution: '1024 × 768',
    },
    { category: 'images', url: 'https://i.example/q', title: 'A zebra too', img_src: 'https://i.example/y.jpg' },
  ]);
  expect(await ask('zebra', { sources: ['web', 'news', 'images'] })).toEqual({
    web: [{ url: 'https://a.example/', title: 'Zebra', description: 'A striped horse.' }],
    news: [
      {
        url: 'https://n.example/1',
        title: 'Zebra seen',
        snippet: 'Today.',
        position: 1,
        date: '2026-11-21T10:00:00.000Z',
        imageUrl: 'https://n.example/t.jpg',
      },
    ],
    images: [
      {
        title: 'A zebra',
        imageUrl: 'http://i.example/z.jpg',
        imageWidth: 1024,
        imageHeight: 768,
        url: 'https://i.example/p',
        position: 1,
      },
      { title: 'A zebra too', imageUrl: 'https://i.example/y.jpg', url: 'https://i.example/q', position: 2 },
    ],
    warnings: [],
  });
  const { images } = await ask('zebra larger:1000x700', { sources: ['images'] });
  expect(images.map(({ position, imageUrl }) => [position, imageUrl])).toEqual([[1, 'http://i.example/z.jpg']]);
  expect(searxng.queries.at(-1)?.q).toBe('zebra');
});

test('reads pages until there are enough results, each URL once', async () => {
  const results = Array.from({ length: 25 }, (_, index) => web(`https://a.example/${index}`));
  const { searxng, ask } = await start([web('https://a.example/0/?utm_source=x'), ...results]);
  expect((await ask('zebra', { limit: 15 })).web).toHaveLength(15);
  expect(searxng.queries.map(({ pageno }) => pageno)).toEqual(['1', '2']);
  const all = await ask('zebra', { limit: 100 });
  expect(all.web).toHaveLength(25);
  expect(all.web[0]?.url).toBe('https://a.example/0/?utm_source=x');
});

test('a question is put in the words of SearXNG', async () => {
  const { searxng, ask } = await start([]);
  const { warnings } = await ask('zebra -lion', {
    tbs: { web: 'sbd:1,qdr:w' },
    country: 'DE',
    location: 'Berlin,Germany',
    safe: true,
    excludeDomains: ['b.example'],
  });
  expect(searxng.queries).toEqual([
    {
      q: 'zebra -lion -site:b.example',
      format: 'json',
      categories: 'general',
      pageno: '1',
      language: 'de-DE',
      time_range: 'week',
      safesearch: '1',
    },
  ]);
  expect(warnings).toEqual(['The SearXNG server takes no location: only the country was used.']);
  await ask('zebra', { includeDomains: ['a.example', 'b.example'] });
  expect(searxng.queries.at(-1)?.q).toBe('zebra (site:a.example OR site:b.example)');
  await ask('zebra', { language: 'fr', categories: ['developer'] });
  expect(searxng.queries.at(-1)).toMatchObject({ q: 'zebra', categories: 'it', language: 'fr' });
});

test('results that do not keep to the domains are left out', async () => {
  const { ask } = await start([web('https://www.a.example/'), web('https://b.example/'), web('https://c.example/')]);
  const urls = async (more: Partial<SearchQuestion>) => (await ask('zebra', more)).web.map(({ url }) => url);
  expect(await urls({ includeDomains: ['a.example', 'b.example'] })).toEqual([
    'https://www.a.example/',
    'https://b.example/',
  ]);
  expect(await urls({ excludeDomains: ['a.example', 'b.example'] })).toEqual(['https://c.example/']);
});

test('each category is a query of its own, and results name it', async () => {
  const { searxng, ask } = await start([
    web('https://github.com/a/1'),
    web('https://elsewhere.example/'),
    web('https://a.example/x.pdf?v=1'),
    { category: 'science', url: 'https://arxiv.org/abs/1', title: 'Zebra' },
  ]);
  const { web: found } = await ask('zebra', { categories: ['github', 'research', 'pdf'] });
  expect(found.map(({ url, category }) => [category, url])).toEqual([
    ['github', 'https://github.com/a/1'],
    ['research', 'https://arxiv.org/abs/1'],
    ['pdf', 'https://a.example/x.pdf?v=1'],
  ]);
  expect(new Set(searxng.queries.map(({ q, categories }) => `${categories}: ${q}`))).toEqual(
    new Set(['science: zebra', 'general: zebra filetype:pdf', 'general: zebra site:github.com']),
  );
});

test.each([
  ['qdr:h', ['now']],
  ['qdr:d', ['undated', 'now']],
  ['cdr:1,cd_min:11/01/2026,cd_max:11/02/2026', ['old']],
  ['sbd:1', ['now', 'old', 'undated']],
])('%s looks at the dates of results', async (tbs, names) => {
  const { ask } = await start([
    web('https://a.example/undated'),
    web('https://a.example/old', 'Zebra', { publishedDate: '2026-11-02T10:00:00Z' }),
    web('https://a.example/now', 'Zebra', { publishedDate: '2026-11-21T11:59:00Z' }),
  ]);
  expect((await ask('zebra', { tbs: { web: tbs } })).web.map(({ url }) => url.slice(18))).toEqual(names);
});

describe('a server that fails', () => {
  test.each([
    [403, 'upstream_failed', 'answers with status 403: add `json` to `search.formats` in its settings.'],
    [429, 'too_many', 'answers with status 429: it takes no more requests for now.'],
    [500, 'upstream_failed', 'answers with status 500.'],
    ['reset', 'upstream_failed', 'cannot be asked. The connection was cut'],
    ['html', 'upstream_failed', 'its answer is no JSON.'],
  ] as const)('with %s', async (fail, code, error) => {
    const { searxng, ask } = await start([]);
    searxng.fail = fail;
    const refusal = await ask('zebra').catch((thrown: Error) => thrown);
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(error) });
    if (fail === 429) expect(refusal).toMatchObject({ facts: { retryAfterSeconds: 7 } });
  });

  test('by saying nothing is left when the search is over', async () => {
    const { searxng, ask } = await start([]);
    searxng.fail = 'silence';
    const controller = new AbortController();
    const results = ask('zebra', {}, controller.signal);
    const reason = new Error('Over.');
    setTimeout(() => controller.abort(reason), 50);
    await expect(results).rejects.toBe(reason);
  });

  test('in part, says which part', async () => {
    const { searxng, ask } = await start([web('https://a.example/')]);
    searxng.silent = [['google', 'timeout']];
    const { web: found, warnings } = await ask('zebra');
    expect(found).toHaveLength(1);
    expect(warnings).toEqual(['Some engines of the SearXNG server did not answer: google: timeout.']);
  });
});
