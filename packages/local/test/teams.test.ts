import type { Document } from '@trawl/client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../src/contract/contract.js';
import type { OperationName } from '../src/contract/operation.js';
import { type ApiResponse, startServer } from './server.js';
import { probeRequests, scrapes, searches } from './teams/probe-requests.js';
import { COMMON_WORDS, startSecretSite } from './teams/site.js';
import { type Caller, callerOf, createTeamData, IDEMPOTENCY_KEY, JOB_IS_OVER, runMonitor } from './teams/team-data.js';

const SECRET = 'zebrafinch7';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** A server where the team with the first key has read a secret of a site, and the requests that may reveal it. */
const started = (async () => {
  const site = await startSecretSite(SECRET, afterAll);
  const options = { apiKeys: ['one', 'two'], keylessCalls: 100_000, allowPrivateNetworks: true };
  const server = await startServer(options, afterAll);
  const one = callerOf(server, bearer('one'));
  const fixtures = await createTeamData(server, one, site, SECRET);
  site.forget();
  const { monitor, check } = await fixtures.check();
  const ids = await Promise.all([
    fixtures.finishedCrawl(),
    fixtures.endlessBatch(),
    fixtures.scrape(),
    fixtures.search(),
  ]);
  const { ref } = await fixtures.uploadUrl();
  const allIds = [...ids, await fixtures.cancelledBatch(), monitor, check, ref];
  return {
    site,
    requests: await probeRequests(fixtures, site, allIds),
    callers: { one, two: callerOf(server, bearer('two')), keyless: callerOf(server) },
    allIds,
  };
})();

const textOf = ({ headers, body }: Pick<ApiResponse, 'headers' | 'body'>) => JSON.stringify([[...headers], body]);

/** The responses to all requests of an operation, including those of the jobs that they start. */
async function* answersTo(id: OperationName, caller: Caller) {
  for (const { operation, path, ...sent } of (await started).requests) {
    if (operation.id !== id) continue;
    const answer = await caller.call(`${operation.method} ${path}`, sent);
    yield { path, sent, answer, isSigned: operation.signed };
    const { pathname } = new URL((answer.body as { url?: string }).url ?? 'http://none');
    if (!/^\/v2\/(crawl|batch\/scrape)\//.test(pathname)) continue;
    const body = await caller.until<{ status: string }>(`GET ${pathname}`, JOB_IS_OVER);
    yield { path: pathname, sent: {}, answer: { status: 200, headers: new Headers(), body }, isSigned: false };
  }
}

const REVEALING: readonly OperationName[] = [
  'searchWeb',
  'scrapePage',
  'getScrape',
  'mapSite',
  'getCrawl',
  'getBatchScrape',
  'listActiveCrawls',
  'listOngoingCrawls',
  'listMonitors',
  'getMonitor',
  'getMonitorCheck',
  'listActivity',
  'getThreatProtection',
];

test.each(REVEALING)('%s shows the team its own data', async (id) => {
  const { one } = (await started).callers;
  const answers: string[] = [];
  for await (const { answer } of answersTo(id, one)) answers.push(textOf(answer));
  expect(answers.join('\n')).toContain(SECRET);
});

describe.each(['two', 'keyless'] as const)('for the caller %s', (name) => {
  test.each(operations().map(({ id }) => id))('%s reveals nothing', async (id) => {
    const { callers, allIds } = await started;
    for await (const { path, sent, answer, isSigned } of answersTo(id, callers[name])) {
      const question = JSON.stringify([path, sent]);
      expect([question, textOf(answer)]).toEqual([question, expect.not.stringContaining(SECRET)]);
      const isAnothers = allIds.some((id) => question.includes(id)) && !isSigned;
      expect([question, isAnothers && answer.status < 400]).toEqual([question, false]);
    }
  });
});

test('pages that a caller without a key fetched are shown to no other caller', async () => {
  const site = await startSecretSite(SECRET, onTestFinished);
  const server = await startServer({ apiKeys: ['one'], keylessCalls: 100_000, allowPrivateNetworks: true });
  const keyless = callerOf(server);
  const formats = ['markdown', { type: 'changeTracking' }];
  const search = { query: SECRET, scrapeOptions: { formats: ['markdown'] } };
  for (const url of [site.secretUrl, ...site.sharedUrls]) {
    const { data } = await keyless.body<{ data: Document }>('POST /v2/scrape', { url, formats });
    expect(data.markdown).toContain(SECRET);
    expect(data.changeTracking).toBeUndefined();
    expect(data.warning).toContain('Changes were not tracked');
  }
  expect(await keyless.body('POST /v2/search', search)).toMatchObject({ data: {} });
  site.forget();
  for (const caller of [keyless, callerOf(server, bearer('one'))]) {
    for (const [path, bodies] of Object.entries({ '/v2/search': searches(site), '/v2/scrape': scrapes(site) })) {
      for (const body of bodies) {
        expect(textOf(await caller.call(`POST ${path}`, { body }))).not.toContain(SECRET);
      }
    }
  }
});

test('a monitor of searches reveals nothing to another team', async () => {
  const { two } = (await started).callers;
  const { answer } = await runMonitor(two, 'm', { type: 'search', queries: [COMMON_WORDS], searchWindow: '24h' });
  expect(answer).toMatchObject({ data: { status: 'completed' } });
  expect(JSON.stringify(answer)).not.toContain(SECRET);
});

test('idempotency keys of different teams are independent', async () => {
  const { site, callers } = await started;
  const request = { body: { url: site.url, limit: 1 }, headers: { 'x-idempotency-key': IDEMPOTENCY_KEY } };
  expect((await callers.one.call('POST /v2/crawl', request)).status).toBe(409);
  expect((await callers.two.call('POST /v2/crawl', request)).status).toBe(200);
});
