import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import type { Database } from '../store/database.js';
import { openDatabase } from '../store/sqlite.js';
import type { IndexEntry } from './index-entry.js';
import type { SearchQuestion } from './search-engine.js';
import { createSearchIndex } from './search-index.js';

const clock = createVirtualClock(new Date('2026-11-21T12:00:00Z'));
let database: Database;
let index: ReturnType<typeof createSearchIndex>;

beforeEach(() => {
  database = openDatabase();
  index = createSearchIndex(database, clock);
});
afterEach(() => database.close());

let seen = 0;
const add = (url: string, text: string, more: Partial<IndexEntry> = {}) =>
  index.add({
    url,
    text,
    title: '',
    description: '',
    contentType: 'text/html',
    seenAt: ++seen,
    isArticle: false,
    images: [],
    ...more,
  });

const ask = (query: string, more: Partial<SearchQuestion> = {}) =>
  index.search(
    {
      query,
      limit: 10,
      sources: ['web'],
      tbs: {},
      categories: [],
      includeDomains: [],
      excludeDomains: [],
      highlights: true,
      country: undefined,
      location: undefined,
      safe: undefined,
      ...more,
    },
    new AbortController().signal,
  );

const urlsOf = async (query: string, more: Partial<SearchQuestion> = {}) =>
  (await ask(query, more)).web.map(({ url }) => url.replace(/^https:\/\//, ''));

describe('ranking', () => {
  test('puts the title before the text, all words before some, and leaves out the rest', async () => {
    add('https://a.example/text', 'The harbour has tides. '.repeat(3));
    add('https://a.example/title', 'Water comes and goes.', { title: 'Harbour tides' });
    add('https://a.example/one', 'A harbour.');
    add('https://a.example/none', 'Mountains.');
    expect(await urlsOf('harbour tides')).toEqual(['a.example/title', 'a.example/text', 'a.example/one']);
    expect(await urlsOf('harbour tides', { limit: 1 })).toEqual(['a.example/title']);
    expect(await urlsOf('zzzz')).toEqual([]);
  });

  test('knows the forms of English words, and words without their accents', async () => {
    add('https://a.example/parse', 'How it parses files. Crème brûlée.');
    expect(await urlsOf('parsing')).toEqual(['a.example/parse']);
    expect(await urlsOf('creme BRULEE')).toEqual(['a.example/parse']);
    expect(await urlsOf('"parsing files"')).toEqual([]);
  });

  test('finds words within scripts that have no spaces', async () => {
    add('https://a.example/ja', 'これは東京タワーの時刻表です。');
    add('https://a.example/ko', '항구에서는 배를 본다');
    add('https://a.example/zh', '京东不是东京');
    expect(await urlsOf('東京 時刻表')).toEqual(['a.example/ja']);
    expect(await urlsOf('항구')).toEqual(['a.example/ko']);
    expect(await urlsOf('东京')).toEqual(['a.example/zh']);
    expect(await urlsOf('京 東')).toEqual(['a.example/ja', 'a.example/zh']);
    expect(await urlsOf('"京東"')).toEqual([]);
  });
});

describe('pages', () => {
  test('replace themselves, whatever their address adds to it', async () => {
    add('https://a.example/x/', 'old zebra', { images: [{ url: 'https://a.example/z.png', alt: 'zebra' }] });
    add('http://a.example/x/index.html?utm_source=mail#top', 'new lion');
    expect(index.size).toBe(1);
    expect(await urlsOf('zebra')).toEqual([]);
    expect((await ask('zebra', { sources: ['images'] })).images).toEqual([]);
    expect((await ask('lion')).web[0]?.url).toBe('http://a.example/x/index.html?utm_source=mail#top');
  });

  test('with the same text are found once', async () => {
    for (const path of ['a', 'b', 'c']) add(`https://a.example/${path}`, 'The same zebra everywhere.');
    add('https://a.example/d', 'Another zebra.');
    expect(await urlsOf('zebra')).toHaveLength(2);
  });

  test('of any size are kept as far as anybody reads them', async () => {
    const image = { url: 'https://a.example/z.png', alt: 'zebra '.repeat(10_000) };
    const long = { title: 'zebra '.repeat(10_000), description: 'z'.repeat(100_000), images: [image] };
    add('https://a.example/long', `zebra ${'word '.repeat(200_000)}lion`, long);
    const { web, images } = await ask('zebra', { sources: ['web', 'images'], highlights: false });
    expect(web[0]?.title).toHaveLength(1_000);
    expect(web[0]?.description).toHaveLength(1_000);
    expect(images[0]?.title).toHaveLength(1_000);
    expect(await urlsOf('lion')).toEqual([]);
  });

  test('that are no web pages are left out', () => {
    add('not a url', 'zebra');
    expect(index.size).toBe(0);
  });

  test('are there when the file is opened again', async () => {
    add('https://a.example/x', 'zebra');
    const again = createSearchIndex(database, clock);
    expect(again.size).toBe(1);
  });
});

describe('operators', () => {
  beforeEach(() => {
    const long = 'Word of tides and ships in the harbour.';
    add('https://docs.a.example/guide/tides.html', `${long} Night ferry leaves.`, { title: 'Guide to tides' });
    add('https://a.example/report.pdf', `${long} Ferry night.`, {
      title: 'Yearly report',
      contentType: 'application/pdf',
    });
    add('https://b.example:8443/tides?page=2', `${long} Freighter.`, { title: 'Tides again' });
    add('http://nota.example/download', `${long} Not to be mixed up.`, { contentType: 'application/pdf' });
  });

  const TIDES = 'docs.a.example/guide/tides.html';
  const REPORT = 'a.example/report.pdf';
  const PAGE_2 = 'b.example:8443/tides?page=2';
  const DOWNLOAD = 'http://nota.example/download';

  test.each([
    ['ships site:a.example', [TIDES, REPORT]],
    ['ships site:https://docs.a.example/guide', [TIDES]],
    ['ships site:*.a.example', [TIDES, REPORT]],
    ['ships site:b.example:8443', [PAGE_2]],
    ['ships site:b.example:80', []],
    ['ships -site:a.example', [PAGE_2, DOWNLOAD]],
    ['ships filetype:pdf', [REPORT, DOWNLOAD]],
    ['ships -filetype:pdf', [TIDES, PAGE_2]],
    ['ships filetype:html', [TIDES, PAGE_2]],
    ['ships inurl:tides', [TIDES, PAGE_2]],
    ['ships -inurl:tides', [REPORT, DOWNLOAD]],
    ['allinurl:guide tides', [TIDES]],
    ['ships intitle:tides', [TIDES, PAGE_2]],
    ['ships intitle:"guide to tides"', [TIDES]],
    ['ships -intitle:tides', [REPORT, DOWNLOAD]],
    ['allintitle:tides again', [PAGE_2]],
    ['"night ferry"', [TIDES]],
    ['ships -"night ferry"', [REPORT, PAGE_2, DOWNLOAD]],
    ['ships -ferry', [PAGE_2, DOWNLOAD]],
    ['-ferry', [PAGE_2, DOWNLOAD]],
    ['-site:a.example -freighter', [DOWNLOAD]],
    ['site:docs.a.example', [TIDES]],
    ["ships site:a'or'1'='1", []],
  ])('%s', async (query, urls) => {
    expect((await urlsOf(query)).sort()).toEqual([...urls].sort());
  });

  test('never make a search fail', async () => {
    const part = fc.constantFrom(
      'ships',
      '"',
      '-',
      'site:',
      'inurl:',
      'allintitle:',
      'related:',
      '(',
      '*',
      ' ',
      "'",
      'NOT',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        await ask(parts.join(''), { sources: ['web', 'images', 'news'] });
      }),
    );
  });
});

test('related: finds what speaks of the same things elsewhere', async () => {
  add('https://ships.example/', 'Home', { title: 'Ships and ferries', description: 'Ferry tables' });
  add('https://ships.example/b', 'Nothing else', { title: 'Ferries' });
  add('https://boats.example/', 'All about ferries.');
  add('https://cakes.example/', 'All about cakes.');
  expect(await urlsOf('related:ships.example')).toEqual(['boats.example/']);
  expect(await urlsOf('cakes related:ships.example')).toEqual([]);
  const unknown = await ask('related:unknown.example');
  expect(unknown).toMatchObject({
    web: [],
    warnings: ['No page of unknown.example has been seen, so nothing is known to be related to it.'],
  });
});

test('categories and domains narrow a search, and categories are named', async () => {
  add('https://github.com/a/b', 'zebra one');
  add('https://arxiv.org/abs/1', 'zebra two');
  add('https://a.example/x.pdf', 'zebra three', { contentType: 'application/pdf' });
  add('https://sub.a.example/y', 'zebra four');
  const { web } = await ask('zebra', { categories: ['github', 'research', 'pdf'] });
  expect(Object.fromEntries(web.map(({ url, category }) => [url, category]))).toEqual({
    'https://github.com/a/b': 'github',
    'https://arxiv.org/abs/1': 'research',
    'https://a.example/x.pdf': 'pdf',
  });
  expect((await ask('zebra', { limit: 1 })).web[0]).not.toHaveProperty('category');
  expect((await urlsOf('zebra', { includeDomains: ['a.example', 'GitHub.com'] })).sort()).toEqual([
    'a.example/x.pdf',
    'github.com/a/b',
    'sub.a.example/y',
  ]);
  expect(await urlsOf('zebra', { excludeDomains: ['a.example', 'github.com'] })).toEqual(['arxiv.org/abs/1']);
});

describe('time', () => {
  beforeEach(() => {
    add('https://a.example/today', 'zebra a', { publishedAt: '2026-11-21T11:30:00Z' });
    add('https://a.example/may', 'zebra zebra zebra', { publishedAt: '2026-05-31T23:59:00Z' });
    add('https://a.example/undated', 'zebra b', { publishedAt: 'some day' });
  });

  test.each([
    ['qdr:h', ['a.example/today']],
    ['qdr:y', ['a.example/may', 'a.example/today']],
    ['cdr:1,cd_min:05/31/2026,cd_max:05/31/2026', ['a.example/may']],
    ['sbd:1', ['a.example/today', 'a.example/may', 'a.example/undated']],
    ['sbd:1,qdr:y', ['a.example/today', 'a.example/may']],
  ])('%s', async (tbs, urls) => {
    expect(await urlsOf('zebra', { tbs: { web: tbs } })).toEqual(urls);
  });

  test('filters say that they leave out pages without a date', async () => {
    const warning = 'Pages that match but say no date were left out by the time filter.';
    expect((await ask('zebra', { tbs: { web: 'qdr:h' } })).warnings).toEqual([warning]);
    expect((await ask('zebra', { tbs: { web: 'sbd:1' } })).warnings).toEqual([]);
    expect((await ask('lion', { tbs: { web: 'qdr:h' } })).warnings).toEqual([]);
  });
});

test('news are articles, with their date, picture and place', async () => {
  add('https://a.example/page', 'zebra');
  add('https://a.example/article', 'A zebra was seen. More follows.', {
    title: 'Zebra seen',
    isArticle: true,
    publishedAt: '2026-11-20T08:00:00+02:00',
    imageUrl: 'https://a.example/z.jpg',
  });
  const { web, news, images } = await ask('zebra', { sources: ['news'] });
  expect([web, images]).toEqual([[], []]);
  expect(news).toEqual([
    {
      url: 'https://a.example/article',
      title: 'Zebra seen',
      snippet: 'A zebra was seen. More follows.',
      date: '2026-11-20T06:00:00.000Z',
      imageUrl: 'https://a.example/z.jpg',
      position: 1,
    },
  ]);
});

describe('images', () => {
  const find = async (query: string) => (await ask(query, { sources: ['images'] })).images;

  beforeEach(() => {
    const image = (name: string, alt: string, width?: number, height?: number) => ({
      ...{ url: `https://a.example/${name}`, alt },
      ...(width && { width }),
      ...(height && { height }),
    });
    const logo = image('logo.png', 'Logo', 10, 10);
    add('https://a.example/1', 'x', { title: 'Harbour', images: [logo, image('red-ferry.jpg', '', 800, 600)] });
    add('https://a.example/2', 'y', {
      title: 'Cakes',
      images: [logo, image('i.jpg', 'A ferry in May'), { url: 'data:,', alt: 'ferry' }],
    });
  });

  test('are found by what they show, their file and their page, each once', async () => {
    expect(await find('ferry')).toEqual([
      { title: 'A ferry in May', imageUrl: 'https://a.example/i.jpg', url: 'https://a.example/2', position: 1 },
      {
        ...{ title: 'Harbour', imageUrl: 'https://a.example/red-ferry.jpg', url: 'https://a.example/1', position: 2 },
        ...{ imageWidth: 800, imageHeight: 600 },
      },
    ]);
    expect(await find('logo')).toHaveLength(1);
  });

  test.each([
    ['ferry imagesize:800x600', ['red-ferry.jpg']],
    ['ferry larger:799x599', ['red-ferry.jpg']],
    ['ferry larger:800x599', []],
    ['ferry -larger:799x599', ['i.jpg']],
    ['larger:1x1', ['logo.png', 'red-ferry.jpg']],
    ['ferry inurl:red', ['red-ferry.jpg']],
    ['ferry -may', ['red-ferry.jpg']],
  ])('%s', async (query, names) => {
    expect((await find(query)).map(({ imageUrl }) => imageUrl?.replace('https://a.example/', ''))).toEqual(names);
  });
});

test('descriptions are of the query, or of the page', async () => {
  const text = `Much comes before.\n${'Nothing to see in this sentence. '.repeat(20)}A zebra appears.`;
  add('https://a.example/described', text, { description: 'What the page says of itself.' });
  add('https://a.example/silent', `${text} Twice.`);
  const describe = async (highlights: boolean) =>
    Object.fromEntries(
      (await ask('zebra', { highlights })).web.map(({ url, description }) => [url.slice(18), description]),
    );
  const highlighted = await describe(true);
  expect(highlighted.described).toMatch(/A zebra appears\.$/);
  const plain = await describe(false);
  expect(plain.described).toBe('What the page says of itself.');
  expect(plain.silent).toMatch(/^Much comes before\. Nothing to see/);
});
