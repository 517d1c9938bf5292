import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { openIndex, type TestIndex } from '../../test/search-index.js';

onEachDatabase((database) => {
  let { add, search, urlsOf } = {} as TestIndex;
  beforeEach(async () => {
    ({ add, search, urlsOf } = await openIndex(database));
  });

  describe('operators', () => {
    beforeEach(async () => {
      const long = 'Word of tides and ships in the harbour.';
      await add('https://docs.a.example/guide/tides.html', `${long} Night ferry leaves.`, { title: 'Guide to tides' });
      await add('https://a.example/report.pdf', `${long} Ferry night.`, {
        title: 'Yearly report',
        contentType: 'application/pdf',
      });
      await add('https://b.example:8443/tides?page=2', `${long} Freighter.`, { title: 'Tides again' });
      await add('http://nota.example/download', `${long} Not to be mixed up.`, { contentType: 'application/pdf' });
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
          await search(parts.join(''), { sources: ['web', 'images', 'news'] });
        }),
      );
    });
  });

  test('related: finds what speaks of the same things elsewhere', async () => {
    await add('https://ships.example/', 'Home', { title: 'Ships and ferries', description: 'Ferry tables' });
    await add('https://ships.example/b', 'Nothing else', { title: 'Ferries' });
    await add('https://boats.example/', 'All about ferries.');
    await add('https://cakes.example/', 'All about cakes.');
    expect(await urlsOf('related:ships.example')).toEqual(['boats.example/']);
    expect(await urlsOf('cakes related:ships.example')).toEqual([]);
    const unknown = await search('related:unknown.example');
    expect(unknown).toMatchObject({
      web: [],
      warnings: ['No page of unknown.example has been seen, so nothing is known to be related to it.'],
    });
  });

  describe('images', () => {
    const find = async (query: string) => (await search(query, { sources: ['images'] })).images;

    beforeEach(async () => {
      const image = (name: string, alt: string, width?: number, height?: number) => ({
        url: `https://a.example/${name}`,
        alt,
        ...(width && { width }),
        ...(height && { height }),
      });
      const logo = image('logo.png', 'Logo', 10, 10);
      await add('https://a.example/1', 'x', { title: 'Harbour', images: [logo, image('red-ferry.jpg', '', 800, 600)] });
      await add('https://a.example/2', 'y', {
        title: 'Cakes',
        images: [
          logo,
          image('i.jpg', 'A ferry in May'),
          image('x'.repeat(2_000), 'A ferry of an endless address'),
          { url: 'data:,', alt: 'ferry' },
        ],
      });
    });

    test('are found by what they show, their file and their page, each once', async () => {
      expect(await find('ferry')).toEqual([
        { title: 'A ferry in May', imageUrl: 'https://a.example/i.jpg', url: 'https://a.example/2', position: 1 },
        {
          title: 'Harbour',
          imageUrl: 'https://a.example/red-ferry.jpg',
          url: 'https://a.example/1',
          position: 2,
          imageWidth: 800,
          imageHeight: 600,
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
});
