import { createVirtualClock } from '@trawl/base/clock';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../src/contract/contract.js';
import { startService } from './crashes/service.js';
import { linksTo, site } from './crawl/site.js';
import { createTestDisk } from './full-disk.js';

test('while the disk is full, reads succeed and writes are refused; afterwards both succeed', async () => {
  const { url } = await site({ '/': linksTo('/a'), '/a': 'A', '/hook': '' });
  const storage = createTestDisk();
  const service = startService(storage.database, createVirtualClock());
  onTestFinished(() => service.close());
  const { call } = service;
  const webhook = { url: `${url}/hook` };
  const idOf = async (answer: ReturnType<typeof call>, at: 'id' | 'data' = 'id') => {
    const { body } = await answer;
    return String(at === 'id' ? body.id : (body.data as { id: string }).id);
  };
  const crawl = await idOf(call('POST /v2/crawl', { url: `${url}/`, webhook }));
  const batch = await idOf(call('POST /v2/batch/scrape', { urls: [`${url}/a`] }));
  const targets = [{ type: 'scrape', urls: [`${url}/a`] }];
  const request = { name: 'A', schedule: { cron: '0 * * * *' }, targets, webhook };
  const monitor = await idOf(call('POST /v2/monitor', request), 'data');
  const check = await idOf(call(`POST /v2/monitor/${monitor}/run`));
  const scraped = await call('POST /v2/scrape', { url: `${url}/a` });
  const { scrapeId } = (scraped.body.data as { metadata: { scrapeId: string } }).metadata;
  await service.settled();
  storage.isFull = true;

  const ids: Record<string, string> = { monitorId: monitor, checkId: check, scrapeId, jobId: scrapeId };
  const kinds: [RegExp, string][] = [
    [/^\/v2\/crawl/, crawl],
    [/^\/v2\/batch/, batch],
  ];
  const reads = operations().filter(({ method }) => method === 'GET');
  for (const { path } of reads) {
    const id = kinds.find(([kind]) => kind.test(path))?.[1] ?? scrapeId;
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? id);
    const { status, body } = await call(`GET ${url}`);
    expect([url, status, body]).toEqual([url, expect.not.toBeOneOf([500, 507]), expect.anything()]);
  }
  const writes: [string, unknown?][] = [
    ['POST /v2/scrape', { url: `${url}/a`, maxAge: 0 }],
    ['POST /v2/crawl', { url: `${url}/` }],
    ['POST /v2/batch/scrape', { urls: [`${url}/a`] }],
    ['POST /v2/monitor', request],
    [`POST /v2/monitor/${monitor}/run`],
    [`PATCH /v2/monitor/${monitor}`, { name: 'B' }],
    ['POST /v2/parse/upload-url', { filename: 'a.html' }],
  ];
  for (const [line, body] of writes) {
    const answer = await call(line, body);
    expect([line, answer.status, answer.body.error]).toEqual([
      line,
      500,
      expect.stringContaining('The disk of this server is full'),
    ]);
  }
  await service.clock.advance(2 * 60 * 60_000);
  storage.isFull = false;
  await service.clock.advance(60_000);
  await service.settled();
  for (const [line, body] of writes) expect([line, (await call(line, body)).status]).toEqual([line, 200]);
});
