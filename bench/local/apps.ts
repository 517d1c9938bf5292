import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Trawl } from '@trawl/sdk';
import { browserPaths } from '../../scripts/shared/browser.js';
import type { Row } from '../table.js';
import { browsersOf, isMemoryKnown, megabytes, memoryOf } from './memory.js';
import { type Service, startService } from './service.js';

const SHORT_CRAWL = 100;
const LONG_CRAWL = 1_000;
const SITES = 20;
const PAGES_OF_BATCH = 200;
const CHILDREN = 10;
/** How much more memory the second half of the pages may take than the first. */
const MOST_GROWTH = 1.25;
const POLL_MS = 500;

/** A site whose scripts make its pages: each shows its number and leads to others. */
const APP = (
  pages: number,
) => `<!DOCTYPE html><html lang="en"><head><title>App</title></head><body><div id="root"></div>
<script type="module">
  const page = Number(location.pathname.slice(1));
  const children = Array.from({ length: ${CHILDREN} }, (_, child) => page * ${CHILDREN} + child + 1).filter((child) => child < ${pages});
  const text = await (await fetch('/text.json')).json();
  document.getElementById('root').innerHTML = '<h1>Page ' + page + '</h1><p>' + text + '</p><ul>' +
    children.map((child) => '<li><a href="/' + child + '">Page ' + child + '</a></li>').join('') + '</ul>';
</script></body></html>`;

/** What sites cost whose pages are made by scripts; nothing on a machine without a browser. */
export async function measureApps(isLong: boolean): Promise<Row[]> {
  if (browserPaths().length === 0) return [];
  const pages = isLong ? LONG_CRAWL : SHORT_CRAWL;
  const site = createServer((request, response) => {
    const isData = request.url === '/text.json';
    response.setHeader('content-type', isData ? 'application/json' : 'text/html; charset=utf-8');
    response.end(isData ? JSON.stringify('The net is cast from the stern. '.repeat(20)) : APP(pages));
  }).listen(0);
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  try {
    const crawl = await withService(async (service, trawl) => {
      const { id } = await trawl.crawls.start({ url: `http://127.0.0.1:${port}/`, limit: pages });
      return followed(service, pages, () => trawl.crawls.get(id, { limit: 1 }));
    });
    const batch = await withService(async (service, trawl) => {
      // Each loopback address is a site of its own.
      const urls = Array.from(
        { length: PAGES_OF_BATCH },
        (_, page) => `http://127.0.0.${(page % SITES) + 1}:${port}/${page}`,
      );
      const { id } = await trawl.batches.start({ urls });
      return followed(service, PAGES_OF_BATCH, () => trawl.batches.get(id, { limit: 1 }));
    });
    return [
      rowOf(`A crawl of ${pages.toLocaleString('en')} pages of an app`, crawl),
      rowOf(`A batch of ${PAGES_OF_BATCH} pages of ${SITES} apps`, batch),
    ];
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

interface Course {
  readonly pagesPerSecond: number;
  /** The most memory in the first half of the pages and in the second; zero where it is not known. */
  readonly firstHalf: number;
  readonly secondHalf: number;
  readonly browsers: number;
}

interface Progress {
  readonly status: string;
  readonly completed?: number;
}

async function withService<Result>(work: (service: Service, trawl: Trawl) => Promise<Result>): Promise<Result> {
  const service = await startService();
  try {
    return await work(service, new Trawl({ baseUrl: service.url }));
  } finally {
    service.stop();
  }
}

async function followed(service: Service, pages: number, ask: () => PromiseLike<Progress>): Promise<Course> {
  const startedAt = performance.now();
  let [firstHalf, secondHalf, browsers] = [0, 0, 0];
  for (;;) {
    const { status, completed = 0 } = await ask();
    const memory = isMemoryKnown ? memoryOf(service.pid) : 0;
    if (completed < pages / 2) firstHalf = Math.max(firstHalf, memory);
    else secondHalf = Math.max(secondHalf, memory);
    if (isMemoryKnown) browsers = Math.max(browsers, browsersOf(service.pid));
    if (status !== 'scraping') {
      if (completed < pages) throw new Error(`Only ${completed} of ${pages} pages were rendered.`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { pagesPerSecond: pages / seconds, firstHalf, secondHalf, browsers };
}

function rowOf(what: string, { pagesPerSecond, firstHalf, secondHalf, browsers }: Course): Row {
  const rate = `${pagesPerSecond.toFixed(1)} pages/s`;
  if (!isMemoryKnown) return { what, ours: rate, theirs: '' };
  const isFlat = secondHalf <= firstHalf * MOST_GROWTH;
  return {
    what,
    ours: `${rate}, ${megabytes(firstHalf)} in the first half, ${megabytes(secondHalf)} in the second`,
    theirs: `${browsers} ${browsers === 1 ? 'browser' : 'browsers'}`,
    target: { words: 'one browser, flat memory', isMet: isFlat && browsers === 1 },
  };
}
