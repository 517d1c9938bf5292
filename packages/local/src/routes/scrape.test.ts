import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageService } from '../../test/page/service.js';

const service = startPageService();
let server: Server;
let page: string;

beforeAll(async () => {
  server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Oaks</title><p>An oak is a tree.</p>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  server.close();
});

const scrape = (body: object, team?: string) =>
  service.call<'scrapePage'>('POST', '/v2/scrape', { url: page, ...body }, team);
const charged = (team: string) => service.ledger.entries(team, { limit: 10 });

test('a scrape is answered, charged, and can be read again by its team', async () => {
  const { status, body } = await scrape({});
  expect([status, body]).toMatchObject([
    200,
    { success: true, data: { markdown: expect.stringContaining('An oak is a tree.') } },
  ]);
  const { scrapeId } = body.data.metadata;
  expect(await charged('a')).toMatchObject([{ id: scrapeId, endpoint: 'scrape', target: page }]);
  expect(await service.ledger.used('a', 0, Number.MAX_SAFE_INTEGER)).toBe(1);
  expect(await service.call<'getScrape'>('GET', `/v2/scrape/${scrapeId}`)).toEqual({ status, body });
  expect(await service.call<'getScrape'>('GET', `/v2/scrape/${scrapeId}`, undefined, 'b')).toMatchObject({
    status: 403,
  });
});

test('an unknown scrape is not found', async () => {
  const unknown = '/v2/scrape/00000000-0000-4000-8000-000000000000';
  expect(await service.call('GET', unknown)).toEqual({
    status: 404,
    body: { success: false, error: 'Job not found.' },
  });
  expect((await service.call('POST', `${unknown}/interact`, { prompt: 'Click.' })).status).toBe(404);
  expect((await service.call('DELETE', `${unknown}/interact`)).status).toBe(404);
});

test('of a scrape with zero data retention nothing is left but its price', async () => {
  const { body } = await scrape({ zeroDataRetention: true }, 'zdr');
  expect(
    (await service.call<'getScrape'>('GET', `/v2/scrape/${body.data.metadata.scrapeId}`, undefined, 'zdr')).status,
  ).toBe(404);
  expect(await charged('zdr')).toMatchObject([{ target: null }]);
});

test('a scrape of which nothing is kept has no session, which its team is told', async () => {
  const { body } = await scrape({ zeroDataRetention: true }, 'zdr');
  const path = `/v2/scrape/${body.data.metadata.scrapeId}/interact`;
  expect(await service.call('POST', path, { code: '1' }, 'zdr')).toMatchObject({
    status: 409,
    body: { success: false, error: expect.stringContaining('zero data retention') },
  });
  expect((await service.call('POST', path, { code: '1' }, 'b')).status).toBe(404);
});

test('a miss in lockdown costs one credit, a hit five, and neither tells of the page', async () => {
  const missed = await service.call<'scrapePage'>(
    'POST',
    '/v2/scrape',
    { url: `${page}never`, lockdown: true },
    'locked',
  );
  expect([missed.status, missed.body.code]).toEqual([404, 'SCRAPE_LOCKDOWN_CACHE_MISS']);
  await scrape({}, 'other');
  expect((await scrape({ lockdown: true }, 'locked')).status).toBe(404);
  await scrape({}, 'locked');
  expect((await scrape({ lockdown: true }, 'locked')).status).toBe(200);
  expect(await service.ledger.used('locked', 0, Number.MAX_SAFE_INTEGER)).toBe(8);
  expect((await charged('locked')).map(({ target }) => target)).toEqual([null, page, null, null]);
});

test('a scrape that fails costs nothing', async () => {
  const { status, body } = await service.call<'scrapePage'>(
    'POST',
    '/v2/scrape',
    { url: 'http://nowhere.invalid/' },
    'unlucky',
  );
  expect([status, body.success, body.code]).toEqual([200, false, 'SCRAPE_DNS_RESOLUTION_ERROR']);
  expect(await charged('unlucky')).toEqual([]);
});

test('every format and option of the contract is answered as the contract says', async () => {
  const names = 'markdown summary html rawHtml links images screenshot json changeTracking branding product menu';
  const { status } = await scrape({
    formats: [
      ...names.split(' '),
      { type: 'question', question: 'What is an oak?' },
      { type: 'highlights', query: 'tree' },
      { type: 'attributes', selectors: [{ selector: 'p', attribute: 'class' }] },
    ],
    onlyMainContent: false,
    includeTags: ['p'],
    excludeTags: ['nav'],
    waitFor: 10,
    timeout: 30_000,
    mobile: true,
    blockAds: false,
    skipTlsVerification: false,
    removeBase64Images: false,
    maxAge: 1_000,
    storeInCache: false,
    proxy: 'enhanced',
    parsers: [{ type: 'pdf', mode: 'fast', maxPages: 3 }],
    location: { country: 'DE', languages: ['de'] },
    redactPII: { mode: 'fast' },
    auditMetadata: { username: 'ada' },
    threatProtection: { mode: 'normal', whitelist: ['127.0.0.1'] },
  });
  expect([status, service.errors]).toEqual([200, []]);
});

test('pages cannot be interacted with, and no session is open', async () => {
  const { scrapeId } = (await scrape({})).body.data.metadata;
  const path = `/v2/scrape/${scrapeId}/interact`;
  expect(await service.call('POST', path, { prompt: 'Click the button.' })).toMatchObject({
    status: 503,
    body: { success: false, error: expect.stringContaining('no browser') },
  });
  expect((await service.call('DELETE', path)).status).toBe(404);
  expect((await service.call('POST', path, { code: 'return 1' }, 'b')).status).toBe(403);
});
