import { beforeEach, describe, expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { openIndex, type TestIndex } from '../../test/search-index.js';

onEachDatabase((database) => {
  let { add, addAll, search, urlsOf, size, reopened } = {} as TestIndex;
  beforeEach(async () => {
    ({ add, addAll, search, urlsOf, size, reopened } = await openIndex(database));
  });

  describe('ranking', () => {
    test('puts the title before the text, all words before some, and leaves out the rest', async () => {
      await add('https://a.example/text', 'The harbour has tides. '.repeat(3));
      await add('https://a.example/title', 'Water comes and goes.', { title: 'Harbour tides' });
      await add('https://a.example/one', 'A harbour.');
      await add('https://a.example/none', 'Mountains.');
      expect(await urlsOf('harbour tides')).toEqual(['a.example/title', 'a.example/text', 'a.example/one']);
      expect(await urlsOf('harbour tides', { limit: 1 })).toEqual(['a.example/title']);
      expect(await urlsOf('zzzz')).toEqual([]);
    });

    test('knows the forms of English words, and words without their accents', async () => {
      await add('https://a.example/parse', 'How it parses files. Crème brûlée.');
      expect(await urlsOf('parsing')).toEqual(['a.example/parse']);
      expect(await urlsOf('creme BRULEE')).toEqual(['a.example/parse']);
      expect(await urlsOf('"parsing files"')).toEqual([]);
    });

    test('finds words within scripts that have no spaces', async () => {
      await add('https://a.example/ja', 'これは東京タワーの時刻表です。');
      await add('https://a.example/ko', '항구에서는 배를 본다');
      await add('https://a.example/zh', '京东不是东京');
      expect(await urlsOf('東京 時刻表')).toEqual(['a.example/ja']);
      expect(await urlsOf('항구')).toEqual(['a.example/ko']);
      expect(await urlsOf('东京')).toEqual(['a.example/zh']);
      expect(await urlsOf('京 東')).toEqual(['a.example/ja', 'a.example/zh']);
      expect(await urlsOf('"京東"')).toEqual([]);
    });
  });

  describe('a team', () => {
    const image = (url: string) => ({ images: [{ url, alt: 'a zebra' }] });

    test('finds its own pages and images only', async () => {
      await add('https://a.example/one', 'A zebra.', image('https://a.example/z.png'));
      await add('https://a.example/two', 'A zebra too.', image('https://a.example/z.png'), 'two');
      const found = async (team: string, query: string) => {
        const { web, images, warnings } = await search(query, { team, sources: ['web', 'images'] });
        return { web: web.map(({ url }) => url), images: images.map(({ url }) => url), warnings };
      };
      for (const query of ['zebra', 'site:a.example', '-lion', 'inurl:example', 'zebra -lion']) {
        expect([query, (await found('one', query)).web]).toEqual([query, ['https://a.example/one']]);
        expect([query, (await found('two', query)).web]).toEqual([query, ['https://a.example/two']]);
      }
      expect((await found('one', 'zebra')).images).toEqual(['https://a.example/one']);
      expect((await found('two', 'zebra')).images).toEqual(['https://a.example/two']);
      expect((await found('two', '-lion')).images).toEqual(['https://a.example/two']);
      const nothing = 'No page of a.example has been seen, so nothing is known to be related to it.';
      const empty = expect.stringMatching(/^No page has been seen yet: .* searches only pages that it has scraped\./);
      expect(await found('three', 'related:a.example')).toEqual({ web: [], images: [], warnings: [nothing, empty] });
      expect(await found('three', 'zebra')).toEqual({ web: [], images: [], warnings: [empty] });
      expect(await found('two', 'lion')).toEqual({ web: [], images: [], warnings: [] });
    });

    test('has a page of its own where another has the same', async () => {
      await add('https://a.example/', 'Mine is a zebra.');
      await add('https://a.example/', 'Ours is a lion.', {}, 'two');
      expect(await urlsOf('zebra')).toEqual(['a.example/']);
      expect(await urlsOf('lion')).toEqual([]);
      expect(await urlsOf('lion', { team: 'two' })).toEqual(['a.example/']);
    });

    test('cannot tell by the order of its results which words the pages of others have', async () => {
      // Rare words count for more: one that others have on every page would count for nothing.
      await add('https://a.example/gull', 'gull gull stone');
      await add('https://a.example/gull2', 'gull stone stone stone');
      await add('https://a.example/tern', 'tern tern stone');
      for (let other = 0; other < 5; other++) await add(`https://a.example/${other}`, 'stone stone stone');
      const before = await urlsOf('gull tern');
      const others = Array.from({ length: 200 }, (_, other) => [`https://b.example/${other}`, `tern tern ${other}`]);
      await addAll(Object.fromEntries(others), 'two');
      expect(before).toEqual(['a.example/tern', 'a.example/gull', 'a.example/gull2']);
      expect(await urlsOf('gull tern')).toEqual(before);
    });
  });

  describe('pages', () => {
    test('replace themselves, whatever their address adds to it', async () => {
      await add('https://a.example/x/', 'old zebra', { images: [{ url: 'https://a.example/z.png', alt: 'zebra' }] });
      await add('http://a.example/x/index.html?utm_source=mail#top', 'new lion');
      expect(await size()).toBe(1);
      expect(await urlsOf('zebra')).toEqual([]);
      expect((await search('zebra', { sources: ['images'] })).images).toEqual([]);
      expect((await search('lion')).web[0]?.url).toBe('http://a.example/x/index.html?utm_source=mail#top');
    });

    test('with the same text are found once', async () => {
      for (const path of ['a', 'b', 'c']) await add(`https://a.example/${path}`, 'The same zebra everywhere.');
      await add('https://a.example/d', 'Another zebra.');
      expect(await urlsOf('zebra')).toHaveLength(2);
    });

    test('of any size are kept as far as anybody reads them', async () => {
      const image = { url: 'https://a.example/z.png', alt: 'zebra '.repeat(10_000) };
      const long = { title: 'zebra '.repeat(10_000), description: 'z'.repeat(100_000), images: [image] };
      await add('https://a.example/long', `zebra ${'word '.repeat(200_000)}lion`, long);
      const { web, images } = await search('zebra', { sources: ['web', 'images'], highlights: false });
      expect(web[0]?.title).toHaveLength(1_000);
      expect(web[0]?.description).toHaveLength(1_000);
      expect(images[0]?.title).toHaveLength(1_000);
      expect(await urlsOf('lion')).toEqual([]);
    });

    test('that are no web pages are left out', async () => {
      await add('not a url', 'zebra');
      expect(await size()).toBe(0);
    });

    test('are there when the file is opened again', async () => {
      await add('https://a.example/x', 'zebra');
      expect(await reopened().size()).toBe(1);
    });
  });

  test('a result shows sentences of its page, and lists of links only where there is nothing else', async () => {
    const links = 'Harbour tides, harbour maps\nHarbour tides of May';
    await add('https://a.example/tides', 'Menus are no news.\nThe tides of a harbour follow the moon.', { links });
    await add('https://a.example/list', '', { title: 'Harbour tides', links });
    const { web } = await search('harbour tides');
    expect(Object.fromEntries(web.map(({ url, description }) => [url, description]))).toEqual({
      'https://a.example/tides': 'The tides of a harbour follow the moon.',
      'https://a.example/list': 'Harbour tides, harbour maps Harbour tides of May',
    });
    expect(await urlsOf('maps')).toEqual(['a.example/list', 'a.example/tides']);
  });

  test('categories and domains narrow a search, and categories are named', async () => {
    await add('https://github.com/a/b', 'zebra one');
    await add('https://arxiv.org/abs/1', 'zebra two');
    await add('https://a.example/x.pdf', 'zebra three', { contentType: 'application/pdf' });
    await add('https://sub.a.example/y', 'zebra four');
    const { web } = await search('zebra', { categories: ['github', 'research', 'pdf'] });
    expect(Object.fromEntries(web.map(({ url, category }) => [url, category]))).toEqual({
      'https://github.com/a/b': 'github',
      'https://arxiv.org/abs/1': 'research',
      'https://a.example/x.pdf': 'pdf',
    });
    expect((await search('zebra', { limit: 1 })).web[0]).not.toHaveProperty('category');
    expect((await urlsOf('zebra', { includeDomains: ['a.example', 'GitHub.com'] })).sort()).toEqual([
      'a.example/x.pdf',
      'github.com/a/b',
      'sub.a.example/y',
    ]);
    expect(await urlsOf('zebra', { excludeDomains: ['a.example', 'github.com'] })).toEqual(['arxiv.org/abs/1']);
    await add('https://tokio.docs.rs/tokio', 'zebra five');
    const { web: sources } = await search('zebra', { categories: ['developer'] });
    expect(sources.map(({ url, category }) => `${category}: ${url}`).sort()).toEqual([
      'developer: https://github.com/a/b',
      'developer: https://tokio.docs.rs/tokio',
    ]);
  });

  test('thousands of domains narrow a search, and so do those below them', async () => {
    for (const host of ['a.example', 'sub.a.example', 'nota.example', 'example'])
      await add(`https://${host}/`, `zebra of ${host}`);
    const domains = [...Array.from({ length: 5_000 }, (_, index) => `d${index}.example`), 'A.example'];
    expect((await urlsOf('zebra', { includeDomains: domains })).sort()).toEqual(['a.example/', 'sub.a.example/']);
    expect((await urlsOf('zebra', { excludeDomains: domains })).sort()).toEqual(['example/', 'nota.example/']);
  });

  describe('time', () => {
    beforeEach(async () => {
      await add('https://a.example/today', 'zebra a', { publishedAt: '2026-11-21T11:30:00Z' });
      await add('https://a.example/may', 'zebra zebra zebra', { publishedAt: '2026-05-31T23:59:00Z' });
      await add('https://a.example/undated', 'zebra b', { publishedAt: 'some day' });
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
      expect((await search('zebra', { tbs: { web: 'qdr:h' } })).warnings).toEqual([warning]);
      expect((await search('zebra', { tbs: { web: 'sbd:1' } })).warnings).toEqual([]);
      expect((await search('lion', { tbs: { web: 'qdr:h' } })).warnings).toEqual([]);
    });
  });

  test('news are articles, with their date, picture and place', async () => {
    await add('https://a.example/page', 'zebra');
    await add('https://a.example/article', 'A zebra was seen. More follows.', {
      title: 'Zebra seen',
      isArticle: true,
      publishedAt: '2026-11-20T08:00:00+02:00',
      imageUrl: 'https://a.example/z.jpg',
    });
    const { web, news, images } = await search('zebra', { sources: ['news'] });
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

  test('descriptions are of the query, or of the page', async () => {
    const text = `Much comes before.\n${'Nothing to see in this sentence. '.repeat(20)}A zebra appears.`;
    await add('https://a.example/described', text, { description: 'What the page says of itself.' });
    await add('https://a.example/silent', `${text} Twice.`);
    const describe = async (highlights: boolean) =>
      Object.fromEntries(
        (await search('zebra', { highlights })).web.map(({ url, description }) => [url.slice(18), description]),
      );
    const highlighted = await describe(true);
    expect(highlighted.described).toMatch(/A zebra appears\.$/);
    const plain = await describe(false);
    expect(plain.described).toBe('What the page says of itself.');
    expect(plain.silent).toMatch(/^Much comes before\. Nothing to see/);
  });
});
