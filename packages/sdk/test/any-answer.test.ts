/**
 * Whatever JSON a server answers with: it becomes a result, which is a list where the type says so, or an error of ours,
 * and nothing else is thrown.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrawlError } from '../src/errors/index.js';
import { Trawl } from '../src/trawl.js';
import { VirtualClock } from './virtual-clock.js';

const STATUSES = [200, 200, 200, 202, 400, 401, 404, 408, 409, 429, 500, 503];

const FIELDS = [
  'success',
  'error',
  'message',
  'code',
  'details',
  'retry_after_seconds',
  'retryAfterSeconds',
  'state',
  'path',
  'data',
  'id',
  'status',
  'next',
  'total',
  'completed',
  'creditsUsed',
  'warning',
  'metadata',
  'sourceURL',
  'url',
  'web',
  'news',
  'images',
  'markdown',
  'json',
  'links',
  'pages',
  'has_more',
  'cursor',
  'crawls',
  'sessions',
  'results',
  'answer',
  'fixParameters',
  'validation',
  'periods',
  'uploadUrl',
  'uploadRef',
  'headers',
  'constructor',
  'toString',
  'valueOf',
  'toJSON',
  'then',
  'length',
];

const { value } = fc.letrec<{ value: unknown; object: unknown; issues: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 3, '', 'completed', 'failed', 'scraping', 'limit', '/v2/crawl/j?skip=1'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
    tie('object'),
  ),
  object: fc.oneof(
    fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 8 }),
    fc.record({ error: tie('value'), details: fc.oneof(tie('issues'), tie('value')) }),
    fc.record({
      success: fc.constant(true),
      status: fc.constant('completed'),
      id: fc.constant('j'),
      data: tie('value'),
    }),
  ),
  issues: fc.array(fc.record({ path: tie('value'), message: fc.string() }), { maxLength: 4 }),
}));

interface Given {
  readonly status: number;
  readonly body: unknown;
}

const answers: fc.Arbitrary<Given[]> = fc.array(fc.record({ status: fc.constantFrom(...STATUSES), body: value }), {
  minLength: 1,
  maxLength: 4,
});

const FORMATS = ['markdown', { type: 'json', schema: { type: 'object' } }] as const;
// Longer than the waits that a virtual clock lets pass at once.
const CALL = { totalTimeoutMs: 200_000, maxRetries: 1 };

const calls: [string, (trawl: Trawl) => PromiseLike<unknown>][] = [
  [
    'search',
    (trawl) => trawl.search('a', { sources: ['web', 'news', 'images'], scrapeOptions: { formats: FORMATS } }, CALL),
  ],
  ['scrape', (trawl) => trawl.scrape('https://a.test', { formats: FORMATS }, CALL)],
  ['map', (trawl) => trawl.map('https://a.test', {}, CALL)],
  ['crawl', (trawl) => trawl.crawl('https://a.test', { scrapeOptions: { formats: FORMATS } }, CALL)],
  ['batchScrape', (trawl) => trawl.batchScrape(['https://a.test'], {}, CALL)],
  ['agent', (trawl) => trawl.agent('a', {}, CALL)],
  ['a crawl that goes on', (trawl) => trawl.crawls.resume('j', { formats: FORMATS }, CALL)],
  ['crawls.errors', (trawl) => trawl.crawls.errors('j', CALL)],
  ['support.diagnose', (trawl) => trawl.support.diagnose(new Error('a'), {}, CALL)],
  ['interact', (trawl) => trawl.interact('s').prompt('a', {}, CALL)],
];

const lists: [string, (trawl: Trawl) => PromiseLike<readonly unknown[]>][] = [
  ['crawls.active', (trawl) => trawl.crawls.active(CALL)],
  ['monitors.list', (trawl) => trawl.monitors.list({}, CALL)],
  ['monitors.pages', (trawl) => trawl.monitors.pages('m', 'c', {}, CALL)],
  ['team.activity', (trawl) => trawl.team.activity({}, CALL)],
  ['team.creditHistory', (trawl) => trawl.team.creditHistory({}, CALL)],
  ['browsers.list', (trawl) => trawl.browsers.list({}, CALL)],
  ['research.papers', (trawl) => trawl.research.papers('a', {}, CALL)],
];

/** What a call ends with when its attempts are answered with these, one after the other. */
async function outcomeOf<T>(call: (trawl: Trawl) => PromiseLike<T>, given: readonly Given[]) {
  let asked = 0;
  const fetch = async () => {
    const { status, body } = given[Math.min(asked++, given.length - 1)] as Given;
    return Response.json(body, { status });
  };
  const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:1', fetch, clock: new VirtualClock() });
  return call(trawl).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

describe.each([...calls, ...lists])('%s', (_, call) => {
  it('ends with a result or a TrawlError', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const outcome = await outcomeOf(call, given);
        if ('error' in outcome) expect(outcome.error).toBeInstanceOf(TrawlError);
      }),
    );
  });
});

describe.each(lists)('%s', (_, call) => {
  it('returns a list if it returns a result', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const outcome = await outcomeOf(call, given);
        if ('result' in outcome) expect(outcome.result).toBeInstanceOf(Array);
      }),
    );
  });
});
