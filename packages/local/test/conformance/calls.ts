import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OperationName } from '../../src/contract/operation.js';
import { at, atId, type Case, form, ok, refused, UNKNOWN } from './case.js';

const scrape = (options: object): Case['send'] => {
  return ({ site }) => ({ path: '/v2/scrape', body: { url: `${site}/about/`, ...options } });
};
const search = (options: object): Case['send'] => at('/v2/search', { query: 'sqlite', ...options });

const PDF = readFileSync(new URL('../../../convert/test/documents/report.pdf', import.meta.url)) as Buffer<ArrayBuffer>;
/** Noise, because databases compress what repeats. */
const LONG_QUERY = randomBytes(4_000).toString('hex');
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
    refused(
      400,
      'both domain lists are given',
      search({ includeDomains: ['a.example'], excludeDomains: ['b.example'] }),
    ),
    refused(400, 'strings and objects are mixed', search({ sources: ['web', { type: 'news' }] })),
  ],
  sendSearchFeedback: [
    ok(
      'the search is known',
      atId('/v2/search/{id}/feedback', (fixtures) => fixtures.search(), {
        rating: 'bad',
        missingContent: [{ topic: 'prices' }],
      }),
    ),
    refused(
      404,
      'the search is unknown',
      at(`/v2/search/${UNKNOWN}/feedback`, { rating: 'bad', querySuggestions: 'x' }),
    ),
    refused(400, 'nothing says why', at(`/v2/search/${UNKNOWN}/feedback`, { rating: 'bad' }), {
      feedbackErrorCode: 'INVALID_BODY',
    }),
  ],
  scrapePage: [
    ok('a page is read', scrape({})),
    ok('its URL is long', ({ site }) => ({ path: '/v2/scrape', body: { url: `${site}/about/?${LONG_QUERY}` } })),
    ok(
      'many formats are asked for',
      scrape({ formats: ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary'] }),
    ),
    ok('formats need what is not here', scrape({ formats: ['screenshot', { type: 'json', prompt: 'x' }] })),
    refused(500, 'the URL has no sound', scrape({ formats: ['markdown', 'audio'] }), {
      code: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
    }),
    refused(500, 'the URL has no video', scrape({ formats: ['video'] }), { code: 'SCRAPE_VIDEO_UNSUPPORTED_URL' }),
    ok('the page itself is missing', ({ site }) => ({ path: '/v2/scrape', body: { url: `${site}/__status/404` } })),
    refused(400, 'actions are asked for', scrape({ actions: [{ type: 'wait', milliseconds: 1 }] }), {
      code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
    }),
    refused(400, 'the wait is longer than half of the timeout', scrape({ waitFor: 20_000, timeout: 30_000 })),
    refused(
      404,
      'the cache has nothing in lockdown',
      ({ site }) => ({
        path: '/v2/scrape',
        body: { url: `${site}/?lockdown`, lockdown: true },
      }),
      { code: 'SCRAPE_LOCKDOWN_CACHE_MISS' },
    ),
    refused(
      404,
      'the cache has nothing so old',
      ({ site }) => ({
        path: '/v2/scrape',
        body: { url: `${site}/?minAge`, minAge: 1 },
      }),
      { code: 'SCRAPE_NO_CACHED_DATA' },
    ),
    refused(
      408,
      'the page takes too long',
      ({ site }) => ({
        path: '/v2/scrape',
        body: { url: `${site}/__hang`, timeout: 1000 },
      }),
      { code: 'SCRAPE_TIMEOUT' },
    ),
    refused(500, 'the connection is reset', ({ site }) => ({ path: '/v2/scrape', body: { url: `${site}/__reset` } }), {
      code: 'SCRAPE_ALL_ENGINES_FAILED',
    }),
  ],
  getScrape: [
    ok(
      'it is kept',
      atId('/v2/scrape/{id}', (fixtures) => fixtures.scrape()),
    ),
    refused(404, 'it is unknown', at(`/v2/scrape/${UNKNOWN}`)),
    refused(400, 'the id is none', at('/v2/scrape/abc')),
  ],
  interactWithPage: [
    refused(
      503,
      'there is no browser',
      atId('/v2/scrape/{id}/interact', (fixtures) => fixtures.scrape(), { prompt: 'x' }),
    ),
    refused(404, 'the scrape is unknown', at(`/v2/scrape/${UNKNOWN}/interact`, { prompt: 'x' })),
    refused(400, 'neither prompt nor code is given', at(`/v2/scrape/${UNKNOWN}/interact`, {})),
  ],
  endInteraction: [refused(404, 'the scrape is unknown', at(`/v2/scrape/${UNKNOWN}/interact`))],
  parseFile: [
    ok('the file is HTML', form('a.html', '<h1>A</h1>')),
    ok('the file is a PDF', form('a.pdf', PDF)),
    ok('the file is a table', form('a.csv', 'a,b\n1,2\n')),
    refused(400, 'the file is of an unknown kind', form('a.png', 'x'), { code: 'UNSUPPORTED_FILE_TYPE' }),
    refused(400, 'an option makes no sense for a file', form('a.html', 'x', { formats: ['screenshot'] })),
    refused(400, 'an option is unknown', form('a.html', 'x', { foo: 1 }), { code: 'BAD_REQUEST' }),
    refused(500, 'the file is empty', form('a.pdf', ''), { code: 'SCRAPE_ALL_ENGINES_FAILED' }),
  ],
  createUploadUrl: [
    ok('the kind of file is known', at('/v2/parse/upload-url', { filename: 'a.pdf' })),
    refused(400, 'it is not', at('/v2/parse/upload-url', { filename: 'a.exe' }), { code: 'UNSUPPORTED_FILE_TYPE' }),
  ],
  uploadFile: [
    ok('there is an upload URL', async (fixtures) => ({
      path: (await fixtures.uploadUrl()).path,
      body: '<p>x</p>',
      headers: { 'content-type': 'text/html' },
    })),
  ],
  startCrawl: [
    ok('the site is there', ({ site }) => ({ path: '/v2/crawl', body: { url: site, limit: 1 } })),
    refused(409, 'the key was used', async ({ site, call }) => {
      const headers = { 'x-idempotency-key': '2b1f6f3e-9a43-4c1e-8e52-0d5a3f1c7b60' };
      const body = { url: site, limit: 1 };
      await call('POST /v2/crawl', { body, headers });
      return { path: '/v2/crawl', body, headers };
    }),
  ],
  listActiveCrawls: [
    ok('one runs', async (fixtures) => {
      await fixtures.call('POST /v2/crawl', { body: { url: `${fixtures.site}/__hang`, limit: 1 } });
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
      atId('/v2/crawl/{id}', (fixtures) => fixtures.finishedCrawl()),
      { status: 'completed' },
    ),
    ok(
      'there is more',
      atId('/v2/crawl/{id}?limit=1', (fixtures) => fixtures.finishedCrawl()),
    ),
    ok(
      'it was cancelled',
      atId('/v2/crawl/{id}', (fixtures) => fixtures.cancelledBatch()),
      { status: 'cancelled' },
    ),
    refused(404, 'it is unknown', at(`/v2/crawl/${UNKNOWN}`)),
    refused(400, 'the id is none', at('/v2/crawl/abc')),
    refused(400, 'the position is none', at(`/v2/crawl/${UNKNOWN}?skip=abc`)),
  ],
  cancelCrawl: [
    ok(
      'it runs',
      atId('/v2/crawl/{id}', (fixtures) => fixtures.endlessBatch()),
      { status: 'cancelled' },
    ),
    refused(404, 'it is unknown', at(`/v2/crawl/${UNKNOWN}`)),
    refused(
      409,
      'it has ended',
      atId('/v2/crawl/{id}', (fixtures) => fixtures.finishedCrawl()),
    ),
  ],
  listCrawlErrors: [
    ok(
      'it has ended',
      atId('/v2/crawl/{id}/errors', (fixtures) => fixtures.finishedCrawl()),
      { errors: [], robotsBlocked: [] },
    ),
    refused(404, 'it is unknown', at(`/v2/crawl/${UNKNOWN}/errors`)),
  ],
  startBatchScrape: [
    ok('there are URLs', ({ site }) => ({ path: '/v2/batch/scrape', body: { urls: [`${site}/about/`] } })),
    ok(
      'some are none',
      ({ site }) => ({
        path: '/v2/batch/scrape',
        body: { urls: [`${site}/about/`, 'nope'], ignoreInvalidURLs: true },
      }),
      { invalidURLs: ['nope'] },
    ),
    refused(400, 'some are none and that matters', ({ site }) => ({
      path: '/v2/batch/scrape',
      body: { urls: [`${site}/about/`, 'nope'] },
    })),
    refused(404, 'the batch to append to is unknown', ({ site }) => ({
      path: '/v2/batch/scrape',
      body: { urls: [`${site}/about/`], appendToId: UNKNOWN },
    })),
  ],
  getBatchScrape: [
    ok(
      'it has ended',
      atId('/v2/batch/scrape/{id}', (fixtures) => fixtures.finishedBatch()),
      { status: 'completed', completed: 2 },
    ),
    ok(
      'it runs',
      atId('/v2/batch/scrape/{id}', (fixtures) => fixtures.endlessBatch()),
      { status: 'scraping' },
    ),
    refused(404, 'it is unknown', at(`/v2/batch/scrape/${UNKNOWN}`)),
  ],
  cancelBatchScrape: [
    ok(
      'it runs',
      atId('/v2/batch/scrape/{id}', (fixtures) => fixtures.endlessBatch()),
      { status: 'cancelled' },
    ),
    refused(404, 'it is unknown', at(`/v2/batch/scrape/${UNKNOWN}`)),
  ],
  listBatchScrapeErrors: [
    ok(
      'it runs',
      atId('/v2/batch/scrape/{id}/errors', (fixtures) => fixtures.endlessBatch()),
      { errors: [] },
    ),
    refused(404, 'it is unknown', at(`/v2/batch/scrape/${UNKNOWN}/errors`)),
  ],
  mapSite: [ok('the site is there', ({ site }) => ({ path: '/v2/map', body: { url: site } }))],
  startAgent: [refused(503, 'there is no model', at('/v2/agent', { prompt: 'x' }))],
  getAgent: [refused(404, 'it is unknown', at(`/v2/agent/${UNKNOWN}`))],
  cancelAgent: [refused(404, 'it is unknown', at(`/v2/agent/${UNKNOWN}`))],
  startExtract: [refused(503, 'there is no model', at('/v2/extract', { urls: ['https://a.example/'] }))],
  getExtract: [refused(404, 'it is unknown', at(`/v2/extract/${UNKNOWN}`))],
  createMonitor: [
    ok('there are targets', ({ site }) => ({ path: '/v2/monitor', body: monitorOf(site) })),
    refused(400, 'it would run too often', ({ site }) => ({
      path: '/v2/monitor',
      body: { ...monitorOf(site), schedule: { cron: '* * * * *' } },
    })),
  ],
  listMonitors: [ok('any time', at('/v2/monitor?limit=1'))],
  getMonitor: [
    ok(
      'it is there',
      atId('/v2/monitor/{id}', (fixtures) => fixtures.monitor()),
    ),
    refused(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}`)),
  ],
  updateMonitor: [
    ok(
      'it is there',
      atId('/v2/monitor/{id}', (fixtures) => fixtures.monitor(), { status: 'paused' }),
    ),
    refused(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}`, { status: 'paused' })),
    refused(400, 'nothing is to be changed', at(`/v2/monitor/${UNKNOWN}`, {})),
  ],
  deleteMonitor: [
    ok(
      'it is there',
      atId('/v2/monitor/{id}', (fixtures) => fixtures.monitor()),
    ),
    refused(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}`)),
  ],
  runMonitor: [
    ok(
      'it is there',
      atId('/v2/monitor/{id}/run', (fixtures) => fixtures.monitor()),
    ),
    refused(404, 'it is unknown', at(`/v2/monitor/${UNKNOWN}/run`)),
  ],
  listMonitorChecks: [
    ok('there was one', async (fixtures) => ({ path: `/v2/monitor/${(await fixtures.check()).monitor}/checks` })),
    refused(404, 'the monitor is unknown', at(`/v2/monitor/${UNKNOWN}/checks`)),
  ],
  getMonitorCheck: [
    ok('it is there', async (fixtures) => {
      const { monitor, check } = await fixtures.check();
      return { path: `/v2/monitor/${monitor}/checks/${check}?limit=1` };
    }),
    refused(
      404,
      'it is unknown',
      atId(`/v2/monitor/{id}/checks/${UNKNOWN}`, (fixtures) => fixtures.monitor()),
    ),
  ],
  createBrowserSession: [
    refused(503, 'there is no browser', at('/v2/interact', {})),
    refused(400, 'it would live too shortly', at('/v2/interact', { ttl: 5 })),
  ],
  listBrowserSessions: [ok('there is no browser', at('/v2/interact?status=active'), { sessions: [] })],
  executeInBrowserSession: [refused(404, 'it is unknown', at(`/v2/interact/${UNKNOWN}/execute`, { code: '1' }))],
  deleteBrowserSession: [refused(404, 'it is unknown', at(`/v2/interact/${UNKNOWN}`))],
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
    ok('something was done', async (fixtures) => {
      await fixtures.scrape();
      return { path: '/v2/team/activity?limit=1&endpoint=scrape' };
    }),
    refused(400, 'the endpoint is unknown', at('/v2/team/activity?endpoint=nope')),
    refused(400, 'the cursor is none', at('/v2/team/activity?cursor=nope')),
  ],
  getThreatProtection: [ok('any time', at('/v2/team/threat-protection'))],
  replaceThreatProtection: [
    ok('it is a policy', at('/v2/team/threat-protection', POLICY), { data: { ...POLICY, configured: true } }),
    refused(
      400,
      'a domain is a URL',
      at('/v2/team/threat-protection', { mode: 'off', blacklist: ['https://a.example/'] }),
    ),
  ],
  sendFeedback: [
    ok('the call is known', async (fixtures) => ({
      path: '/v2/feedback',
      body: { endpoint: 'scrape', jobId: await fixtures.scrape(), rating: 'bad', note: 'The table is missing.' },
    })),
    refused(404, 'the call was another', async (fixtures) => ({
      path: '/v2/feedback',
      body: { endpoint: 'map', jobId: await fixtures.scrape(), rating: 'bad', note: 'The table is missing.' },
    })),
  ],
  searchPapers: [refused(404, 'there is no index of papers', at('/v2/search/research/papers?query=x'))],
  getPaper: [refused(404, 'there is no index of papers', at('/v2/search/research/papers/a'))],
  listSimilarPapers: [refused(404, 'there is no index of papers', at('/v2/search/research/papers/a/similar?intent=x'))],
  searchDeveloperSources: [refused(404, 'there is no index of sources', at('/v2/search/developer?query=x'))],
  searchDeveloperSourcesWithBody: [
    refused(404, 'there is no index of sources', at('/v2/search/developer', { query: 'x' })),
  ],
};
