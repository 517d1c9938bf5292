import { gzipSync } from 'node:zlib';
import { Trawl } from '@trawl/sdk';
import { type Browser, chromium } from 'playwright-core';
import { browserOptions } from '../../test/browser.js';
import { median } from '../median.js';
import type { Row } from '../table.js';
import { startService } from './service.js';

const ROUNDS = 7;
const REQUESTS = 200;
const MOST_BYTES = 25_000;
const MOST_READABLE_MS = 500;

/** What the page of the service costs: its bytes, and the time until its list of requests can be read. */
export async function measureDashboard(): Promise<Row[]> {
  const service = await startService();
  try {
    const bytes = await bytesOf(service.url, ['/', '/dashboard.js', '/dashboard.css']);
    const size: Row = {
      what: 'The page at `/`: bytes, compressed',
      ours: `${(bytes / 1000).toFixed(1)} kB`,
      theirs: '',
      target: { words: `≤ ${MOST_BYTES / 1000} kB`, isMet: bytes <= MOST_BYTES },
    };
    const launch = browserOptions();
    if (!launch) return [size];
    const trawl = new Trawl({ baseUrl: service.url });
    for (let count = 0; count < REQUESTS; count++) await trawl.team.queue();
    const browser = await chromium.launch(launch);
    try {
      const readable = median(await readableTimes(browser, service.url));
      return [
        size,
        {
          what: `… until ${REQUESTS} requests can be read`,
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

async function bytesOf(url: string, paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    // Compressed here as the build does it, because fetch decompresses what it reads.
    const response = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
    bytes += gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
  }
  return bytes;
}

/** From the start of each navigation, in a window of its own, without a cache. */
async function readableTimes(browser: Browser, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage();
    const started = performance.now();
    await page.goto(url);
    await page
      .locator('.rows > li')
      .nth(REQUESTS - 1)
      .waitFor();
    times.push(performance.now() - started);
    await page.close();
  }
  return times;
}
