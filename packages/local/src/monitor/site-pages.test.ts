import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckedPage } from './checked-page.js';
import { type CrawlSite, pagesOfSite, type SiteTask } from './site-pages.js';

const START = 'http://site.example/';
const urlOf = (page: number) => (page === 0 ? START : `${START}${page}`);

/** A site as a graph: the pages that each page links to, and which of them redirect. Page 0 is the start page. */
interface Site {
  readonly links: readonly (readonly number[])[];
  readonly redirects: ReadonlyMap<number, number>;
}

/** What fails in one check: pages with a status, or without an answer. */
type Failures = ReadonlyMap<number, number | 'cut'>;

/** Crawls a site like the service: in an order of chance, and each page once, whichever of its URLs comes first. */
function crawlOf({ links, redirects }: Site, failures: Failures, chance: () => number): CrawlSite {
  return async function* ({ pages, crawlOptions }) {
    const open = pages?.map((url) => Number(new URL(url).pathname.slice(1))) ?? [0];
    const known = new Set(open);
    let documents = 0;
    while (open.length > 0 && documents < Number(crawlOptions.limit ?? 10_000)) {
      const [page = 0] = open.splice(Math.floor(chance() * open.length), 1);
      const url = urlOf(page);
      const final = redirects.get(page) ?? page;
      const failure = failures.get(final);
      if (failure === 'cut') {
        yield { url, error: 'The connection was cut.', kind: 'unread' };
        continue;
      }
      if (final !== page && !pages) {
        if (known.has(final)) continue;
        known.add(final);
      }
      documents += 1;
      const metadata = { sourceURL: url, url: urlOf(final), statusCode: failure ?? 200 };
      yield { url, document: { markdown: urlOf(final), metadata } };
      const found = failure === undefined && !pages ? (links[final] ?? []) : [];
      for (const link of found) if (!known.has(link)) open.push(link);
      for (const link of found) known.add(link);
    }
  };
}

/** Checks a site once. Returns the pages by what they are, and notes the pages that are known from then on. */
async function check(known: Set<string>, crawl: CrawlSite, limit: number | undefined) {
  const target = { type: 'crawl' as const, url: START, crawlOptions: limit === undefined ? {} : { limit } };
  const found: [string, CheckedPage][] = [];
  for await (const page of pagesOfSite(target, (task) => crawl(task as SiteTask), [...known])) {
    const isRead = 'content' in page && page.statusCode < 400;
    const isGone = 'isUnlinked' in page || ('statusCode' in page && page.statusCode === 404);
    if (isGone && known.delete(page.url)) found.push(['removed', page]);
    else if (isRead) {
      found.push([known.has(page.url) ? 'same' : 'new', page]);
      known.add(page.url);
    } else found.push(['error', page]);
  }
  return (status: string) => found.filter(([of]) => of === status).map(([, { url }]) => url);
}

const page = fc.nat(9);
const site = fc.record({
  links: fc.array(fc.uniqueArray(page, { maxLength: 4 }), { minLength: 10, maxLength: 10 }),
  redirects: fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), page), { maxLength: 2, selector: ([from]) => from })
    // One redirect leads to a page, and not to another redirect.
    .map((pairs) => new Map(pairs.filter(([from, to]) => from !== to && !pairs.some(([other]) => other === to)))),
});
const failure = fc.constantFrom<(number | 'cut')[]>(403, 429, 500, 503, 'cut');
const checks = fc.array(fc.map(page, failure, { maxKeys: 3 }), { minLength: 1, maxLength: 4 });
const limit = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });

test('a site that stays as it is has no new and no removed pages, however its checks fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      site,
      checks,
      limit,
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      async (graph, failing, most, stream) => {
        const chance = () => stream.next().value ?? 0;
        const known = new Set<string>();
        await check(known, crawlOf(graph, new Map(), chance), most);
        const first = [...known].sort();
        for (const failures of failing) {
          const found = await check(known, crawlOf(graph, failures, chance), most);
          expect([...found('new'), ...found('removed')]).toEqual([]);
          expect([...found('same'), ...found('error')]).toEqual(expect.arrayContaining(first));
        }
        expect((await check(known, crawlOf(graph, new Map(), chance), most))('same').sort()).toEqual(first);
      },
    ),
  );
});

test('a page that is gone is removed, and nothing else is', async () => {
  await fc.assert(
    fc.asyncProperty(site, fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), async (graph, stream) => {
      const chance = () => stream.next().value ?? 0;
      const known = new Set<string>();
      await check(known, crawlOf(graph, new Map(), chance), undefined);
      const before = known.size;
      const gone = Number(new URL([...known].at(-1) ?? START).pathname.slice(1));
      const found = await check(known, crawlOf(graph, new Map([[gone, 404]]), chance), undefined);
      expect(found('removed')).toContain(urlOf(gone));
      expect(known.size + found('removed').length).toBe(before);
    }),
  );
});
