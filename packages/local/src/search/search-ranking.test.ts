import { beforeEach, expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { openIndex, type TestIndex } from '../../test/search-index.js';

/** More pages than a ranking of the first or the last thousand sees. */
const PAGES = 1_500;
const PLANTED = 12;

onEachDatabase((database) => {
  let { addAll, search, urlsOf } = {} as TestIndex;
  beforeEach(async () => {
    ({ addAll, search, urlsOf } = await openIndex(database));
  });

  test('the best of many pages are found, wherever they stand among them', async () => {
    const planted = new Map<string, number>();
    const pages: Record<string, string> = {};
    for (let page = 0; page < PAGES; page++) {
      const isPlanted = page % (PAGES / PLANTED) === 7;
      // The multiplication spreads the best over all pages.
      const times = isPlanted ? 2 + ((planted.size * 5) % PLANTED) : 1;
      if (isPlanted) planted.set(`a.example/${page}`, times);
      pages[`https://a.example/${page}`] = `${textWith(times)} ${isPlanted ? 'lantern' : 'stone'} ${page}.`;
    }
    await addAll(pages);
    const best = [...planted].sort((a, b) => b[1] - a[1]).map(([url]) => url);
    for (const query of ['harbour', 'harbour basalt', 'tide harbour basalt', 'lantern harbour']) {
      const found = await urlsOf(query, { limit: 10 });
      // Where many repetitions make a page no better, its place among the ten is open.
      expect([query, ...found.sort()]).toEqual([query, ...best.slice(0, 10).sort()]);
    }
    expect((await search('harbour')).warnings).toEqual([]);
  });

  test('pages with one text hide no others, however many they are', async () => {
    const pages = Array.from({ length: 100 }, (_, page) => [`https://a.example/${page}`, 'A zebra, a zebra, a zebra.']);
    const others = [0, 1, 2].map((page) => [`https://b.example/${page}`, `A zebra between ${page} other words.`]);
    await addAll(Object.fromEntries([...pages, ...others]));
    expect(await urlsOf('zebra', { limit: 5 })).toHaveLength(4);
  });
});

/** Of two of these texts, which have one length, the one that repeats the words more often is better by any formula. */
function textWith(times: number): string {
  return 'harbour tide basalt. '.repeat(times) + 'word after word. '.repeat(40 - times);
}
