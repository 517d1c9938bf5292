import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Trawl } from '@trawl/sdk';
import { browserPaths } from '../../scripts/shared/browser.js';
import { median } from '../median.js';
import type { Row } from '../table.js';
import { measureRates } from './browser-rate.js';
import { isMemoryKnown, megabytes, memoryOf } from './memory.js';
import { type Service, startService } from './service.js';

const ROUNDS = 15;
/** The pause between two pages, as between two calls of a user. */
const PAUSE_MS = 500;
const AT_ONCE = 10;
const PAGES = 200;
/** The time to wait before memory is measured again: a little more than a minute. */
const MINUTE_MS = 61_000;
const MOST_MS = 150;
const LEAST_PAGES_PER_SECOND = 10;
/** The time that a rendered scrape took in the self-hosted service of this API on a machine like this one. */
const SELF_HOSTED_MS = 341;

const APP = `<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script type="module">
  const products = await (await fetch('/products.json')).json();
  document.getElementById('root').innerHTML = '<h1>Products</h1><ul>' + products.map((name) => '<li>' + name + '</li>').join('') + '</ul>';
</script></body></html>`;

/** What pages cost that are rendered in a browser; nothing on a machine without one. */
export async function measureBrowser(): Promise<Row[]> {
  if (browserPaths().length === 0) return [];
  const site = createServer((request, response) => {
    const isData = request.url === '/products.json';
    response.setHeader('content-type', isData ? 'application/json' : 'text/html; charset=utf-8');
    response.end(isData ? JSON.stringify(['tea', 'coffee', 'bread']) : APP);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const service = await startService();
  const trawl = new Trawl({ baseUrl: service.url });
  const renderPage = async () => {
    const { markdown } = await trawl.scrape(url, { maxAge: 0, timeout: 120_000 });
    if (!markdown.includes('coffee')) throw new Error('The page was not rendered.');
  };
  const screenshot = () => trawl.scrape(url, { maxAge: 0, formats: ['screenshot'] });
  try {
    await renderPage();
    const [scrapeMs, screenshotMs] = [await typicalMs(renderPage), await typicalMs(screenshot)];
    const sessionMs = await measureSession(trawl, url);
    const startedAt = performance.now();
    for (let count = 0; count < PAGES; count += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, renderPage));
    const rate = PAGES / ((performance.now() - startedAt) / 1000);
    return [
      {
        what: 'A rendered scrape of a small page, warm',
        ratio: scrapeMs / SELF_HOSTED_MS,
        ours: `${Math.round(scrapeMs)} ms`,
        theirs: `${SELF_HOSTED_MS} ms (self-hosted service, two cores)`,
        target: { words: `≤ ${MOST_MS} ms`, isMet: scrapeMs <= MOST_MS },
      },
      { what: '… with a screenshot alone', ours: `${Math.round(screenshotMs)} ms`, theirs: '' },
      {
        what: `… ${AT_ONCE} at once`,
        ours: `${rate.toFixed(1)} pages/s`,
        theirs: '',
        target: { words: `≥ ${LEAST_PAGES_PER_SECOND} pages/s`, isMet: rate >= LEAST_PAGES_PER_SECOND },
      },
      { what: 'Code in a session of that page, warm', ours: `${Math.round(sessionMs)} ms`, theirs: '' },
      ...(await measureMemory(service)),
      ...(await measureRates(url, 'coffee')),
    ];
  } finally {
    service.stop();
    site.closeAllConnections();
    site.close();
  }
}

/** The time of a call on a session that is open. */
async function measureSession(trawl: Trawl, url: string): Promise<number> {
  await using session = trawl.interact(await trawl.scrape(url, { maxAge: 0 }));
  const readPage = async () => {
    const { result } = await session.execute("return page.textContent('li:last-child');");
    if (result !== 'bread') throw new Error('The code did not read the page.');
  };
  await readPage();
  return await typicalMs(readPage);
}

async function typicalMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(PAUSE_MS);
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Memory of the service and its browser together, where the system says what each process has for itself. */
async function measureMemory({ url, pid }: Service): Promise<Row[]> {
  if (!isMemoryKnown) return [];
  const finalMemory = memoryOf(pid);
  const body = JSON.stringify({ advanceMs: MINUTE_MS });
  // A scraped page waits a minute for a session, and then the browser a minute for a page.
  for (let minute = 0; minute < 2; minute++) {
    await fetch(`${url}/_local/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await sleep(3_000);
  }
  const ours = `${megabytes(finalMemory)}, ${megabytes(memoryOf(pid))} when nobody has used it for two minutes`;
  return [{ what: `Memory with the browser after ${PAGES} rendered pages`, ours, theirs: '' }];
}
