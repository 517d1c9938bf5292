import { Trawl } from '@trawl/sdk';
import { median } from '../median.js';
import type { Row } from '../table.js';
import { measureApps } from './apps.js';
import { measureBrowser } from './browser.js';
import { measureDashboard } from './dashboard.js';
import { measureGuides } from './guides.js';
import { startService } from './service.js';
import { startSite } from './start-site.js';
import { word } from './words.js';

const ROUNDS = 7;
const SCRAPES = 60;
const SITES = [100, 1_000, 10_000];
const MOST_BOOT_MS = 500;
/** How much longer a cache hit may take than a response that reads no page. */
const MOST_HIT_MS = 2;
/** With 8 MB less, a crawl takes a tenth more CPU, and with 50 MB less about a third. */
const MOST_RESIDENT = 235e6;
/** The rate of the self-hosted service of this API on a machine like this one, in pages a second. */
const SELF_HOSTED = 2.1;
const LEAST_TIMES = 30;

/** Common and rare words, alone and together, and what is not in the text. */
const QUERIES = [
  word(0),
  word(3_000),
  `${word(1)} ${word(20)}`,
  `${word(5)} ${word(20_000)}`,
  'page 7777',
  `intitle:log ${word(200)}`,
  `${word(50)} -${word(2)}`,
  `inurl:page/99 ${word(10)}`,
];

/** What the local service costs: to start, for a page, for a site, for a search, and to be looked at. */
export async function measureLocal(isLong: boolean): Promise<Row[]> {
  const rows = [await measureBoot(), ...(await measureScrapes())];
  for (const pages of SITES) rows.push(...(await measureCrawl(pages)));
  rows.push(...(await measureDashboard()), ...(await measureGuides()), ...(await measureBrowser()));
  rows.push(...(await measureApps(isLong)));
  return rows;
}

async function measureBoot(): Promise<Row> {
  const starts: number[] = [];
  let resident = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startService();
    starts.push(service.startedAfterMs);
    resident = Math.max(resident, service.resident());
    service.stop();
  }
  const boot = median(starts);
  return {
    what: 'Start of the process until it listens',
    ours: `${Math.round(boot)} ms`,
    theirs: `${megabytes(resident)} at most`,
    target: { words: `≤ ${MOST_BOOT_MS} ms`, isMet: boot <= MOST_BOOT_MS },
  };
}

async function measureScrapes(): Promise<Row[]> {
  const site = await startSite(1);
  const service = await startService();
  const trawl = new Trawl({ baseUrl: service.url });
  try {
    const times: { scrape: number; cached: number; answer: number; fetch: number }[] = [];
    await trawl.scrape(site.url); // The first one loads the workers.
    for (let round = 0; round < SCRAPES; round++) {
      times.push({
        fetch: await timed(async () => (await fetch(site.url)).text()),
        scrape: await timed(() => trawl.scrape(site.url, { maxAge: 0 })),
        cached: await timed(() => trawl.scrape(site.url)),
        answer: await timed(() => trawl.team.queue()),
      });
    }
    const medianOf = (kind: 'scrape' | 'cached' | 'answer' | 'fetch') => median(times.map((time) => time[kind]));
    return [
      {
        what: 'A scrape to Markdown, fetch included',
        ratio: medianOf('scrape') / medianOf('fetch'),
        ours: milliseconds(medianOf('scrape')),
        theirs: `${milliseconds(medianOf('fetch'))} (bare fetch)`,
      },
      { what: '… fetch excluded', ours: milliseconds(medianOf('scrape') - medianOf('fetch')), theirs: '' },
      {
        what: '… from the cache',
        ratio: medianOf('cached') / medianOf('answer'),
        ours: milliseconds(medianOf('cached')),
        theirs: `${milliseconds(medianOf('answer'))} (GET /v2/team/queue-status)`,
        target: { words: `≤ ${MOST_HIT_MS} ms more`, isMet: medianOf('cached') - medianOf('answer') <= MOST_HIT_MS },
      },
    ];
  } finally {
    service.stop();
    site.stop();
  }
}

async function measureCrawl(pages: number): Promise<Row[]> {
  const site = await startSite(pages);
  const service = await startService();
  const trawl = new Trawl({ baseUrl: service.url });
  let peak = 0;
  try {
    const startedAt = performance.now();
    const { id } = await trawl.crawls.start({ url: site.url, limit: pages });
    for (;;) {
      const { status } = await trawl.crawls.get(id, { limit: 1 });
      peak = Math.max(peak, service.resident());
      if (status !== 'scraping') break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const rate = pages / ((performance.now() - startedAt) / 1000);
    const crawl: Row = {
      what: `A crawl of ${pages.toLocaleString('en')} pages`,
      ratio: rate / SELF_HOSTED,
      ours: `${Math.round(rate)} pages/s, ${megabytes(peak)} at most`,
      theirs: `${SELF_HOSTED} pages/s (self-hosted service, two cores)`,
      target: {
        words: `≥ ${LEAST_TIMES}×, ≤ ${megabytes(MOST_RESIDENT)}`,
        isMet: rate >= LEAST_TIMES * SELF_HOSTED && peak <= MOST_RESIDENT,
      },
    };
    return pages === SITES.at(-1) ? [crawl, await measureSearches(trawl, pages)] : [crawl];
  } finally {
    service.stop();
    site.stop();
  }
}

async function measureSearches(trawl: Trawl, pages: number): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of QUERIES) times.push(await timed(() => trawl.search(query, { limit: 10 })));
  }
  const [typical, longest] = [median(times), Math.max(...times)];
  return {
    what: `A search over ${pages.toLocaleString('en')} pages`,
    ours: milliseconds(typical),
    theirs: `${milliseconds(longest)} the longest of ${times.length}`,
  };
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
