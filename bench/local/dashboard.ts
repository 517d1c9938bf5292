import { Trawl } from '@trawl/sdk';
import type { Page } from 'playwright-core';
import type { Row } from '../table.js';
import { compressedBytes, readableAfterMs } from './page-cost.js';
import { startService } from './service.js';

const REQUESTS = 200;
const MOST_BYTES = 25_000;
const MOST_READABLE_MS = 500;

/** What the page of the service costs: its bytes, and the time until its list of requests can be read. */
export async function measureDashboard(): Promise<Row[]> {
  const service = await startService();
  try {
    const files = ['/', '/dashboard.js', '/dashboard.css'];
    const sizes = await Promise.all(files.map((path) => compressedBytes(service.url + path)));
    const bytes = sizes.reduce((sum, size) => sum + size);
    const size: Row = {
      what: 'The page at `/`: bytes, compressed',
      ours: `${(bytes / 1000).toFixed(1)} kB`,
      theirs: '',
      target: { words: `≤ ${MOST_BYTES / 1000} kB`, isMet: bytes <= MOST_BYTES },
    };
    const trawl = new Trawl({ baseUrl: service.url });
    for (let count = 0; count < REQUESTS; count++) await trawl.team.queue();
    const last = (page: Page) => page.locator('.rows > li').nth(REQUESTS - 1);
    const readable = await readableAfterMs(service.url, (page) => last(page).waitFor());
    if (readable === undefined) return [size];
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
    service.stop();
  }
}
