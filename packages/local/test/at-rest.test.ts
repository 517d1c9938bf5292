import { copyFileSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const HOUR_MS = 60 * 60_000;

/** A service in the middle of its work: a monitor with a webhook, and a crawl whose site does not answer. */
async function busyService() {
  const { url, visits } = await site({
    '/': '<h1>Nets</h1>',
    '/hook': (request, response) => request.resume().on('end', () => response.end()),
    '/slow/': () => {},
    '/robots.txt': '',
  });
  const clock = createVirtualClock();
  const options = { allowPrivateNetworks: true, fetchRetries: 0 };
  const server = await startServer({ ...options, clock });
  await call(server, 'POST /v2/monitor', {
    body: {
      name: 'Nets',
      schedule: { cron: '0 * * * *' },
      targets: [{ type: 'scrape', urls: [`${url}/`] }],
      webhook: { url: `${url}/hook` },
    },
  });
  const crawl = await call(server, 'POST /v2/crawl', { body: { url: `${url}/slow/`, sitemap: 'skip' } });
  await eventually(() => visits).toContain('/slow/');
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-rest-')), 'copy.db');
  writeFileSync(file, await server.export());
  await server.close();
  visits.length = 0;
  return { url, visits, options, file, crawl: (crawl.body as { id: string }).id };
}

test('a copy of the data of a service reads, and does nothing else until it is told to', async () => {
  const { url, visits, options, file, crawl } = await busyService();
  const clock = createVirtualClock();
  const lines: string[] = [];
  const copy = await startServer({ ...options, storage: file, clock, log: (line) => lines.push(line) });
  expect(lines.join('\n')).toContain('The stored data is a copy');
  await clock.advance(3 * HOUR_MS);
  expect(await call(copy, `GET /v2/crawl/${crawl}`)).toMatchObject({ body: { status: 'scraping' } });
  expect(await call(copy, 'GET /v2/monitor')).toMatchObject({ body: { data: [{ name: 'Nets' }] } });
  const atRest = { status: 503, body: { error: expect.stringContaining('at rest') } };
  expect(await call(copy, 'POST /v2/crawl', { body: { url } })).toMatchObject(atRest);
  expect(await call(copy, `DELETE /v2/crawl/${crawl}`)).toMatchObject({ status: expect.any(Number) });
  expect((await call(copy, 'POST /v2/scrape', { body: { url } })).status).not.toBe(200);
  expect(await call(copy, 'GET /_local/ready')).toMatchObject({ status: 503 });
  await copy.close();
  expect(visits).toEqual([]);

  // It stays so at its next start, until the operator ends it.
  const again = await startServer({ ...options, storage: file, clock });
  await clock.advance(3 * HOUR_MS);
  expect(visits).toEqual([]);
  expect(await call(again, 'POST /_local/resume')).toMatchObject({ status: 200 });
  expect(await call(again, 'POST /_local/resume')).toMatchObject({ status: 409 });
  await clock.advance(HOUR_MS);
  await eventually(() => visits).toEqual(expect.arrayContaining(['/', '/hook']));
  await again.close();

  const last = await startServer({ ...options, storage: file, clock });
  expect(await call(last, 'GET /_local/ready')).toMatchObject({ status: 200 });
});

test('a file is known as a copy wherever it was copied from, and not where it was only moved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-copy-'));
  const [file, copied, moved] = ['trawl.db', 'copied.db', 'moved.db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const isAtRest = async (storage: string) => {
    const server = await startServer({ storage });
    const { body } = await call(server, 'GET /_local/rest');
    await server.close();
    return (body as { data: { isAtRest: boolean } }).data.isAtRest;
  };
  expect(await isAtRest(file)).toBe(false);
  copyFileSync(file, copied);
  expect(await isAtRest(copied)).toBe(true);
  renameSync(file, moved);
  expect(await isAtRest(moved)).toBe(false);
  // It is restored in its place.
  copyFileSync(moved, `${moved}.saved`);
  renameSync(`${moved}.saved`, moved);
  expect(await isAtRest(moved)).toBe(false);
});

test('any service can be started at rest', async () => {
  const server = await startServer({ paused: true });
  const body = { url: 'http://example.com/' };
  expect(await call(server, 'POST /v2/batch/scrape', { body: { urls: [body.url] } })).toMatchObject({ status: 503 });
  expect(await call(server, 'POST /_local/resume')).toMatchObject({ status: 200 });
});
