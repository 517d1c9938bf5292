import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { browserOptions } from '../../test/browser.js';
import { median } from '../median.js';
import type { Row } from '../table.js';
import { startService } from './service.js';

const ROUNDS = 7;
const MOST_BYTES = 15_000;
const MOST_READABLE_MS = 300;

/** What a guide costs: the bytes of the largest page, and the time until its text can be read. */
export async function measureGuides(): Promise<Row[]> {
  const service = await startService();
  try {
    const folder = `${service.url}/docs/`;
    const guides = (await (await fetch(`${folder}guides.json`)).json()) as { readonly path: string }[];
    const sizes = await Promise.all(guides.map(async ({ path }) => ({ path, bytes: await bytesOf(folder + path) })));
    const [largest] = sizes.sort((a, b) => b.bytes - a.bytes);
    if (!largest) throw new Error('This build has no guides.');
    const size: Row = {
      what: `The largest of ${sizes.length} guides at \`/docs/\`: bytes, compressed`,
      ours: `${(largest.bytes / 1000).toFixed(1)} kB`,
      theirs: '',
      target: { words: `≤ ${MOST_BYTES / 1000} kB`, isMet: largest.bytes <= MOST_BYTES },
    };
    const launch = browserOptions();
    if (!launch) return [size];
    const browser = await chromium.launch(launch);
    try {
      const readable = median(await readableTimes(browser, folder + largest.path));
      return [
        size,
        {
          what: '… until it can be read',
          ours: `${Math.round(readable)} ms`,
          theirs: '',
          target: { words: `≤ ${MOST_READABLE_MS} ms`, isMet: readable <= MOST_READABLE_MS },
        },
      ];
    } finally {
      await browser.close();
    }
  } finally {
    service.stop();
  }
}

async function bytesOf(url: string): Promise<number> {
  // Compressed here as the build does it, because fetch decompresses what it reads.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
}

/** From the start of each navigation until the whole text is there, in a window of its own, without a cache. */
async function readableTimes(browser: Browser, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage();
    const started = performance.now();
    await page.goto(url);
    await page.locator('main > :last-child').waitFor();
    times.push(performance.now() - started);
    await page.close();
  }
  return times;
}
