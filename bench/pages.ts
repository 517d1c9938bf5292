import { createLocalServer } from '@trawl/local';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserOptions } from '../scripts/shared/browser.js';
import { median } from './median.js';
import type { Row } from './table.js';

const ROUNDS = 5;
/** How many times slower than this machine the processor of the reader is. */
const SLOWER = 4;

interface Visit {
  kilobytes: number;
  paint: number;
  readable: number;
}

/** How long a reader on a slow machine waits for the pages of a service: to read, and to search the reference. */
export async function measurePages(): Promise<Row[]> {
  const options = browserOptions();
  if (!options) return [];
  const service = await createLocalServer({ port: 0, browser: 'off', offline: true, quiet: true });
  const browser = await chromium.launch(options);
  try {
    const reference: (Visit & { searchable: number; durationMs: number })[] = [];
    const guide: Visit[] = [];
    const dashboard: Visit[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      reference.push(
        await visit(
          browser,
          `${service.url}/reference/#/scrape/scrapepage`,
          '[id="/scrape/scrapepage"] h2',
          async (page) => {
            // Before the program of the page runs, no key is heard.
            await page.waitForLoadState('load');
            await page.keyboard.press('Control+k');
            await page.keyboard.type('includeDomains');
            // By its id, for to look for a role Playwright computes that of every element of the page.
            await page.locator('#search-result-0').waitFor();
            const searchable = await sinceStart(page);
            await page.keyboard.press('Enter');
            await page.locator('tr:target').waitFor();
            return { searchable, durationMs: await sinceStart(page) };
          },
        ),
      );
      guide.push(await visit(browser, `${service.url}/docs/jobs.html`, 'main h1', async () => ({})));
      dashboard.push(await visit(browser, `${service.url}/`, 'h1', async () => ({})));
    }
    const searchable = median(reference.map((each) => each.searchable));
    const durationMs = median(reference.map((each) => each.durationMs));
    return [
      ...rows('Reference, a deep link', reference),
      {
        what: 'Reference, from the request to the first results of a search',
        ours: milliseconds(searchable),
        theirs: `the page shows what was chosen after ${milliseconds(durationMs)}`,
        target: { words: '≤ 2.7 s', isMet: searchable <= 2700 },
      },
      ...rows('Guide', guide),
      ...rows('Dashboard', dashboard),
    ];
  } finally {
    await browser.close();
    await service.close();
  }
}

async function visit<More extends object>(
  browser: Browser,
  url: string,
  heading: string,
  act: (page: Page) => Promise<More>,
): Promise<Visit & More> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    let bytes = 0;
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(heading).first().waitFor();
    const readable = await sinceStart(page);
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
    const more = await act(page);
    return { kilobytes: bytes / 1000, paint, readable, ...more };
  } finally {
    await context.close();
  }
}

/** Milliseconds since the request for the page. */
function sinceStart(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

function rows(what: string, visits: readonly Visit[]): Row[] {
  const readable = median(visits.map((each) => each.readable));
  const paint = median(visits.map((each) => each.paint));
  const kilobytes = median(visits.map((each) => each.kilobytes));
  return [
    { what: `${what}: bytes sent`, ours: `${Math.round(kilobytes)} kB`, theirs: '' },
    {
      what: `${what}: readable, on a processor slowed ${SLOWER} times`,
      ours: milliseconds(readable),
      theirs: `first paint after ${milliseconds(paint)}`,
      target: { words: '≤ 1.8 s', isMet: readable <= 1800 },
    },
  ];
}

function milliseconds(amount: number): string {
  return `${Math.round(amount)} ms`;
}
