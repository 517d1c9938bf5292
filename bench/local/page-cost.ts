import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { browserOptions } from '../../scripts/shared/browser.js';
import { median } from '../median.js';

const ROUNDS = 7;

/** Bytes of what is at the address, compressed here as the build does it: fetch decompresses what it reads. */
export async function compressedBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
}

/**
 * The median of the milliseconds from the start of a navigation until the page can be read, each in a window of its own,
 * without a cache; undefined on a machine without a browser.
 */
export async function readableAfterMs(
  url: string,
  isReadable: (page: Page) => Promise<void>,
): Promise<number | undefined> {
  const launch = browserOptions();
  if (!launch) return undefined;
  const browser = await chromium.launch(launch);
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage();
      const startedAt = performance.now();
      await page.goto(url);
      await isReadable(page);
      times.push(performance.now() - startedAt);
      await page.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}
