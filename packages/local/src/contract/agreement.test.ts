import { expect, test } from 'vitest';
import { call, startServer } from '../../test/server.js';

const url = 'https://example.com/';
const cron = '0 * * * *';
const pages = { type: 'scrape', urls: [url] };
const search = { type: 'search', queries: ['tea'] };

const monitor = (fields: object) => ({ name: 'm', schedule: { cron }, targets: [pages], ...fields });
const json = { type: 'json', prompt: 'p', schema: null };
const shots = ['screenshot', { type: 'screenshot', fullPage: true }];

test.each<[line: string, body: object, path: (string | number)[]]>([
  ['POST /v2/crawl', { url, webhook: 'nope' }, ['webhook']],
  ['POST /v2/crawl', { url, webhook: { url: 'ftp://example.com/hook' } }, ['webhook', 'url']],
  ['POST /v2/batch/scrape', { urls: [url], webhook: 'example.com/hook' }, ['webhook']],
  ['POST /v2/extract', { urls: [url], prompt: 'p', webhook: 'nope' }, ['webhook']],
  ['POST /v2/agent', { prompt: 'p', webhook: 'nope' }, ['webhook']],
  ['POST /v2/monitor', monitor({ webhook: 'nope' }), ['webhook']],
  ['POST /v2/monitor', monitor({ webhook: { url: 'nope' } }), ['webhook', 'url']],
  ['POST /v2/crawl', { url, delay: 0 }, ['delay']],
  ['POST /v2/crawl', { url, delay: 61 }, ['delay']],
  [
    'POST /v2/monitor',
    monitor({ targets: [{ type: 'crawl', url, crawlOptions: { delay: 0 } }] }),
    ['targets', 0, 'crawlOptions', 'delay'],
  ],
  ['POST /v2/scrape', { url, integration: 'nope' }, ['integration']],
  ['POST /v2/scrape', { url, integration: '' }, ['integration']],
  ['POST /v2/search', { query: 'tea', integration: 'Zapier' }, ['integration']],
  ['POST /v2/extract', { urls: Array(11).fill(url), prompt: 'p' }, ['urls']],
  ['POST /v2/scrape', { url, formats: shots }, ['formats']],
  ['POST /v2/batch/scrape', { urls: [url], formats: ['screenshot', 'screenshot'] }, ['formats']],
  ['POST /v2/crawl', { url, scrapeOptions: { formats: shots } }, ['scrapeOptions', 'formats']],
  ['POST /v2/search', { query: 'tea', scrapeOptions: { formats: shots } }, ['scrapeOptions', 'formats']],
  ['POST /v2/monitor', { schedule: { cron }, targets: [pages] }, ['name']],
  ['POST /v2/monitor', monitor({ name: '' }), ['name']],
  ['POST /v2/monitor', monitor({ targets: [search] }), ['goal']],
  ['POST /v2/monitor', monitor({ targets: [pages, search], goal: ' ' }), ['goal']],
  ['POST /v2/scrape', { url, includeTags: ['main', 'p:::'] }, ['includeTags', 1]],
  ['POST /v2/scrape', { url, excludeTags: ['[href'] }, ['excludeTags', 0]],
  ['POST /v2/scrape', { url, excludeTags: ['p:no-such-class'] }, ['excludeTags', 0]],
  ['POST /v2/scrape', { url, actions: [{ type: 'wait', selector: ':has(' }] }, ['actions', 0, 'selector']],
  ['POST /v2/scrape', { url, actions: [{ type: 'click', selector: 'a[' }] }, ['actions', 0, 'selector']],
  ['POST /v2/scrape', { url, actions: [{ type: 'scroll', selector: '(' }] }, ['actions', 0, 'selector']],
  [
    'POST /v2/scrape',
    { url, formats: [{ type: 'attributes', selectors: [{ selector: 'a[', attribute: 'id' }] }] },
    ['formats', 0, 'selectors', 0, 'selector'],
  ],
  ['POST /v2/crawl', { url, scrapeOptions: { includeTags: ['('] } }, ['scrapeOptions', 'includeTags', 0]],
  ['POST /v2/parse', { uploadRef: 'r', includeTags: ['('] }, ['includeTags', 0]],
  ['POST /v2/map', { url, limit: -1 }, ['limit']],
  ['POST /v2/search', { query: 'tea', limit: 1.5 }, ['limit']],
  ['POST /v2/search', { query: 'tea', includeDomains: [' '] }, ['includeDomains', 0]],
])('refuses what servers of this API refuse, by the name of the field: %s %j', async (line, body, path) => {
  const answer = await call(await startServer(), line, { body });
  expect(answer).toMatchObject({ status: 400, body: { success: false, details: [{ path }] } });
  expect((answer.body as { details: unknown[] }).details).toHaveLength(1);
});

test.each<[line: string, body: object]>([
  ['POST /v2/crawl', { url, limit: -1 }],
  ['POST /v2/crawl', { url, limit: 1.5 }],
  ['POST /v2/crawl', { url, delay: 0.5 }],
  ['POST /v2/crawl', { url, webhook: 'https://b\u00fccher.example/hook' }],
  ['POST /v2/batch/scrape', { urls: [url], includeTags: ['main > p:not(.ad)', '#x', 'a:is(.b)'] }],
  ['POST /v2/batch/scrape', { urls: [url], formats: [json] }],
  ['POST /v2/batch/scrape', { urls: [url], formats: [{ ...json, type: 'deterministicJson' }] }],
  [
    'POST /v2/batch/scrape',
    { urls: [url], formats: ['markdown', { type: 'changeTracking', modes: ['json'], prompt: 'p', schema: null }] },
  ],
  ['POST /v2/map', { url, limit: 1.5, sitemap: 'skip' }],
  ['POST /v2/monitor', monitor({ targets: [{ type: 'crawl', url, crawlOptions: { limit: -1 } }] })],
  ['POST /v2/monitor', monitor({ webhook: 'https://example.com/hook' })],
  ['POST /v2/monitor', monitor({ targets: [search], goal: 'New kinds of tea' })],
  ['POST /v2/monitor', monitor({ targets: [search], judgeEnabled: false })],
  ['POST /v2/search', { query: 'tea', country: 'de' }],
  ['POST /v2/search', { query: 'tea', tbs: '' }],
  ['POST /v2/search', { query: 'tea', tbs: 'qdr:h2' }],
  ['POST /v2/search', { query: 'tea', tbs: 'qdr:n10' }],
  ['POST /v2/search', { query: 'tea', tbs: 'cdr:1,cd_min:1/5/2026,cd_max:2/1/2026' }],
  ['POST /v2/search', { query: 'tea', integration: '_mine' }],
  ['POST /v2/search', { query: 'tea', integration: 'n8n' }],
  ['POST /v2/search', { query: 'tea', includeDomains: [' Example.COM '] }],
  ['POST /v2/search', { query: 'tea', excludeDomains: ['EXAMPLE.com'] }],
])('takes what servers of this API take: %s %j', async (line, body) => {
  const answer = await call(await startServer({ offline: true }), line, { body });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
});
