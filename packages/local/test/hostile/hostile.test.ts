import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/contract/operation.js';
import type { Reply } from '../reply.js';
import { type Service, startService } from './service.js';
import { hostilities, startHostileSite } from './site.js';

/** Timeout of each test, with room for a busy machine. */
const TEST_TIMEOUT_MS = 60_000;

/** Time for each hostile page, the least that the contract allows, and for all of them at once. */
const TIMEOUT_MS = 1_000;
const LONG_TIMEOUT_MS = 3_000;

/** Limits for an ordinary page during one hostile page, and during all of them: far less than they take one by one. */
const MAX_BESIDE_ONE_MS = 10_000;
const MAX_BESIDE_ALL_MS = 20_000;

/** How much later than its deadline a response may come, beside what a busy machine delays. */
const GRACE_MS = 1_500;

/** The longest turn of the thread of the service, by the time of the processor: no content of a page may block a deadline. */
const MAX_TURN_MS = 500;

/** The limits that the README states. */
const MAX_MEGABYTES = 800;
const MAX_MEGABYTES_AFTERWARDS = 500;

/** All formats that are made from the text of a page. */
const FORMATS = [
  'markdown',
  'html',
  'links',
  'images',
  'summary',
  'product',
  'menu',
  'branding',
  { type: 'highlights', query: 'oak felled' },
];

let site: Awaited<ReturnType<typeof startHostileSite>>;
let service: Service;

beforeAll(async () => {
  site = await startHostileSite();
  service = await startService();
  // The first workers start from TypeScript, which would distort the measurement.
  await Promise.all([scrape('oak'), scrape('oak')]);
}, TEST_TIMEOUT_MS);

afterAll(() => {
  service.kill();
  site.close();
});

async function call<Op extends OperationName>(path: string, body: object): Promise<Reply<Op>> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Reply<Op>['body'] };
}

const scrape = (path: string, options: object = {}) =>
  call<'scrapePage'>('/v2/scrape', { url: `${site.url}/${encodeURI(path)}`, maxAge: 0, ...options });

/** Scrapes an ordinary page again and again until the work is over; returns how long the slowest took. */
async function slowestBeside(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let slowest = 0;
  const over = work.finally(() => {
    isOver = true;
  });
  do {
    const started = performance.now();
    const { status, body } = await scrape('oak');
    slowest = Math.max(slowest, performance.now() - started);
    expect([status, body.data?.markdown]).toEqual([200, expect.stringContaining('An oak is a tree.')]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (!isOver);
  await over;
  return slowest;
}

describe('the service answers, and serves other pages meanwhile, for', () => {
  test.each(hostilities)(
    '%s',
    async (hostility) => {
      await service.measured();
      const started = performance.now();
      let tookMs = 0;
      const scraping = scrape(hostility, { timeout: TIMEOUT_MS, formats: FORMATS }).finally(() => {
        tookMs = performance.now() - started;
      });
      const slowest = await slowestBeside(scraping);
      const { status, body } = await scraping;
      // What a busy machine delays, it delays on ordinary pages too.
      expect(tookMs).toBeLessThan(TIMEOUT_MS + GRACE_MS + slowest);
      expect((await service.measured()).longestTurnMs).toBeLessThan(MAX_TURN_MS);
      if (status === 200) expect(body).toMatchObject({ success: true });
      else expect([408, 500]).toContain(status);
      if (status === 500) expect(body).toMatchObject({ code: 'SCRAPE_ALL_ENGINES_FAILED' });
      expect(slowest).toBeLessThan(MAX_BESIDE_ONE_MS);
    },
    TEST_TIMEOUT_MS,
  );
});

test(
  'all of them at once do not keep others waiting for long',
  async () => {
    const largest = [1, 2, 3].map((copy) => `a body that just fits?${copy}`);
    const all = [...hostilities, ...largest].map((path) => scrape(path, { timeout: LONG_TIMEOUT_MS }));
    expect(await slowestBeside(Promise.all(all))).toBeLessThan(MAX_BESIDE_ALL_MS);
  },
  TEST_TIMEOUT_MS * 3,
);

test(
  'several PDFs that inflate at once cost one error each',
  async () => {
    const bombs = [1, 2].map((copy) => scrape(`runs in a deflated page?${copy}`, { timeout: TEST_TIMEOUT_MS }));
    for (const { status } of await Promise.all(bombs)) expect(status).toBe(500);
  },
  TEST_TIMEOUT_MS,
);

test('a schema that is nested endlessly gets one error', async () => {
  const depth = 5_000;
  const schema = `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
  const body = `{"url":"${site.url}/oak","formats":[{"type":"json","schema":${schema}}]}`;
  const headers = { 'content-type': 'application/json' };
  // Several, because the one that waits for a worker is sent to it where no call waits for an error.
  const calls = [1, 2, 3].map(() => fetch(`${service.url}/v2/scrape`, { method: 'POST', headers, body }));
  for (const response of await Promise.all(calls)) {
    expect([400, 500]).toContain(response.status);
    expect(await response.json()).toMatchObject({ success: false, error: expect.any(String) });
  }
  expect(await scrape('oak')).toMatchObject({ status: 200 });
});

test(
  'memory stays bounded, and is released',
  async () => {
    expect((await service.measured()).mostMegabytes).toBeLessThan(MAX_MEGABYTES);
    // The engine collects what is left of the pages when it has time to.
    while ((await service.measured()).megabytes > MAX_MEGABYTES_AFTERWARDS) {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  },
  TEST_TIMEOUT_MS,
);
