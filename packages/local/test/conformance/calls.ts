import { readFileSync } from 'node:fs';
import type { OperationName } from '../../src/contract/operation.js';
import { at, type Case, form, no, of, ok, UNKNOWN } from './case.js';

const scrape = (options: object): Case['send'] => {
  return ({ site }) => ({ path: '/v2/scrape', body: { url: `${site}/about/`, ...options } });
};
const search = (options: object): Case['send'] => at('/v2/search', { query: 'sqlite', ...options });

const PDF = readFileSync(new URL('../documents/report.pdf', import.meta.url)) as Buffer<ArrayBuffer>;
const POLICY = { mode: 'normal', blacklist: ['*.bad.example'], riskScoreThreshold: 60 };
const monitorOf = (site: string) => ({
  name: 'm',
  schedule: { cron: '0 * * * *' },
  targets: [{ type: 'scrape', urls: [`${site}/about/`] }],
});

/** The calls by operation. To say more of one, add a line to it. */
export const calls: { readonly [Op in OperationName]: readonly Case[] } = {
  searchWeb: [
    ok('something is found or not', search({})),
    ok('all sources are asked', search({ sources: ['web', 'news', 'images'], limit: 5 })),
    ok('results are scraped', search({ scrapeOptions: { formats: ['markdown'] } })),
    no(400, 'both domain lists are given', search({ includeDomains: ['a.example'], excludeDomains: ['b.example'] })),
    no(400, 'strings and objects are mixed', search({ sources: ['web', { type: 'news' }] })),
  ],
  sendSearchFeedback: [
    ok(
      'the search is known',
      of('/v2/search/{id}/feedback', (world) => world.search(), {
        rating: 'bad',
        missingContent: [{ topic: 'prices' }],
      }),
    ),
    no(404, 'the search is unknown', at(`/v2/search/${UNKNOWN}/feedback`, { rating: 'bad' })),
  ],
  scrapePage: [
    ok('a page is read', scrape({})),
    ok(
      'many formats are asked for',
      scrape({ formats: ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary'] }),
    ),
    ok('formats need what is not here', scrape({ formats: ['screenshot', 'audio', { type: 'json', prompt: 'x' }] })),
    ok('the page itself is missing', ({ site }) => ({ path: '/v2/scrape', body: { url: `${site}/__status/404` } })),
    no(400, 'actions are asked for', scrape({ actions: [{ type: 'wait', milliseconds: 1 }] }), {
      code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
    }),
    no(400, 'the wait is longer than half of the timeout', scrape({ waitFor: 20_000, timeout: 30_000 })),
    no(
      404,
      'the cache has nothing in lockdown',
      ({ site }) => ({
        path: '/v2/scrape',
        body: { url: `${site}/?lockdown`, lockdown: true },
      }),
      { code: 'SCRAPE_LOCKDOWN_CACHE_MISS' },
    ),
    no(
      404,
      'the cache has nothing so old',
      ({ site }) => ({
        path: '/v2/scrape',
        body: { url: `${site}/?minAge`, minAge: 1 },
      }),
      { code: 'SCRAPE_NO_CACHED_DATA' },
    ),
    no(
      408,
      'the page takes too long',
      ({ site }) => ({
        path: '/v2/scrape',
        body: { url: `${site}/__hang`, timeout: 1000 },
      }),
      { code: 'SCRAPE_TIMEOUT' },
    ),
    no(500, 'the connection is reset', ({ site }) => ({ path: '/v2/scrape', body: { url: `${site}/__reset` } }), {
      code: 'SCRAPE_ALL_ENGINES_FAILED',
    }),
  ],
  getScrape: [
    ok(
      'it is kept',
      of('/v2/scrape/{id}', (world) => world.scrape()),
    ),
    no(404, 'it is unknown', at(`/v2/scrape/${UNKNOWN}`)),
    no(400, 'the id is none', at('/v2/scrape/abc')),
  ],
  interactWithPage: [
    no(
      503,
      'there is no browser',
      of('/v2/scrape/{id}/interact', (world) => world.scrape(), { prompt: 'x' }),
    ),
    no(404, 'the scrape is unknown', at(`/v2/scrape/${UNKNOWN}/interact`, { prompt: 'x' })),
    no(400, 'neither prompt nor code is given', at(`/v2/scrape/${UNKNOWN}/interact`, {})),
  ],
  endInteraction: [no(404, 'the scrape is unknown', at(`/v2/scrape/${UNKNOWN}/interact`))],
  parseFile: [
    ok('the file is HTML', form('a.html', '<h1>A</h1>')),
    ok('the file is a PDF', form('a.pdf', PDF)),
    ok('the file is a table', form('a.csv', 'a,b\n1,2\n')),
    no(400, 'the file is of an unknown kind', form('a.png', 'x'), { code: 'UNSUPPORTED_FILE_TYPE' }),
    no(400, 'an option makes no sense for a file', form('a.html', 'x', { formats: ['screenshot'] })),
    no(400, 'an option is unknown', form('a.html', 'x', { foo: 1 }), { code: 'BAD_REQUEST' }),
    no(500, 'the file is empty', form('a.pdf', ''), { code: 'SCRAPE_ALL_ENGINES_FAILED' }),
  ],
  createUploadUrl: [
    ok('the kind of file is known', at('/v2/parse/upload-url', { filename: 'a.pdf' })),
    no(400, 'it is not', at('/v2/parse/upload-url', { filename: 'a.exe' }), { code: 'UNSUPPORTED_FILE_TYPE' }),
  ],
  uploadFile: [
    ok('there is an upload URL', async (world) => ({
      path: (await world.uploadUrl()).path,
      body: '<p>x</p>',
      headers: { 'content-type': 'text/html' },
    })),
  ],
  startCrawl: [
    ok('the site is there', ({ site }) => ({ path: '/v2/crawl', body: { url: site, limit: 1 } })),
    no(409, 'the key was used', async ({ site, call }) => {
      const headers = { 'x-idempotency-key': '2b1f6f3e-9a43-4c1e-8e52-0d5a3f1c7b60' };
      const body = { url: site, limit: 1 };
      await call('POST /v2/crawl', { body, headers });
      return { path: '/v2/crawl', body, headers };
    }),
  ],
  listActiveCrawls: [
    ok('one runs', async (world) => {
      await world.call('POST /v2/crawl', { body: { url: `${world.site}/__hang`, limit: 1 } });
      return { path: '/v2/crawl/active' };
    }),
  ],
  listOngoingCrawls: [ok('any time', at('/v2/crawl/ongoing'))],
  previewCrawlParams: [
    ok('there is no model', at('/v2/crawl/params-preview', { url: 'https://a.example/', prompt: 'docs' })),
  ],
  getCrawl: [
    ok(
      'it has ended',
      of('/v2/crawl/{id}', (world) => world.finishedCrawl()),
      { status: 'completed' },
    ),
    ok(
      'there is more',
      of('/v2/crawl/{id}?limit=1', (world) => world.finishedCrawl()),
    ),
    ok(
      'it was cancelled',
      of('/v2/crawl/{id}', (world) => world.cancelledBatch()),
      { status: 'cancelled' },
    ),
    no(404, 'it is unknown', at(`/v2/crawl/${UNKNOWN}`)),
    no(400, 'the position is none', at(`/v2/crawl/${UNKNOWN}?skip=abc`)),
  ],
  cancelCrawl: [
    ok(
      'it runs',
      of('/v2/crawl/{id}', (world) => world.endlessBatch()),
      { status: 'cancelled' },
    ),
    no(404, 'it is unknown', at(`/v2/crawl/${UNKNOWN}`)),
    no(
      409,
      'it has ended',
      of('/v2/crawl/{id}', (world) => world.finishedCrawl()),
    ),
  ],
  listCrawlErrors: [
    ok(
      'it has ended',
      of('/v2/crawl/{id}/errors', (world) => world.finishedCrawl()),
      { errors: [], robotsBlocked: [] },
    ),
    no(404, 'it is unknown', at(`/v2/crawl/${UNKNOWN}/errors`)),
  ],
  startBatchScrape: [
    ok('there are URLs', ({ site }) => ({ path: '/v2/batch/scrape', body: { urls: [`${site}/about/`] } })),
    ok('some are none', ({ site }) => ({ path: '/v2/batch/scrape', body: { urls: [`${site}/about/`, 'nope'] } }), {
      invalidURLs: ['nope'],
    }),
    no(404, 'the batch to append to is unknown', ({ site }) => ({
      path: '/v2/batch/scrape',
      body: { urls: [`${site}/about/`], appendToId: UNKNOWN },
    })),
  ],
  getBatchScrape: [
    ok(
      'it runs',
      of('/v2/batch/scrape/{id}', (world) => world.endlessBatch()),
      { status: 'scraping' },
    ),
    no(404, 'it is unknown', at(`/v2/batch/scrape/${UNKNOWN}`)),
  ],
  cancelBatchScrape: [
    ok(
      'it runs',
      of('/v2/batch/scrape/{id}', (world) => world.endlessBatch()),
      { status: 'cancelled' },
    ),
    no(404, 'it is unknown', at(`/v2/batch/scrape/${UNKNOWN}`)),
  ],
  listBatchScrapeErrors: [
    ok(
      'it runs',
      of('/v2/batch/scrape/{id}/errors', (world) => world.endlessBatch()),
      { errors: [] },
    ),
    no(404, 'it is unknown', at(`/v2/batch/scrape/${UNKNOWN}/errors`)),
  ],
  mapSite: [ok('the site is there', ({ site }) => ({ path: '/v2/map', body: { url: site } }))],
  startAgent: [no(503, 'there is no model', at('/v2/agent', { prompt: 'x' }))],
  getAgent: [no(404, 'it is unknown', at(`/v2/agent/${UNKNOWN}`))],
  cancelAgent: [no(404, 'it is unknown', at(`/v2/agent/${UNKNOWN}`))],
  startExtract: [no(503, 'there is no model', at('/v2/extract', { urls: ['https://a.example/'] }))],
  getExtract: [no(404, 'it is unknown', at(`/v2/extract/${UNKNOWN}`))],
  createMonitor: [
    ok('there are targets', ({ site }) => ({ path: '/v2/monitor', body: monitorOf(site) })),
    no(400, 'it would run too often', ({ site }) => ({
      path: '/v2/monitor',
      body: { ...monitorOf(site), schedule: { cron: '* * * * *' } },
    })),
  ],
  listMonitors: [ok('any time', at('/v2/monitor?limit=1'))],
  getMonitor: [
    ok(
      'it is there',
      of('/v2/monitor/{id}', (world) => world.monitor()),
    ),
    no(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}`)),
  ],
  updateMonitor: [
    ok(
      'it is there',
      of('/v2/monitor/{id}', (world) => world.monitor(), { status: 'paused' }),
    ),
    no(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}`, { status: 'paused' })),
    no(400, 'nothing is to be changed', at(`/v2/monitor/${UNKNOWN}`, {})),
  ],
  deleteMonitor: [
    ok(
      'it is there',
      of('/v2/monitor/{id}', (world) => world.monitor()),
    ),
    no(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}`)),
  ],
  runMonitor: [
    ok(
      'it is there',
      of('/v2/monitor/{id}/run', (world) => world.monitor()),
    ),
    no(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}/run`)),
  ],
  listMonitorChecks: [
    ok('there was one', async (world) => ({ path: `/v2/monitor/${(await world.check()).monitor}/checks` })),
    no(404, 'the monitor is unknown', at(`/v2/monitor/${UNKNOWN}/checks`)),
  ],
  getMonitorCheck: [
    ok('it is there', async (world) => {
      const { monitor, check } = await world.check();
      return { path: `/v2/monitor/${monitor}/checks/${check}?limit=1` };
    }),
    no(
      404,
      'it is unknown',
      of(`/v2/monitor/{id}/checks/${UNKNOWN}`, (world) => world.monitor()),
    ),
  ],
  createBrowserSession: [
    no(503, 'there is no browser', at('/v2/interact', {})),
    no(400, 'it would live too shortly', at('/v2/interact', { ttl: 5 })),
  ],
  listBrowserSessions: [ok('there is no browser', at('/v2/interact?status=active'), { sessions: [] })],
  executeInBrowserSession: [no(404, 'it is unknown', at(`/v2/interact/${UNKNOWN}/execute`, { code: '1' }))],
  deleteBrowserSession: [no(404, 'it is unknown', at(`/v2/interact/${UNKNOWN}`))],
  askSupport: [ok('there is a question', at('/support/ask', { question: 'Why 404 with minAge?' }), {})],
  askSupportUnderV2: [ok('there is a question', at('/v2/support/ask', { question: 'Why 408?' }), {})],
  searchSupportDocs: [ok('there is a question', at('/v2/support/docs-search', { question: 'paging' }), {})],
  getCreditUsage: [ok('any time', at('/v2/team/credit-usage'))],
  listCreditUsageHistory: [ok('any time', at('/v2/team/credit-usage/historical?byApiKey=true'))],
  getTokenUsage: [ok('any time', at('/v2/team/token-usage'))],
  listTokenUsageHistory: [ok('any time', at('/v2/team/token-usage/historical'))],
  getQueueStatus: [ok('any time', at('/v2/team/queue-status'))],
  getConcurrency: [ok('any time', at('/v2/concurrency-check'))],
  listActivity: [
    ok('something was done', async (world) => {
      await world.scrape();
      return { path: '/v2/team/activity?limit=1&endpoint=scrape' };
    }),
    no(400, 'the endpoint is unknown', at('/v2/team/activity?endpoint=nope')),
    no(400, 'the cursor is none', at('/v2/team/activity?cursor=nope')),
  ],
  getThreatProtection: [ok('any time', at('/v2/team/threat-protection'))],
  replaceThreatProtection: [
    ok('it is a policy', at('/v2/team/threat-protection', POLICY), { data: { ...POLICY, configured: true } }),
    no(400, 'a domain is a URL', at('/v2/team/threat-protection', { mode: 'off', blacklist: ['https://a.example/'] })),
  ],
  sendFeedback: [
    ok('the call is known', async (world) => ({
      path: '/v2/feedback',
      body: { endpoint: 'scrape', jobId: await world.scrape(), rating: 'bad', note: 'The table is missing.' },
    })),
    no(404, 'the call was another', async (world) => ({
      path: '/v2/feedback',
      body: { endpoint: 'map', jobId: await world.scrape(), rating: 'bad' },
    })),
  ],
  searchPapers: [no(404, 'there is no index of papers', at('/v2/search/research/papers?query=x'))],
  getPaper: [no(404, 'there is no index of papers', at('/v2/search/research/papers/a'))],
  listSimilarPapers: [no(404, 'there is no index of papers', at('/v2/search/research/papers/a/similar?intent=x'))],
  searchDeveloperSources: [no(404, 'there is no index of sources', at('/v2/search/developer?query=x'))],
  searchDeveloperSourcesWithBody: [no(404, 'there is no index of sources', at('/v2/search/developer', { query: 'x' }))],
};
