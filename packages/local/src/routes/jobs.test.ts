import { setTimeout as pause } from 'node:timers/promises';
import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { api } from '../../test/crawl/api.js';
import { crawls } from '../../test/crawl/crawls.js';
import { linksTo, site } from '../../test/crawl/site.js';
import { eventually } from '../../test/eventually.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const HOUR = 60 * 60_000;

/** A site of 12 pages and the start page, whose crawl ends at once. */
const small = () => {
  const pages = Array.from({ length: 12 }, (_, index) => `/${index}`);
  return site({ '/': linksTo(...pages), ...Object.fromEntries(pages.map((path) => [path, path])) });
};

/** A page that never comes, and others that do. */
const stuck = () => site({ '/': linksTo('/a', '/stuck'), '/a': '', '/stuck': () => {} });

async function ended(all: ReturnType<typeof crawls>, id: string): Promise<string> {
  await all.engine.ended(id);
  return id;
}

test('a job that is to read more pages at once than there can be is told how many it reads', async () => {
  const { url } = await small();
  const call = api(crawls());
  const told = { warning: 'At most 100 pages are read at once: `maxConcurrency` counts as 100.' };
  expect((await call<'startCrawl'>('POST', '/v2/crawl', { url, limit: 1, maxConcurrency: 101 })).body).toMatchObject(
    told,
  );
  expect(
    (await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [url], maxConcurrency: 500 })).body,
  ).toMatchObject(told);
  expect(
    (await call<'startCrawl'>('POST', '/v2/crawl', { url, limit: 1, maxConcurrency: 100 })).body,
  ).not.toHaveProperty('warning');
});

describe('a crawl', () => {
  test('is started, read by page, and listed while it runs', async () => {
    const { url } = await small();
    const all = crawls();
    const call = api(all);
    const started = await call<'startCrawl'>('POST', '/v2/crawl', { url, sitemap: 'skip', limit: 12 });
    expect(started).toEqual({
      status: 200,
      body: { success: true, id: started.body.id, url: `http://api.example:3002/v2/crawl/${started.body.id}` },
    });
    const active = await call<'listActiveCrawls'>('GET', '/v2/crawl/active');
    expect(active.body.crawls).toMatchObject([
      {
        id: started.body.id,
        url,
        options: { limit: 12, sitemap: 'skip', allowExternalLinks: false, scrapeOptions: { onlyMainContent: true } },
      },
    ]);
    expect(await call<'listOngoingCrawls'>('GET', '/v2/crawl/ongoing')).toEqual(active);

    await all.engine.ended(started.body.id);
    expect((await call<'listActiveCrawls'>('GET', '/v2/crawl/active')).body).toEqual({ success: true, crawls: [] });
    const first = await call<'getCrawl'>('GET', `/v2/crawl/${started.body.id}?limit=5`);
    expect(first.body).toMatchObject({ status: 'completed', completed: 12, total: 12, creditsUsed: 12 });
    const seen = [...first.body.data];
    for (let next = first.body.next; next; ) {
      const { pathname, search } = new URL(next);
      const page = await call<'getCrawl'>('GET', pathname + search);
      seen.push(...page.body.data);
      next = page.body.next;
    }
    expect(new Set(seen.map(({ metadata }) => metadata.sourceURL)).size).toBe(12);
    expect(seen).toHaveLength(12);
    expect((await call<'getCrawl'>('GET', `/v2/crawl/${started.body.id}?skip=100&limit=5`)).body).toMatchObject({
      data: [],
    });
  });

  test('builds its links from the Host header, and answers by the path of a batch as well', async () => {
    const { url } = await small();
    const all = crawls();
    const call = api(all);
    const { body } = await call<'startCrawl'>('POST', '/v2/crawl', { url, limit: 2 });
    await all.engine.ended(body.id);
    const other = await call<'getBatchScrape'>('GET', `/v2/batch/scrape/${body.id}?limit=1`, undefined, {
      host: 'proxy.example',
    });
    expect(other.body.next).toBe(`http://proxy.example/v2/batch/scrape/${body.id}?skip=1&limit=1`);
  });

  test('is refused with options or positions that make no sense', async () => {
    const call = api(crawls());
    const invalid = await call<'startCrawl'>('POST', '/v2/crawl', { url: 'http://example.com', includePaths: ['('] });
    expect(invalid).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: [{ path: ['includePaths', 0] }] },
    });
    expect((await call<'startCrawl'>('POST', '/v2/crawl', { url: 'http://example.com', maxDepth: 2 })).status).toBe(
      400,
    );
    for (const sitemap of ['include', 'only']) {
      const body = { url: 'http://example.com:99999/', sitemap };
      expect(await call<'startCrawl'>('POST', '/v2/crawl', body)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', details: [{ path: ['url'], message: 'Invalid URL' }] },
      });
    }
    expect((await call<'getCrawl'>('GET', `/v2/crawl/${UNKNOWN}?skip=-1`)).status).toBe(400);
    expect((await call<'getCrawl'>('GET', `/v2/crawl/${UNKNOWN}?skip=abc`)).status).toBe(400);
  });

  test('is unknown to everybody else', async () => {
    const { url } = await small();
    const all = crawls();
    const call = api(all);
    const { id } = (await call<'startCrawl'>('POST', '/v2/crawl', { url })).body;
    const stranger = { 'x-team': 'team-b' };
    expect(await call<'getCrawl'>('GET', `/v2/crawl/${id}`, undefined, stranger)).toEqual({
      status: 404,
      body: { success: false, error: 'Job not found' },
    });
    expect(await call<'listCrawlErrors'>('GET', `/v2/crawl/${id}/errors`, undefined, stranger)).toEqual({
      status: 403,
      body: { success: false, error: 'Forbidden' },
    });
    expect(await call<'cancelCrawl'>('DELETE', `/v2/crawl/${id}`, undefined, stranger)).toEqual({
      status: 404,
      body: { error: 'Job not found' },
    });
    expect((await call<'listActiveCrawls'>('GET', '/v2/crawl/active', undefined, stranger)).body.crawls).toEqual([]);
    expect((await call<'listCrawlErrors'>('GET', `/v2/crawl/${UNKNOWN}/errors`)).status).toBe(404);
  });

  test('can be cancelled once it runs, and not when it is over', async () => {
    const { url } = await stuck();
    const all = crawls();
    const call = api(all);
    const { id } = (await call<'startCrawl'>('POST', '/v2/crawl', { url, sitemap: 'skip' })).body;
    await eventually(async () => (await call<'getCrawl'>('GET', `/v2/crawl/${id}`)).body).toMatchObject({
      completed: 2,
      total: 3,
    });
    expect(await call<'cancelCrawl'>('DELETE', `/v2/crawl/${id}`)).toEqual({
      status: 200,
      body: { status: 'cancelled' },
    });
    expect(await call<'cancelCrawl'>('DELETE', `/v2/crawl/${id}`)).toEqual({
      status: 200,
      body: { status: 'cancelled' },
    });
    await all.engine.ended(id);
    const { body } = await call<'getCrawl'>('GET', `/v2/crawl/${id}`);
    expect(body).toMatchObject({ status: 'cancelled', completed: 2, total: 2 });
    expect(body).not.toHaveProperty('next');
    expect((await call<'listCrawlErrors'>('GET', `/v2/crawl/${id}/errors`)).body.errors).toMatchObject([
      { url: `${url}/stuck`, code: 'UNKNOWN_ERROR', error: expect.stringContaining('cancelled') },
    ]);

    const done = (await call<'startCrawl'>('POST', '/v2/crawl', { url, limit: 1 })).body.id;
    await all.engine.ended(done);
    expect(await call<'cancelCrawl'>('DELETE', `/v2/crawl/${done}`)).toEqual({
      status: 409,
      body: { error: 'Crawl is already completed' },
    });
    expect(await call<'cancelCrawl'>('DELETE', `/v2/crawl/${UNKNOWN}`)).toEqual({
      status: 404,
      body: { error: 'Job not found' },
    });
  });

  test('starts once for each idempotency key', async () => {
    const { url } = await small();
    const call = api(crawls());
    const start = (key: string, team = 'team-a') =>
      call<'startCrawl'>('POST', '/v2/crawl', { url, limit: 1 }, { 'x-idempotency-key': key, 'x-team': team });
    const key = '2b1f6f3e-9a43-4c1e-8e52-0d5a3f1c7b60';
    const both = await Promise.all([start(key), start(key)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await start(key)).body).toEqual({ success: false, error: 'Idempotency key already used' });
    expect((await start(key, 'team-b')).status).toBe(200);
    expect((await start('abc')).status).toBe(409);
  });

  test('is deleted a day after it was last read', async () => {
    const clock = createVirtualClock(Date.UTC(2026, 10, 21));
    const { url } = await small();
    const all = crawls({}, clock);
    const call = api(all);
    const id = await ended(all, (await call<'startCrawl'>('POST', '/v2/crawl', { url, limit: 1 })).body.id);
    await clock.advance(23 * HOUR);
    expect((await call<'getCrawl'>('GET', `/v2/crawl/${id}`)).body.expiresAt).toBe('2026-11-22T23:00:00.000Z');
    await clock.advance(23 * HOUR);
    expect((await call<'getCrawl'>('GET', `/v2/crawl/${id}`)).status).toBe(200);
    await clock.advance(24 * HOUR);
    expect((await call<'getCrawl'>('GET', `/v2/crawl/${id}`)).status).toBe(404);
    await all.parts.stores.jobs.hideExpired();
    await all.parts.stores.jobs.removeSome(100);
    expect(all.parts.database.get('select count(*) as left from page_job_documents')).toEqual({ left: 0 });
  });

  test('says that a prompt needs a model', async () => {
    const { url } = await small();
    const call = api(crawls());
    const started = await call<'startCrawl'>('POST', '/v2/crawl', { url, limit: 1, prompt: 'only the blog' });
    const warning =
      'The prompt was not used: this server has no language model (--model-url). Give the crawl options themselves.';
    expect(started.body).toMatchObject({ success: true, warning });
    const preview = await call<'previewCrawlParams'>('POST', '/v2/crawl/params-preview', {
      url,
      prompt: 'only the blog',
    });
    expect(preview).toEqual({ status: 200, body: { success: true, data: { url }, warning } });
  });
});

describe('a batch', () => {
  test('reads its URLs, each as often as it is given, and names those that are none', async () => {
    const { url } = await small();
    const all = crawls();
    const call = api(all);
    const urls = [
      `${url}/1`,
      'not a url',
      ` ${url.slice('http://'.length)}/2 `,
      `${url}/1`,
      'ftp://example.com/',
      'http://foo',
    ];
    const { body } = await call<'startBatchScrape'>('POST', '/v2/batch/scrape', {
      urls,
      formats: ['markdown'],
      ignoreInvalidURLs: true,
    });
    expect(body).toEqual({
      success: true,
      id: body.id,
      url: `http://api.example:3002/v2/batch/scrape/${body.id}`,
      invalidURLs: ['not a url', 'ftp://example.com/', 'http://foo'],
    });
    await all.engine.ended(body.id);
    const { data, ...state } = (await call<'getBatchScrape'>('GET', `/v2/batch/scrape/${body.id}`)).body;
    expect(state).toMatchObject({ status: 'completed', completed: 3, total: 3, creditsUsed: 3 });
    expect(data.map(({ markdown }: { markdown: string }) => markdown).sort()).toEqual(['/1', '/1', '/2']);
    expect((await call<'listActiveCrawls'>('GET', '/v2/crawl/active')).body.crawls).toEqual([]);
  });

  test.each([{}, { ignoreInvalidURLs: false }])('is refused when a URL is none, with %j', async (options) => {
    const call = api(crawls());
    const post = (...urls: string[]) => call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls, ...options });
    const host = 'URL must have a valid top-level domain or be an IP address';
    expect(await post('http://example.com/', 'http://foo')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: host, details: [{ path: ['urls', 1], message: host }] },
    });
    expect(await post('example.com', 'not a url')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: 'Bad Request', details: [{ path: ['urls', 1], message: 'Invalid URL' }] },
    });
  });

  test('is refused by the policy when it blocks every valid URL', async () => {
    const call = api(crawls());
    const threatProtection = { blacklist: ['blocked.example'] };
    const body = { urls: ['not a url', 'http://blocked.example/'], ignoreInvalidURLs: true, threatProtection };
    expect(await call<'startBatchScrape'>('POST', '/v2/batch/scrape', body)).toMatchObject({
      status: 403,
      body: { code: 'unsafe_domain_blocked', error: expect.stringContaining('blocked.example') },
    });
  });

  test('is refused when no URL is left', async () => {
    const call = api(crawls());
    const body = { urls: ['not a url', 'http://foo'], ignoreInvalidURLs: true };
    expect(await call<'startBatchScrape'>('POST', '/v2/batch/scrape', body)).toEqual({
      status: 400,
      body: { success: false, error: 'No valid URLs provided' },
    });
    expect((await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [] })).status).toBe(400);
  });

  test('takes more URLs, before and after it is done', async () => {
    const { url } = await stuck();
    const all = crawls();
    const call = api(all);
    const { id } = (await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [`${url}/a`] })).body;
    await all.engine.ended(id);
    const again = await call<'startBatchScrape'>('POST', '/v2/batch/scrape', {
      urls: [`${url}/`, `${url}/stuck`],
      appendToId: id,
    });
    expect(again.body).toMatchObject({ success: true, id, invalidURLs: [] });
    await eventually(async () => (await call<'getBatchScrape'>('GET', `/v2/batch/scrape/${id}`)).body.completed).toBe(
      2,
    );
    await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [`${url}/a`], appendToId: id });
    await eventually(async () => (await call<'getBatchScrape'>('GET', `/v2/batch/scrape/${id}`)).body).toMatchObject({
      status: 'scraping',
      completed: 3,
      total: 4,
    });
    expect(await call<'cancelBatchScrape'>('DELETE', `/v2/batch/scrape/${id}`)).toMatchObject({ status: 200 });
    const refused = await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [`${url}/a`], appendToId: id });
    expect(refused).toMatchObject({ status: 409, body: { error: 'Batch is already cancelled' } });
    expect(
      (await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [url], appendToId: UNKNOWN })).status,
    ).toBe(404);
  });

  test('is billed as its pages come, what was added later on top of it, as one call', async () => {
    const { url } = await small();
    const all = crawls();
    const call = api(all);
    const id = await ended(
      all,
      (await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [`${url}/1`, `${url}/2`] })).body.id,
    );
    await call<'startBatchScrape'>('POST', '/v2/batch/scrape', { urls: [`${url}/3`], appendToId: id });
    await all.engine.ended(id);
    expect(await all.parts.stores.ledger.used('team-a', 0, Number.MAX_SAFE_INTEGER)).toBe(3);
    expect(await all.parts.stores.ledger.entries('team-a', { limit: 10 })).toMatchObject([
      { id, endpoint: 'batch_scrape' },
    ]);
  });

  test('counts in the queue of its team', async () => {
    const { url } = await stuck();
    const all = crawls();
    const urls = Array.from({ length: 5 }, () => `${url}/stuck`);
    await api(all)('POST', '/v2/batch/scrape', { urls, maxConcurrency: 2 });
    await pause(10);
    expect(await all.engine.queue('team-a')).toMatchObject({ active: 2, waiting: 3 });
    expect(await all.engine.queue('team-b')).toMatchObject({ active: 0, waiting: 0 });
  });
});
