import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVirtualClock } from '@trawl/base/clock';
import type { ScrapeOptions, ThreatProtectionPolicy } from '@trawl/client';
import { createConverter } from '@trawl/convert/workers';
import { Fetcher } from '@trawl/web/fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compare } from '../../test/inline-compare.js';
import { createChangeTracker } from '../changes/tracker.js';
import { Refusal } from '../contract/refusal.js';
import { convertWith } from '../convert/convert.js';
import { conversionOptions } from '../options/scrape-options.js';
import { createProfiles } from '../profiles/profiles.js';
import type { IndexEntry } from '../search/index-entry.js';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { createPageCache } from './page-cache.js';
import type { Scraper, ScrapeTask } from './scrape-task.js';
import { type AuditEvent, createScraper, type ScraperDependencies } from './scraper.js';
import { createGuardFor } from './threat-protection.js';

type Route = (request: IncomingMessage, response: ServerResponse) => void;

const PAGE = `<!doctype html><html lang="en"><title>Oaks</title><meta name="description" content="All about oaks.">
  <main><h1>Oaks</h1><p>An oak is a tree. <a href="/beech">Beeches</a> are others.</p></main></html>`;

const clock = createVirtualClock();
const database = openDatabase();
const stores = openStores(database, clock);
const converter = createConverter({ size: 1 });
const fetcher = new Fetcher({ allowPrivateNetworks: true, userAgent: 'TrawlLocal/0' });
const indexed: IndexEntry[] = [];
const audited: AuditEvent[] = [];
const logged: string[] = [];
const conversions: string[] = [];
const visits: string[] = [];
const routes: Record<string, Route> = {};
let policy: ThreatProtectionPolicy = {};
let server: Server;
let base: string;
let dependencies: ScraperDependencies;
let scraper: Scraper;

beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(request.url ?? '');
    const route = routes[request.url ?? ''];
    if (route) route(request, response);
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dependencies = {
    stores,
    fetch: fetcher.fetch,
    convert: (file, options, limits) => {
      conversions.push(file.url);
      return convertWith(converter)(file, options, limits);
    },
    cache: createPageCache(stores, clock),
    index: {
      add: async (_stores, _team, entry) => {
        indexed.push(entry);
      },
    },
    guardFor: createGuardFor({ get: () => ({ mode: 'off', allowRequestOverrides: true, ...policy }) as never }),
    tracker: createChangeTracker({ stores, clock, compare }),
    profiles: createProfiles(stores),
    recordPage: () => undefined,
    clock,
    audit: (event) => audited.push(event),
    log: (line) => logged.push(line),
  };
  scraper = createScraper(dependencies);
});

beforeEach(() => {
  for (const list of [indexed, audited, visits, conversions]) list.length = 0;
  database.execute('delete from cached_pages');
  policy = {};
});

afterAll(async () => {
  await Promise.all([converter.close(), fetcher.close()]);
  server.closeAllConnections();
  server.close();
});

function scrape(path: string, options: ScrapeOptions = {}, task: Partial<ScrapeTask> = {}) {
  return scraper.scrape({ url: new URL(path, base).href, options, team: 'team', ...task });
}

test('a page becomes a document with its source in the metadata', async () => {
  const { document, scrapeId, creditsUsed, links } = await scrape('/oak', { formats: ['markdown', 'links'] });
  expect(document).toMatchObject({
    markdown: expect.stringContaining('An oak is a tree.'),
    links: [`${base}/beech`],
    metadata: {
      title: 'Oaks',
      description: 'All about oaks.',
      scrapeId,
      sourceURL: `${base}/oak`,
      url: `${base}/oak`,
      statusCode: 200,
      contentType: 'text/html',
      proxyUsed: 'basic',
      cacheState: 'miss',
      creditsUsed: 1,
      concurrencyLimited: false,
    },
  });
  expect(document).not.toHaveProperty('warning');
  expect([scrapeId, creditsUsed, links]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 1, [`${base}/beech`]]);
});

test('redirects show in the metadata', async () => {
  routes['/old'] = (_, response) => response.writeHead(301, { Location: '/new' }).end();
  const { metadata } = (await scrape('/old')).document;
  expect([metadata?.sourceURL, metadata?.url]).toEqual([`${base}/old`, `${base}/new`]);
});

test.each([404, 500, 403])('a page that answers %i is a page', async (status) => {
  routes['/status'] = (_, response) =>
    response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Sorry</h1>');
  const { document } = await scrape('/status', { maxAge: 0 });
  expect(document).toMatchObject({ markdown: expect.stringContaining('Sorry'), metadata: { statusCode: status } });
  expect(document.metadata?.error).toBeTruthy();
  // A page that is gone says so itself.
  if (status === 404) expect(document.warning).toBeUndefined();
  else expect(document.warning).toContain(`The site did not show the page: it answered ${status} `);
  expect(indexed).toEqual([]);
});

test('a redacted page is not found by its personal data', async () => {
  routes['/who'] = (_, response) => response.end('<p>Write to ada@example.com.</p>');
  const { document } = await scrape('/who', { redactPII: true, maxAge: 0 });
  expect(document.markdown).not.toContain('ada@example.com');
  expect(indexed).toEqual([]);
});

test('a location asks for its language', async () => {
  let heard: string | undefined;
  routes['/hello'] = (request, response) => {
    heard = request.headers['accept-language'];
    response.end('<p>hello');
  };
  await scrape('/hello', { location: { country: 'DE' } });
  expect(heard).toBe('de-DE,de;q=0.9');
});

test('a page is asked for as by a mobile device on request, and its copy is another', async () => {
  routes['/device'] = ({ headers }, response) =>
    response.end(/Mobile/.test(String(headers['user-agent'])) ? '<p>Small.' : '<p>Large.');
  const { document } = await scrape('/device', { mobile: true });
  expect(document).toMatchObject({ markdown: 'Small.', metadata: { cacheState: 'miss' } });
  expect(document).not.toHaveProperty('warning');
  expect((await scrape('/device')).document).toMatchObject({ markdown: 'Large.', metadata: { cacheState: 'miss' } });
  expect((await scrape('/device', { mobile: true })).document).toMatchObject({
    markdown: 'Small.',
    metadata: { cacheState: 'hit' },
  });
});

describe('the cache', () => {
  test('answers a second scrape in other formats, without a visit', async () => {
    await scrape('/oak');
    await clock.advance(1_000);
    const { document } = await scrape('/oak#top', { formats: ['rawHtml'] });
    expect(visits).toEqual(['/oak']);
    expect(document).toMatchObject({ rawHtml: PAGE, metadata: { cacheState: 'hit', sourceURL: `${base}/oak#top` } });
    expect(Date.parse(String(document.metadata?.cachedAt))).toBe(clock.now() - 1_000);
  });

  test('has the conversion for the same options', async () => {
    const formats: ScrapeOptions['formats'] = ['markdown', 'links'];
    const { document: first, ...about } = await scrape('/oak', { formats });
    await clock.advance(1_000);
    const { document, ...again } = await scrape('/oak', { formats, maxAge: 9_000 });
    expect(conversions).toHaveLength(1);
    expect(document).toEqual({
      ...first,
      metadata: {
        ...first.metadata,
        scrapeId: again.scrapeId,
        cacheState: 'hit',
        cachedAt: new Date(clock.now() - 1_000).toISOString(),
      },
    });
    expect({ ...again, scrapeId: about.scrapeId }).toEqual(about);
    await scrape('/oak', { formats: ['html'] });
    await scrape('/oak', { formats: ['html'], onlyMainContent: true });
    expect(conversions).toHaveLength(2);
    const raw = async () => (await scrape('/oak', { formats: ['rawBase64'] })).document.rawBase64;
    expect([await raw(), await raw()]).toEqual([btoa(PAGE), btoa(PAGE)]);
    expect(conversions).toHaveLength(3);
  });

  test('converts a page again when it has fetched it again', async () => {
    routes['/tide'] = (_, response) => response.end('<p>The tide is high.</p>');
    await scrape('/tide');
    routes['/tide'] = (_, response) => response.end('<p>The tide is low.</p>');
    await scrape('/tide', { maxAge: 0 });
    expect((await scrape('/tide')).document.markdown).toBe('The tide is low.');
    expect(conversions).toHaveLength(2);
  });

  test('has no conversion of a scrape of which nothing may be stored', async () => {
    await scrape('/oak');
    const formats: ScrapeOptions['formats'] = ['html'];
    for (let time = 0; time < 2; time++) {
      await scrape('/oak', { formats, lockdown: true });
      await scrape('/oak', { formats, storeInCache: false });
      await scrape('/oak', { formats }, { zeroDataRetention: true });
    }
    expect(conversions).toHaveLength(7);
    await scrape('/oak', { lockdown: true });
    await scrape('/oak', {}, { zeroDataRetention: true });
    expect(conversions).toHaveLength(7);
    expect(visits).toHaveLength(1);
  });

  test('has redacted conversions apart from others', async () => {
    routes['/who'] = (_, response) => response.end('<p>Write to ada@example.com.</p>');
    const texts: unknown[] = [];
    for (const redactPII of [false, true, false, true])
      texts.push((await scrape('/who', { redactPII })).document.markdown);
    const [plain, redacted] = ['Write to ada@example.com.', 'Write to <EMAIL>.'];
    expect(texts).toEqual([plain, redacted, plain, redacted]);
    expect(conversions).toHaveLength(2);
  });

  test('is not used when the copy is too old, or when `maxAge` is 0', async () => {
    await scrape('/oak');
    await clock.advance(48 * 60 * 60 * 1000);
    await scrape('/oak');
    await scrape('/oak', { maxAge: 0 });
    expect(visits).toHaveLength(3);
  });

  test('does not store what must not be stored', async () => {
    await scrape('/oak', { storeInCache: false });
    await scrape('/oak', { headers: { Cookie: 'id=1' } });
    await scrape('/oak', {}, { zeroDataRetention: true });
    expect(indexed).toEqual([]);
    await expect(scrape('/oak', { minAge: 0 })).rejects.toMatchObject({
      code: 'SCRAPE_NO_CACHED_DATA',
    });
    expect(visits).toHaveLength(3);
  });

  test('does not store pages that failed', async () => {
    routes['/flaky'] = (_, response) => response.writeHead(503).end('<p>later');
    await scrape('/flaky');
    delete routes['/flaky'];
    expect((await scrape('/flaky')).document.metadata?.statusCode).toBe(200);
  });

  test('is the only source in lockdown', async () => {
    await expect(scrape('/oak', { lockdown: true })).rejects.toMatchObject({
      code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
    });
    expect(visits).toEqual([]);
    await scrape('/oak');
    const { document, creditsUsed } = await scrape('/oak', { lockdown: true });
    expect([document.metadata?.cacheState, creditsUsed, visits.length]).toEqual(['hit', 5, 1]);
  });

  test('has a copy for each language', async () => {
    await scrape('/oak', { location: { country: 'DE' } });
    await scrape('/oak', { location: { country: 'FR' } });
    await scrape('/oak', { location: { country: 'DE' } });
    expect(visits).toHaveLength(2);
  });
});

test.each([
  { leaveOut: ['copies'], visited: 2, found: 2 },
  { leaveOut: ['index'], visited: 1, found: 0 },
  { leaveOut: ['copies', 'index'], visited: 2, found: 0 },
])(
  'without $leaveOut, two scrapes visit their page $visited times and index it $found times',
  async ({ leaveOut, visited, found }) => {
    const own = createScraper({ ...dependencies, leaveOut });
    for (let round = 0; round < 2; round++) {
      const { document } = await own.scrape({ url: `${base}/left-out`, options: {}, team: 'team' });
      expect(document.markdown).toContain('An oak is a tree.');
    }
    expect([visits.length, indexed.length]).toEqual([visited, found]);
  },
);

test('search finds every stored page', async () => {
  await scrape('/oak');
  await scrape('/oak');
  expect(indexed).toMatchObject([{ url: `${base}/oak`, contentType: 'text/html', title: 'Oaks', seenAt: clock.now() }]);
  expect(indexed[0]?.text).toContain('An oak is a tree.');
});

describe('PDFs', () => {
  const pdf = '%PDF-1.4 not much of one';

  test('are returned as they are when no parser is wanted', async () => {
    routes['/a.pdf'] = (_, response) => response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(pdf);
    const { document, creditsUsed } = await scrape('/a.pdf', { parsers: [] });
    expect(Buffer.from(document.markdown ?? '', 'base64').toString()).toBe(pdf);
    expect(creditsUsed).toBe(1);
  });

  test('that are broken cost one clear error', async () => {
    await expect(scrape('/a.pdf')).rejects.toMatchObject({ code: 'SCRAPE_ALL_ENGINES_FAILED' });
  });

  test('are the only files that an empty `parsers` concerns', async () => {
    expect((await scrape('/oak', { parsers: [] })).document.markdown).toContain('An oak is a tree.');
  });
});

test.each<[ScrapeOptions, string | undefined]>([
  [{}, 'miss'],
  [{ maxAge: 0 }, undefined],
  [{ headers: { 'x-a': 'b' } }, undefined],
  [{ formats: ['markdown', 'changeTracking'] }, undefined],
])('says whether the cache had the page where it was asked: %j', async (options, cacheState) => {
  expect((await scrape('/oak', options)).document.metadata?.cacheState).toBe(cacheState);
});

describe('an unsupported option', () => {
  test.each<[ScrapeOptions, string]>([
    [{ formats: ['screenshot'] }, 'screenshot'],
    [{ waitFor: 500 }, 'waitFor'],
    [{ profile: { name: 'p1' } }, 'profile'],
    [{ proxy: 'stealth' }, 'stealthProxy'],
    [{ formats: [{ type: 'json', prompt: 'title' }] }, 'JSON extraction failed'],
    [{ formats: [{ type: 'question', question: 'What is it?' }] }, 'not answered'],
    [{ onlyCleanContent: true }, 'onlyCleanContent'],
  ])('is said in a warning: %o', async (options, words) => {
    expect((await scrape('/oak', options)).document.warning).toContain(words);
  });

  test('leaves its fields out, or null', async () => {
    const { document } = await scrape('/oak', { formats: ['markdown', 'screenshot', 'json'] });
    expect(document).toMatchObject({ markdown: expect.any(String), json: null });
    expect(document).not.toHaveProperty('screenshot');
  });

  test('is refused where nothing would be left of the call', async () => {
    await expect(scrape('/oak', { actions: [{ type: 'scrape' }] })).rejects.toMatchObject({
      code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
    });
    await expect(scrape('/oak', { waitFor: 20_000, timeout: 10_000 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      facts: { details: [{ path: ['waitFor'] }] },
    });
    expect(visits).toEqual([]);
  });
});

describe('a scrape fails', () => {
  test('for a page that takes too long', async () => {
    routes['/slow'] = () => {};
    await expect(scrape('/slow', { timeout: 1_000 })).rejects.toMatchObject({
      code: 'SCRAPE_TIMEOUT',
    });
  });

  test('for an empty page', async () => {
    routes['/empty'] = (_, response) => response.end();
    await expect(scrape('/empty')).rejects.toMatchObject({ code: 'SCRAPE_ALL_ENGINES_FAILED' });
  });

  test('for a server that closes the connection', async () => {
    routes['/reset'] = (request) => request.socket.destroy();
    await expect(scrape('/reset')).rejects.toMatchObject({ code: 'SCRAPE_ALL_ENGINES_FAILED' });
  });

  test('for a host that does not resolve', async () => {
    await expect(scrape('http://nowhere.invalid/')).rejects.toMatchObject({
      code: 'SCRAPE_DNS_RESOLUTION_ERROR',
    });
  });

  test('for an address that must not be fetched', async () => {
    await expect(scrape('http://169.254.169.254/')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('for its own reason, also when its page cannot be stored', async () => {
    const model: ScraperDependencies['model'] = {
      conversionOptions,
      answer: () => Promise.reject(new Refusal('UNKNOWN_ERROR', 'The model fails.')),
    };
    const index = { add: () => Promise.reject(new Error('The index fails.')) };
    const { scrape } = createScraper({ ...dependencies, model, index });
    const scraping = scrape({ url: `${base}/oak`, options: {}, team: 'team', isStoredByCaller: true });
    await expect(scraping).rejects.toThrow('The model fails.');
    expect(logged).toEqual(['A page was not stored: The index fails.']);
  });

  test('when the caller has aborted', async () => {
    const controller = new AbortController();
    const scraping = scrape('/slow', {}, { signal: controller.signal });
    const reason = new Error('The client went away.');
    setTimeout(() => controller.abort(reason), 30);
    await expect(scraping).rejects.toBe(reason);
  });
});

describe('threat protection', () => {
  test('blocks visits, also after a redirect', async () => {
    routes['/away'] = (_, response) => response.writeHead(302, { Location: 'http://files.zip/' }).end();
    const threatProtection = { blockedTlds: ['zip'] };
    await expect(scrape('/away', { threatProtection })).rejects.toMatchObject({ code: 'unsafe_domain_blocked' });
    await expect(scrape('http://a.zip/', { threatProtection })).rejects.toMatchObject({
      code: 'unsafe_domain_blocked',
    });
  });

  test('of the team applies, warns about what it cannot check, and is charged', async () => {
    policy = { mode: 'normal' };
    const { document, creditsUsed } = await scrape('/oak');
    expect([creditsUsed, document.warning]).toEqual([3, expect.stringContaining('no risk service')]);
  });
});

describe('changes', () => {
  const formats: ScrapeOptions['formats'] = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];

  test('are found by a comparison with the previous scrape', async () => {
    routes['/news'] = (_, response) => response.end('<p>One is here.</p>');
    const first = await scrape('/news', { formats, maxAge: 0 });
    expect(first.document.changeTracking).toMatchObject({ changeStatus: 'new' });
    await first.remember?.(stores);
    // What a site says when it is busy is no version of its page.
    routes['/news'] = (_, response) =>
      response.writeHead(503, { 'retry-after': '60', 'content-type': 'text/html' }).end('<p>Come back later.</p>');
    const busy = await scrape('/news', { formats, maxAge: 0 });
    expect(busy.document).not.toHaveProperty('changeTracking');
    expect(busy.document.warning).toContain('Changes were not tracked: that needs the page to be shown.');
    expect(busy.retryAt).toBeGreaterThan(clock.now());
    await busy.remember?.(stores);
    routes['/news'] = (_, response) => response.end('<p>Two are here.</p>');
    const second = await scrape('/news', { formats, maxAge: 0 });
    expect(second.document).toMatchObject({
      markdown: 'Two are here.',
      changeTracking: { changeStatus: 'changed', diff: { text: expect.stringContaining('+Two are here.') } },
    });
  });

  test('are listed by key, from the structured data of the page', async () => {
    const lamp = (price: number) => {
      const product = { '@type': 'Product', name: 'Lamp', offers: { '@type': 'Offer', price, priceCurrency: 'EUR' } };
      return `<script type="application/ld+json">${JSON.stringify(product)}</script><h1>Lamp</h1>`;
    };
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const track = { type: 'changeTracking' as const, modes: ['json' as const], schema, tag: 'by key' };
    const byKey: ScrapeOptions['formats'] = ['markdown', track];
    routes['/lamp'] = (_, response) => response.end(lamp(20));
    await (await scrape('/lamp', { formats: byKey, maxAge: 0 })).remember?.(stores);
    routes['/lamp'] = (_, response) => response.end(lamp(25));
    const { document } = await scrape('/lamp', { formats: byKey, maxAge: 0 });
    expect(document.changeTracking).toMatchObject({
      changeStatus: 'changed',
      json: { price: { previous: 20, current: 25 } },
    });
    expect(document).not.toHaveProperty('json');
  });

  test('are looked for on the page, not in a copy of it', async () => {
    const versionOf = async (options: ScrapeOptions = {}) => {
      const { document, remember } = await scrape('/paper', { formats, ...options });
      await remember?.(stores);
      return document;
    };
    routes['/paper'] = (_, response) => response.end('<p>Monday.</p>');
    await versionOf();
    routes['/paper'] = (_, response) => response.end('<p>Tuesday.</p>');
    expect((await versionOf({ maxAge: 48 * 60 * 60 * 1000 })).changeTracking).toMatchObject({
      changeStatus: 'changed',
    });
    expect(visits).toEqual(['/paper', '/paper']);
    // The copy of Tuesday must not count as the version of today.
    routes['/paper'] = (_, response) => response.end('<p>Wednesday.</p>');
    await clock.advance(1_000);
    const copy = await versionOf({ minAge: 1 });
    expect(copy).toMatchObject({ markdown: 'Tuesday.', warning: expect.stringContaining('not tracked') });
    expect(copy).not.toHaveProperty('changeTracking');
    const { changeTracking } = await versionOf();
    expect(changeTracking).toMatchObject({ changeStatus: 'changed' });
    expect(Date.parse(String(changeTracking?.previousScrapeAt))).toBe(clock.now() - 1_000);
  });

  test('by key need a schema where there is no model', async () => {
    const byKey: ScrapeOptions['formats'] = ['markdown', { type: 'changeTracking', modes: ['json'], tag: 'no schema' }];
    const version = async (text: string) => {
      routes['/oaks'] = (_, response) => response.end(`<p>${text}</p>`);
      const { document, remember } = await scrape('/oaks', { formats: byKey, maxAge: 0 });
      await remember?.(stores);
      return document;
    };
    expect((await version('One')).warning).toContain('without a schema they need a language model');
    expect((await version('Two')).changeTracking).toMatchObject({ changeStatus: 'changed' });
  });

  test('are not tracked where nothing may be stored', async () => {
    const { document } = await scrape('/news', { formats }, { zeroDataRetention: true });
    expect(document).not.toHaveProperty('changeTracking');
    expect(document.warning).toContain('not tracked');
  });
});

test('the audit log has the user of a scrape, and no URL when that is secret', async () => {
  const auditMetadata = { username: 'ada' };
  const { scrapeId } = await scrape('/oak', { auditMetadata });
  await scrape('/oak', { auditMetadata, lockdown: true });
  await scrape('/oak');
  expect(audited).toEqual([
    { scrapeId, team: 'team', username: 'ada', url: `${base}/oak` },
    { scrapeId: expect.any(String), team: 'team', username: 'ada', url: null },
  ]);
});
