import { basename } from 'node:path';
import { Trawl } from '@trawl/sdk';
import { chromium } from 'playwright-core';
import { browserPaths } from '../../scripts/shared/browser.js';
import type { Row } from '../table.js';
import { startService } from './service.js';

const PAGES = 30;
const LEAST_RATIO = 2;

/** Renders a page once. */
type Render = () => Promise<void>;

/** Pages a second of the service beside bare Playwright with the same browser, for each browser of this machine. */
export async function measureRates(url: string, text: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of browserPaths()) {
    for (const atOnce of [1, 10]) {
      const bare = await withPlaywright(path, url, text, (render) => rateOf(render, atOnce));
      const ours = await withService(path, url, text, (render) => rateOf(render, atOnce));
      rows.push({
        what: `Rendered pages a second by ${basename(path)}, ${atOnce} at a time`,
        ratio: ours / bare,
        ours: `${ours.toFixed(1)} pages/s`,
        theirs: `${bare.toFixed(1)} pages/s (Playwright, a new context for each)`,
        target: { words: `≥ ${LEAST_RATIO}×`, isMet: ours >= LEAST_RATIO * bare },
      });
    }
  }
  return rows;
}

async function withPlaywright<Result>(
  executablePath: string,
  url: string,
  text: string,
  work: (render: Render) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: ['--disable-gpu'] });
  try {
    return await work(async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      await page.getByText(text).waitFor();
      await page.content();
      await context.close();
    });
  } finally {
    await browser.close();
  }
}

async function withService<Result>(
  path: string,
  url: string,
  text: string,
  work: (render: Render) => Promise<Result>,
): Promise<Result> {
  const service = await startService(['--browser', path]);
  try {
    const trawl = new Trawl({ baseUrl: service.url });
    return await work(async () => {
      const { markdown } = await trawl.scrape(url, { maxAge: 0, timeout: 120_000 });
      if (!markdown.includes(text)) throw new Error('The page was not rendered.');
    });
  } finally {
    service.stop();
  }
}

async function rateOf(render: Render, atOnce: number): Promise<number> {
  await render();
  let remainingPages = PAGES;
  const startedAt = performance.now();
  const renderUntilDone = async () => {
    while (remainingPages-- > 0) await render();
  };
  await Promise.all(Array.from({ length: atOnce }, renderUntilDone));
  return PAGES / ((performance.now() - startedAt) / 1000);
}
