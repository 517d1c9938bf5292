import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLocalServer, type LocalServer } from '@trawl/local';
import {
  BadRequestError,
  ConflictError,
  GoneError,
  NotFoundError,
  RequestTimeoutError,
  Trawl,
  verifyWebhook,
} from '@trawl/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Site, serveSite } from '../../scripts/guide-pages/serve.js';
import { browserOptions } from '../../scripts/shared/browser.js';
import { receiver } from './receiver.js';

/** A guide in each line, with its text. */
const GUIDES: Readonly<Record<string, string>> = {
  'Retries and deadlines': 'The client makes retries of a call that may be repeated. See [jobs](jobs.md).',
  Jobs: 'A crawl is a job.',
  Credits: 'A page costs a credit.',
  Errors: 'Each call says what went wrong after its retries.',
  Pagination: 'A cursor leads to the next page of a list.',
  Caching: 'A page may be younger than a day.',
  Limits: 'A team has a number of calls a minute.',
  Webhooks: 'An event is signed.',
};

const fileOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

let folder: string;
let site: Site;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  mkdirSync(join(folder, 'docs'));
  const write = (file: string, text: string) => writeFileSync(join(folder, 'docs', file), text);
  const entries = Object.keys(GUIDES).map((title, index) => `${index + 1}. [${title}](${fileOf(title)}.md): a guide\n`);
  write('README.md', `# Guides\n\nIn this order.\n\n## First steps\n\n${entries.join('')}`);
  for (const [title, text] of Object.entries(GUIDES)) write(`${fileOf(title)}.md`, `# ${title}\n\n${text}\n`);
  site = await serveSite(pathToFileURL(join(folder, '/')));
});

afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const page = (name: string) => `${site.url}${name}.html`;

describe.each(['over HTTP', 'in process'])('the SDK against the local service, %s', (way) => {
  let server: LocalServer;
  let trawl: Trawl;

  beforeAll(async () => {
    server = await createLocalServer({
      browser: 'off',
      allowPrivateNetworks: true,
      check: true,
      quiet: true,
      webhookSecret: 'secret',
    });
    const inProcess = way === 'in process' ? { fetch: server.fetch } : {};
    trawl = new Trawl({ baseUrl: server.url, ...inProcess });
  });

  afterAll(() => server.close());

  describe('pages', () => {
    it('come in the formats asked for', async () => {
      const url = page('retries-and-deadlines');
      const formats = ['markdown', 'html', 'rawHtml', 'links', 'images'] as const;
      const { markdown, html, rawHtml, links, metadata } = await trawl.scrape(url, { formats });
      expect(markdown).toMatch(/^# Retries and deadlines\n/);
      expect(html).toContain('<h1');
      expect(rawHtml).toContain('<!DOCTYPE html>');
      expect(links).toContain(page('jobs'));
      const title = 'Retries and deadlines · Trawl';
      expect(metadata).toMatchObject({ title, statusCode: 200, sourceURL: url, language: 'en' });
    });

    it('come by a URL without a scheme', async () => {
      const url = page('retries-and-deadlines');
      const { metadata } = await trawl.scrape(` ${url.slice('http://'.length)} `);
      expect(metadata?.sourceURL).toBe(url);
    });

    it('come from a file that was uploaded before, with the options of the call', async () => {
      const uploaded = async () => {
        const ticket = await trawl.uploads.create('oaks.md');
        await trawl.uploads.put(ticket, new TextEncoder().encode('# Oaks\n\n[a](https://a.example/)'));
        return { uploadRef: ticket.uploadRef };
      };
      expect((await trawl.parse(await uploaded())).markdown).toContain('# Oaks');
      const { links } = await trawl.parse(await uploaded(), { formats: ['links'] });
      expect(links).toEqual(['https://a.example/']);
    });

    it('come as typed objects, from what they say of themselves', async () => {
      const schema = z.object({ headline: z.string(), position: z.number() });
      const { json } = await trawl.scrape(page('jobs'), { formats: [{ type: 'json', schema }] });
      expect(json).toEqual({ headline: 'Jobs', position: 2 });
    });

    it('are found again by their id, and are read from the cache', async () => {
      const first = await trawl.scrape(page('credits'));
      const again = await trawl.getScrape(first.metadata.scrapeId ?? '', { formats: ['markdown'] });
      expect(again.markdown).toBe(first.markdown);
      const cached = await trawl.scrape(page('credits'), { lockdown: true });
      expect(cached.markdown).toBe(first.markdown);
    });

    it('that are in no cache are not found in lockdown, and support knows why', async () => {
      const request = { lockdown: true };
      const error = await trawl.scrape(page('nowhere'), request).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ code: 'SCRAPE_LOCKDOWN_CACHE_MISS', operation: 'scrapePage' });
      const diagnosis = await trawl.support.diagnose(error, {}, { extraBody: { parameters: request } });
      expect(diagnosis.applyFix(request)).toEqual({ lockdown: false });
    });

    it('say what changed since the last time', async () => {
      site.write('changing.html', '<main><h1>Tea</h1><p>2 EUR</p></main>');
      const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: way }] as const;
      const look = () => trawl.scrape(page('changing'), { formats, maxAge: 0 });
      expect((await look()).changeTracking?.changeStatus).toBe('new');
      site.write('changing.html', '<main><h1>Tea</h1><p>3 EUR</p></main>');
      const { changeTracking } = await look();
      expect(changeTracking?.changeStatus).toBe('changed');
      expect(changeTracking?.diff).toMatchObject({ text: expect.stringContaining('-2 EUR\n+3 EUR') });
    });

    it('come from files as well', async () => {
      const body = await (await fetch(`${site.url}at-a-glance.pdf`)).arrayBuffer();
      const file = new File([body], 'at-a-glance.pdf', { type: 'application/pdf' });
      const { markdown, metadata } = await trawl.parse(file, { parsers: [{ type: 'pdf', maxPages: 1 }] });
      expect(markdown).toContain('Search the web');
      expect(metadata).toMatchObject({ numPages: 1, totalPages: 2 });
    });

    it('are mapped without being read', async () => {
      const { links = [] } = await trawl.map(site.url, { limit: 50 });
      expect(links.map(({ url }) => url)).toContain(page('errors'));
    });
  });

  describe('jobs', () => {
    it('stream their documents, each of them once', async () => {
      const urls: unknown[] = [];
      const job = trawl.crawl(site.url, { limit: 8 }, { pollIntervalMs: 50 });
      for await (const { metadata, markdown } of job) {
        expect(markdown).not.toBe('');
        urls.push(metadata.sourceURL);
      }
      expect(urls).toHaveLength(8);
      expect(new Set(urls).size).toBe(8);
    });

    it('go on where another program left off, in pages of any length', async () => {
      const { id } = await trawl.crawls.start({ url: site.url, limit: 5 });
      const { documents, creditsUsed } = await trawl.crawls.resume(
        id,
        { formats: ['markdown'] },
        { pollIntervalMs: 50 },
      );
      expect(documents).toHaveLength(5);
      expect(creditsUsed).toBe(5);
      await expect(trawl.crawls.cancel(id)).rejects.toBeInstanceOf(ConflictError);
    });

    it('take lists of URLs, and say which of them failed', async () => {
      const urls = [page('jobs'), page('errors'), 'http://127.0.0.1:1/'];
      const { id } = await trawl.batches.start({ urls });
      const { documents } = await trawl.batches.resume(id, { formats: ['markdown'] }, { pollIntervalMs: 50 });
      const { errors = [] } = await trawl.batches.errors(id);
      const all = [...documents.map(({ metadata }) => metadata.sourceURL), ...errors.map(({ url }) => url)];
      expect(all.sort()).toEqual([...urls].sort());
    });

    it('tell a webhook what happens, signed', async () => {
      const hook = await receiver();
      await trawl.crawl(
        page('jobs'),
        { limit: 1, webhook: { url: hook.url, metadata: { way } } },
        { pollIntervalMs: 50 },
      );
      const deliveries = await hook.until('crawl.completed');
      const events = await Promise.all(
        deliveries.map(({ body, signature }) => verifyWebhook(body, signature, 'secret')),
      );
      expect(events.map(({ type }) => type)).toEqual(['crawl.started', 'crawl.page', 'crawl.completed']);
      expect(events[1]).toMatchObject({ metadata: { way } });
      await hook.close();
    });

    it('are unknown to who has the wrong id', async () => {
      await expect(trawl.crawls.get(crypto.randomUUID())).rejects.toBeInstanceOf(NotFoundError);
    });
  });

  describe('searches', () => {
    beforeAll(async () => {
      await trawl.crawl(site.url, {}, { pollIntervalMs: 50 });
    });

    it('find what was seen, with its content if asked to', async () => {
      const { web } = await trawl.search('intitle:pagination cursor', { scrapeOptions: { formats: ['markdown'] } });
      expect(web[0]).toMatchObject({ url: page('pagination'), markdown: expect.stringContaining('# Pagination') });
    });

    it('leave out what they are told to', async () => {
      const { web } = await trawl.search('retries -intitle:errors', { limit: 20, excludeDomains: ['nowhere.example'] });
      expect(web.map(({ url }) => url)).not.toContain(page('errors'));
      expect(web.length).toBeGreaterThan(0);
    });

    it('find nothing politely', async () => {
      expect((await trawl.search('zzzzqqqq', { sources: ['web', 'images', 'news'] })).web).toEqual([]);
    });
  });

  describe('monitors', () => {
    it('live from their creation to their end', async () => {
      site.write('prices.html', '<main><h1>Prices</h1><p>Tea 2 EUR</p></main>');
      const targets = [{ type: 'scrape' as const, urls: [page('prices')] }];
      const { id } = await trawl.monitors.create({ name: way, schedule: { text: 'hourly' }, targets });
      const check = async () => {
        const run = await trawl.monitors.run(id);
        await expect
          .poll(() => trawl.monitors.check(id, run.id), { timeout: 20_000 })
          .toMatchObject({
            status: 'completed',
          });
        return (await trawl.monitors.pages(id, run.id))[0];
      };
      expect(await check()).toMatchObject({ status: 'new' });
      site.write('prices.html', '<main><h1>Prices</h1><p>Tea 3 EUR</p></main>');
      const changed = await check();
      expect(changed?.diff?.text).toContain('+Tea 3 EUR');
      expect(await trawl.monitors.checks(id)).toHaveLength(2);
      await trawl.monitors.update(id, { status: 'paused' });
      await expect(trawl.monitors.run(id)).rejects.toBeInstanceOf(ConflictError);
      expect((await trawl.monitors.list()).map((monitor) => monitor.id)).toContain(id);
      await trawl.monitors.delete(id);
      await expect(trawl.monitors.get(id)).rejects.toBeInstanceOf(NotFoundError);
    });
  });

  describe('failures', () => {
    it('are repeated as the contract allows', async () => {
      await server.faults.add({ match: { operation: 'searchWeb' }, times: 2, status: 503, retryAfter: 0 });
      const { attempts } = await trawl.search('tea').withResponse();
      expect(attempts).toBe(3);
    });

    it('are repeated when a connection is lost or an answer is cut off', async () => {
      await server.faults.add({ match: { operation: 'getQueueStatus' }, times: 1, drop: true });
      await server.faults.add({ match: { operation: 'getQueueStatus' }, times: 1, broken: true });
      const { attempts } = await trawl.team.queue().withResponse();
      expect(attempts).toBe(3);
    });

    it('name the field that is wrong', async () => {
      const error = await trawl.scrape('ftp://example.com/').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BadRequestError);
      expect((error as BadRequestError).details).toMatchObject([
        { path: ['url'], message: 'URL uses unsupported protocol' },
        { path: ['url'], message: 'Invalid URL' },
      ]);
    });

    it.each<[string, () => PromiseLike<unknown>, string]>([
      ['an unknown id', () => trawl.crawls.get(crypto.randomUUID()), 'Job not found. Check the id.'],
      [
        'a call that this server lacks',
        () => trawl.research.papers('a'),
        'this server does not offer this call of the API.',
      ],
      ['a path of no call', () => trawl.request('GET', '/v2/nope'), '/reference/ lists all calls.'],
      ['an address of a cloud', () => trawl.scrape('http://169.254.169.254/'), 'the secrets of a machine in a cloud.'],
    ])('end with what helps after %s', async (_, call, end) => {
      const message = await call().then(String, String);
      expect(message.slice(-end.length)).toBe(end);
    });

    it('of a page that takes too long are told as such', async () => {
      await server.faults.add({
        match: { operation: 'scrapePage' },
        times: 1,
        status: 408,
        body: { success: false, code: 'SCRAPE_TIMEOUT', error: 'Slow.' },
      });
      await expect(trawl.scrape(page('jobs'), {}, { maxRetries: 0 })).rejects.toBeInstanceOf(RequestTimeoutError);
    });
  });

  it('counts what all of that has cost', async () => {
    const { remainingCredits = 0, planCredits = 0 } = await trawl.team.credits();
    expect(planCredits - remainingCredits).toBeGreaterThanOrEqual(0);
    const activity = await trawl.team.activity({ limit: 5 });
    expect(activity.length).toBeGreaterThan(0);
  });
});

describe.skipIf(!browserOptions())('the SDK and a service with a browser', () => {
  it('goes on with a page, and drives a session of its own', { timeout: 60_000 }, async () => {
    await using server = await createLocalServer({ allowPrivateNetworks: true, check: true, quiet: true });
    const trawl = new Trawl({ baseUrl: server.url });
    const scraped = await trawl.scrape(page('jobs'));
    {
      await using session = trawl.interact(scraped);
      await session.execute("await page.evaluate(() => { document.title = 'Changed'; })");
      expect(await session.execute('page.title()')).toMatchObject({ success: true, result: 'Changed' });
    }
    await expect(trawl.interact(scraped).execute('1')).rejects.toBeInstanceOf(GoneError);
    const { id = '' } = await trawl.browsers.create({ ttl: 60 });
    const title = await trawl.browsers.execute(id, `await page.goto('${page('jobs')}'); return page.title();`);
    expect(title).toMatchObject({ success: true, result: 'Jobs · Trawl' });
    expect(await trawl.browsers.list({ status: 'active' })).toMatchObject([{ id, status: 'active' }]);
    expect(await trawl.browsers.delete(id)).toMatchObject({ creditsBilled: 1 });
  });
});
