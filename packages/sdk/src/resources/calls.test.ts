import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod3';
import { clientOf } from '../../test/client.js';
import { empty, failing, json, MisbehavingServer, refusingUrl } from '../../test/misbehaving-server.js';
import { failureOf, KEY } from '../../test/sending.js';
import { ConfigurationError, NotFoundError, ResponseFormatError, ServerError, TrawlError } from '../errors/index.js';
import type { Trawl } from '../trawl.js';

const page = json({ success: true, data: { markdown: '# Anchors' } }, 200, { 'x-request-id': 'r-1' });

describe('what is around an answer', () => {
  it('comes with `withResponse()`', async () => {
    await using server = await MisbehavingServer.start(failing(503), page);
    const { data, response, requestId, attempts } = await clientOf(server).scrape('https://a.test').withResponse();
    expect(data.markdown).toBe('# Anchors');
    expect([response.status, response.headers.get('x-request-id'), requestId, attempts]).toEqual([
      200,
      'r-1',
      'r-1',
      2,
    ]);
    expect(server.received).toHaveLength(2);
  });

  it('costs no second request beside the result itself', async () => {
    await using server = await MisbehavingServer.start(page);
    const call = clientOf(server).scrape('https://a.test');
    const [{ data }, again, once] = await Promise.all([call.withResponse(), call, call]);
    expect(again).toBe(data);
    expect(once).toBe(data);
    expect(server.received).toHaveLength(1);
  });
});

describe('how a call is made', () => {
  it('adds fields, headers and an idempotency key', async () => {
    await using server = await MisbehavingServer.start(json({ success: true, id: 'c-1' }));
    await clientOf(server, { headers: { 'x-team': 'one', 'x-kept': 'yes' } }).crawls.start(
      { url: 'https://a.test', limit: 1 },
      { extraBody: { limit: 2, brandNew: true }, headers: { 'X-Team': 'two' }, idempotencyKey: 'uuid' },
    );
    const [{ headers, body } = { headers: {}, body: '' }] = server.received;
    expect(headers).toMatchObject({ 'x-team': 'two', 'x-kept': 'yes', 'x-idempotency-key': 'uuid' });
    expect(JSON.parse(body)).toEqual({ url: 'https://a.test', limit: 2, brandNew: true });
  });

  it('allows an attempt the time that the request allows the server', async () => {
    await using server = await MisbehavingServer.start(failing(500));
    const allowed: number[] = [];
    const clock = {
      now: () => 0,
      random: () => 0,
      after: (ms: number) => {
        allowed.push(ms);
        return () => {};
      },
    };
    const trawl = clientOf(server, { clock, maxRetries: 0, timeoutMs: 10_000 });
    const calls = [
      trawl.scrape('https://a.test', { timeout: 100_000 }),
      trawl.search('a', { timeout: 101_000 }),
      trawl.map('https://a.test', { timeout: 102_000 }),
      trawl.parse({ uploadRef: 'u' }, { timeout: 103_000 }),
      trawl.interact('s').execute('1', { timeout: 104 }),
      trawl.interact('s').prompt('1', { timeout: 105 }),
      trawl.browsers.execute('s', '1', { timeout: 106 }),
      trawl.scrape('https://a.test'),
    ];
    await Promise.all(calls.map(failureOf));
    expect(allowed).toEqual([105_000, 106_000, 107_000, 108_000, 109_000, 110_000, 111_000, 10_000]);
  });
});

describe('a call is refused before anything is sent', () => {
  it.each<[string, (trawl: Trawl) => PromiseLike<unknown>]>([
    ['query', (trawl) => trawl.search('x'.repeat(501))],
    ['threatProtection.blacklist', (trawl) => trawl.scrape('https://a.test', tooManyHosts)],
    ['timeout', (trawl) => trawl.parse(new File(['x'], 'a.html'), { timeout: 0 })],
    ['monitorId', (trawl) => trawl.monitors.get('')],
    ['monitorId', (trawl) => trawl.monitors.get('..')],
    ['headers', (trawl) => trawl.map('https://a.test', {}, { headers: { 'x-secret': 'hush\nhush' } })],
    ['timeoutMs', (trawl) => trawl.map('https://a.test', {}, { timeoutMs: Number.NaN })],
    ['maxRetries', (trawl) => trawl.map('https://a.test', {}, { maxRetries: -1 })],
    ['extraBody', (trawl) => trawl.team.credits({ extraBody: { a: 1 } })],
    ['limit', (trawl) => trawl.monitors.list({ limit: Number.NaN })],
    ['limit', (trawl) => trawl.team.activity({ limit: -1 })],
    ['limit', (trawl) => trawl.monitors.pages('m', 'c', { limit: 0.5 })],
    ['pollIntervalMs', (trawl) => trawl.crawls.resume('c-1', {}, { pollIntervalMs: Number.NaN })],
    ['totalTimeoutMs', (trawl) => trawl.agents.resume('a-1', {}, { totalTimeoutMs: Number.NaN })],
    ['BigInt', (trawl) => trawl.map('https://a.test', { limit: 1n as unknown as number })],
    ['formats[0].schema', (trawl) => trawl.scrape('https://a.test', { formats: [unsayable] })],
    ['formats[0].schema', (trawl) => trawl.parse({ uploadRef: 'u' }, { formats: [unsayable] })],
    ['scrapeOptions.formats[0].schema', (trawl) => trawl.search('a', { scrapeOptions: { formats: [unsayable] } })],
    [
      'scrapeOptions.formats[0].schema',
      (trawl) => trawl.crawl('https://a.test', { scrapeOptions: { formats: [unsayable] } }),
    ],
    [
      'scrapeOptions.formats[0].schema',
      (trawl) => trawl.crawls.start({ url: 'https://a.test', scrapeOptions: { formats: [unsayable] } }),
    ],
    ['formats[0].schema', (trawl) => trawl.batches.start({ urls: ['https://a.test'], formats: [unsayable] })],
    ['schema', (trawl) => trawl.agents.start({ prompt: 'p', schema: unsayable.schema })],
    ['schema', (trawl) => trawl.extracts.start({ urls: ['https://a.test'], schema: unsayable.schema })],
  ])('for its %s, by a promise: %s', async (option, call) => {
    await using server = await MisbehavingServer.start(page);
    const error = await failureOf(call(clientOf(server)));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain(option);
    expect(inspect(error)).not.toContain('hush\nhush');
    expect(server.received).toEqual([]);
  });
});

const tooManyHosts = { threatProtection: { mode: 'normal' as const, blacklist: Array(1001).fill('a.test') } };
const unsayable = { type: 'json' as const, schema: z.object({ when: z.map(z.string(), z.string()) }) };

describe('a path parameter', () => {
  it('cannot leave its segment', async () => {
    await using server = await MisbehavingServer.start(json({ success: true, data: { id: 'm', pages: [] } }));
    const trawl = clientOf(server);
    await trawl.monitors.get('../team?x=1#y');
    await trawl.monitors.pages('a/b', 'c?d=1');
    expect(server.received.map(({ path }) => path)).toEqual([
      '/v2/monitor/..%2Fteam%3Fx%3D1%23y',
      '/v2/monitor/a%2Fb/checks/c%3Fd%3D1?limit=100&skip=0',
    ]);
  });
});

describe('an answer', () => {
  it.each<[string, (trawl: Trawl) => PromiseLike<void>]>([
    ['cancelCrawl', (trawl) => trawl.crawls.cancel('c')],
    ['cancelBatchScrape', (trawl) => trawl.batches.cancel('b')],
    ['cancelAgent', (trawl) => trawl.agents.cancel('a')],
    ['deleteMonitor', (trawl) => trawl.monitors.delete('m')],
    ['endInteraction', (trawl) => trawl.interact('s').close()],
  ])('without a body is a success of %s', async (_, call) => {
    await using server = await MisbehavingServer.start(empty(204), empty(200), json({ success: true }));
    for (const __ of [204, 200, 'JSON']) expect(await call(clientOf(server))).toBeUndefined();
    expect(server.received).toHaveLength(3);
  });

  it('without a body is none where one was needed, and the message says so', async () => {
    await using server = await MisbehavingServer.start(empty(204));
    const error = await failureOf(clientOf(server).scrape('https://a.test'));
    expect(error.message).toBe('scrape (scrapePage) was answered with nothing.');
  });

  it('that refuses one URL of many names it by its index', async () => {
    const refusal = { error: 'Invalid URL', details: [{ path: ['urls', 1], message: 'Invalid URL' }] };
    await using server = await MisbehavingServer.start(json({ success: false, ...refusal }, 400));
    const error = await failureOf(clientOf(server).batches.start({ urls: ['https://a.test', 'a'] }));
    expect(error.message).toBe('batches.start (startBatchScrape) failed with 400: Invalid URL: urls.1.');
  });

  it.each<[string, (trawl: Trawl) => PromiseLike<unknown>]>([
    ['startCrawl', (trawl) => trawl.crawls.start({ url: 'https://a.test' })],
    ['scrapePage', (trawl) => trawl.scrape('https://a.test')],
    [
      'createMonitor',
      (trawl) =>
        trawl.monitors.create({
          name: 'n',
          schedule: { cron: '* * * * *' },
          targets: [{ type: 'scrape', urls: ['https://a.test'] }],
        }),
    ],
    ['cancelCrawl', (trawl) => trawl.crawls.cancel('c')],
  ])('with success: false and status 200 is an error of %s', async (operation, call) => {
    await using server = await MisbehavingServer.start(failing(200, 'No such host', { code: 'DNS' }));
    const error = await failureOf(call(clientOf(server)));
    expect(error).toMatchObject({ operation, status: 200, code: 'DNS', attempts: 1 });
    expect(error.message).toContain('No such host');
  });

  it('with success: false is a result where code was run', async () => {
    await using server = await MisbehavingServer.start(
      json({ success: false, exitCode: 1, stderr: 'x is not defined' }),
    );
    const trawl = clientOf(server);
    expect(await trawl.interact('s').execute('x')).toMatchObject({ success: false, exitCode: 1 });
    expect(await trawl.browsers.execute('b', 'x')).toMatchObject({ success: false, stderr: 'x is not defined' });
  });

  it.each<[string, string, (trawl: Trawl) => PromiseLike<unknown>]>([
    ['scrapePage', 'data', (trawl) => trawl.scrape('https://a.test')],
    ['getMonitor', 'data', (trawl) => trawl.monitors.get('m')],
    ['startCrawl', 'id', (trawl) => trawl.crawls.start({ url: 'https://a.test' })],
  ])('of %s without its `%s` is an error that says where it came from', async (operation, field, call) => {
    await using server = await MisbehavingServer.start(json({ success: true }, 200, { 'x-request-id': 'r-1' }));
    const error = await failureOf(call(clientOf(server)));
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error).toMatchObject({ operation, requestId: 'r-1', attempts: 1 });
    expect(error.message).toContain(`without ${field}.`);
  });

  it('keeps the warning beside the page', async () => {
    await using server = await MisbehavingServer.start(
      json({ success: true, warning: 'Slow.', data: { markdown: '', branding: null } }),
    );
    const scraped = await clientOf(server).scrape('https://a.test', { formats: ['markdown', 'branding'] });
    const metadata = { url: 'https://a.test', sourceURL: 'https://a.test' };
    expect(scraped).toEqual({ warning: 'Slow.', markdown: '', branding: null, metadata });
  });

  it.each([null, 7, {}])('with %j for its list is an error', async (odd) => {
    await using server = await MisbehavingServer.start(
      json({ success: true, crawls: odd, periods: odd, sessions: odd, results: odd }),
    );
    const { crawls, team, browsers, research } = clientOf(server);
    const lists = {
      crawls: crawls.ongoing(),
      periods: team.tokenHistory(),
      sessions: browsers.list(),
      results: research.papers('a'),
    };
    for (const [field, list] of Object.entries(lists)) {
      const error = await failureOf(list);
      expect(error).toBeInstanceOf(ResponseFormatError);
      expect(error.message).toContain(`was answered without its list ${field}.`);
    }
  });

  it('without its list is an empty one where the contract lets it be missing', async () => {
    await using server = await MisbehavingServer.start(json({ success: true }));
    const trawl = clientOf(server);
    expect(await trawl.crawls.active()).toEqual([]);
    expect(await trawl.team.creditHistory()).toEqual([]);
    expect(await trawl.browsers.list()).toEqual([]);
    await expect(trawl.research.papers('a')).rejects.toThrow(
      'research.papers (searchPapers) was answered without its list results.',
    );
    await expect(trawl.search('a')).rejects.toThrow(
      'search (searchWeb) was answered in an unknown form: data is no object.',
    );
  });
});

describe('a request', () => {
  it('may be changed by its owner once it was sent', async () => {
    await using server = await MisbehavingServer.start((response, request) => {
      const { formats } = JSON.parse(request.body);
      json({ success: true, data: { [formats[0]]: 'content' } })(response, request);
    });
    const trawl = clientOf(server);
    const options: { formats?: string[] } = {};
    const pages = ['html', 'markdown', 'rawHtml'].map((format) => {
      options.formats = [format];
      return trawl.scrape('https://a.test', options);
    });
    expect((await Promise.all(pages)).map((page) => Object.keys(page))).toEqual([
      ['html', 'metadata'],
      ['markdown', 'metadata'],
      ['rawHtml', 'metadata'],
    ]);
  });
});

describe('a call that fails', () => {
  it('says so once when nobody waits for it, whatever is made of it', async () => {
    await using server = await MisbehavingServer.start(failing(404));
    const unhandled: unknown[] = [];
    const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (error) => unhandled.push(error));
    try {
      const trawl = clientOf(server);
      void trawl.crawls.cancel('nobody waits');
      await failureOf(trawl.crawls.cancel('awaited'));
      await failureOf(trawl.crawls.cancel('with its response').withResponse());
      const both = trawl.support.docs('both');
      await Promise.all([failureOf(both), failureOf(both.withResponse()), both.catch(() => {})]);
      await failureOf(trawl.parse('/no/such/file.pdf'));
      while (unhandled.length === 0) await new Promise(setImmediate);
      // Another one, which should not be there, would come by then: all the others are over already.
      await new Promise(setImmediate);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
    }
    expect(unhandled).toEqual([expect.any(NotFoundError)]);
  });

  it('never repeats the key, however it is looked at', async () => {
    const echo = { code: 'E', details: { seen: `Bearer ${KEY}`, [KEY]: 1 } };
    await using server = await MisbehavingServer.start(
      failing(500, `Your key is ${KEY}`, echo, { 'x-request-id': KEY }),
    );
    const trawl = clientOf(server, { maxRetries: 0 });
    const calls = [trawl.search('a'), trawl.crawl('https://a.test'), trawl.monitors.list(), trawl.uploads.create('a')];
    for (const error of await Promise.all(calls.map(failureOf))) {
      expect(error).toBeInstanceOf(ServerError);
      expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error.stack).not.toContain(KEY);
    }
    expect(inspect(trawl, { depth: 9, showHidden: true }) + JSON.stringify(trawl)).not.toContain(KEY);
  });

  it('is a TrawlError with the operation whatever made it fail', async () => {
    const trawl = clientOf({ url: await refusingUrl() });
    const error = await failureOf(trawl.monitors.run('m', { maxRetries: 0 }));
    expect(error).toBeInstanceOf(TrawlError);
    expect(error).toMatchObject({ operation: 'runMonitor', attempts: 1 });
  });
});

it.each(['creditsUsed', 'totalCredits'])(
  'has the credits of a period under both names when a server sends %s',
  async (name) => {
    await using server = await MisbehavingServer.start(json({ success: true, periods: [{ [name]: 7 }] }));
    expect(await clientOf(server).team.creditHistory()).toEqual([{ creditsUsed: 7, totalCredits: 7 }]);
  },
);

it.each(['tokensUsed', 'totalTokens'])(
  'has the tokens of a period under both names when a server sends %s',
  async (name) => {
    await using server = await MisbehavingServer.start(json({ success: true, periods: [{ [name]: 7 }] }));
    expect(await clientOf(server).team.tokenHistory()).toEqual([{ tokensUsed: 7, totalTokens: 7 }]);
  },
);
