import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf } from '../../test/client.js';
import { type Behaviour, failing, json, MisbehavingServer, silent } from '../../test/misbehaving-server.js';
import { failureOf, KEY } from '../../test/sending.js';
import { VirtualClock } from '../../test/virtual-clock.js';
import {
  AbortedError,
  ConfigurationError,
  ConflictError,
  JobFailedError,
  NotFoundError,
  PaginationError,
  ResponseFormatError,
  SchemaMismatchError,
  TrawlError,
} from '../errors/index.js';
import type { Trawl } from '../trawl.js';

const documents = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    markdown: `# ${first + index}`,
    metadata: { scrapeId: `${first + index}`, url: 'https://a.test/final', sourceURL: 'https://a.test/' },
  }));
const started = json({ success: true, id: 'j-1' });
const status = (of: string, first: number, count: number, next?: string, extra: object = {}): Behaviour =>
  json({
    success: true,
    status: of,
    total: 4,
    completed: first + count,
    creditsUsed: 4,
    data: documents(first, count),
    next,
    ...extra,
  });
const requestsOf = ({ received }: MisbehavingServer) => received.map(({ method, path }) => `${method} ${path}`);

describe.each([
  {
    name: 'a crawl',
    path: '/v2/crawl',
    run: 'crawl',
    space: 'crawls',
    about: 'https://a.test',
    wire: { url: 'https://a.test' },
  },
  {
    name: 'a batch',
    path: '/v2/batch/scrape',
    run: 'batchScrape',
    space: 'batches',
    about: ['https://a.test'],
    wire: { urls: ['https://a.test'] },
  },
] as const)('$name', ({ path, run, space, about, wire }) => {
  // The two verbs differ in what they are about, and in nothing that is tested here.
  const start = (trawl: Trawl, ...rest: unknown[]) => (trawl[run] as Trawl['crawl'])(about as string, ...(rest as []));
  const link = (skip: number) => `https://elsewhere.test${path}/j-1?skip=${skip}`;

  it.each([undefined, null, '', 5, { toString: 0 }])('with %j for its id is an error', async (id) => {
    await using server = await MisbehavingServer.start(json({ success: true, id }));
    const error = await failureOf(start(clientOf(server)));
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error.message).toMatch(/^\w+ \(start\w+\) was answered without id\.$/);
    expect(error).toMatchObject({ status: 200, possiblyStarted: true });
    expect(requestsOf(server)).toEqual([`POST ${path}`]);
  });

  it.each([{ toString: 0 }, null, 7])('whose status is %j is still going on', async (odd) => {
    await using server = await MisbehavingServer.start(
      started,
      json({ success: true, status: odd, completed: odd, total: [odd], data: [] }),
    );
    const error = await failureOf(start(clientOf(server), {}, { totalTimeoutMs: 200_000 }));
    expect(error.name).toBe('JobTimeoutError');
    expect(error.message).toContain('is not finished, but its totalTimeoutMs is up');
    expect(error.message).toMatch(/ Its last \d+ answers were equal to the byte: look whether something caches them, /);
  });

  it('that is awaited gives all documents, and what could not be read', async () => {
    await using server = await MisbehavingServer.start(
      json({ success: true, id: 'j-1', invalidURLs: ['nope'], warning: 'At most two pages at once.' }),
      status('scraping', 0, 2, link(2)),
      status('scraping', 2, 0, link(2)),
      status('completed', 2, 2, undefined, { warning: 'Robots.txt disallows one page.' }),
      json({ errors: [{ url: 'https://a.test/x' }], robotsBlocked: ['https://a.test/y'] }),
    );
    const seen: unknown[] = [];
    const result = await start(clientOf(server), {}, { onProgress: (progress: unknown) => seen.push(progress) });
    expect(result).toEqual({
      id: 'j-1',
      status: 'completed',
      documents: documents(0, 4),
      total: 4,
      completed: 4,
      creditsUsed: 4,
      invalidURLs: ['nope'],
      warning: 'At most two pages at once. Robots.txt disallows one page.',
      errorCount: 2,
    });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(wire);
    expect(requestsOf(server)).toEqual([
      `POST ${path}`,
      `GET ${path}/j-1`,
      `GET ${path}/j-1?skip=2`,
      `GET ${path}/j-1?skip=2`,
      `GET ${path}/j-1/errors`,
    ]);
    expect(seen).toEqual([
      { completed: 2, total: 4 },
      { completed: 4, total: 4 },
    ]);
  });

  it.each([
    ['has read', { completed: 4 }, [], 'The service counts 4 pages, and has sent 3 of them.'],
    ['was to read', { completed: 3 }, [], 'The service counts 4 pages, and has sent 3 of them.'],
    ['was to read, and one has failed', { completed: 3 }, [{ url: 'https://a.test/x' }], undefined],
  ])('says when fewer documents have come than it %s', async (_, counts, errors, warning) => {
    await using server = await MisbehavingServer.start(
      started,
      status('completed', 0, 3, undefined, counts),
      ...(counts.completed === 4 ? [status('completed', 3, 0, undefined, counts)] : []),
      status('completed', 3, 0, undefined, counts),
      json({ errors, robotsBlocked: [] }),
    );
    const result = await start(clientOf(server));
    expect(result).toMatchObject({ documents: documents(0, 3), total: 4, warning });
  });

  it('has no credits where the server does not count them', async () => {
    await using server = await MisbehavingServer.start(
      started,
      status('completed', 0, 4, undefined, { creditsUsed: -1 }),
    );
    const trawl = clientOf(server);
    expect((await start(trawl)).creditsUsed).toBeUndefined();
    server.will(status('completed', 0, 4, undefined, { creditsUsed: -1 }));
    expect(await trawl[space].get('j-1')).not.toHaveProperty('creditsUsed');
  });

  it.each([
    ['90 seconds', 300_000, 90_000],
    ['what is left of totalTimeoutMs', 5_000, 5_000],
  ])('does not wait longer than %s for the count of errors', async (_, totalTimeoutMs, waitMs) => {
    const clock = new VirtualClock({ passes: 0 });
    await using server = await MisbehavingServer.start(started, status('completed', 0, 4), () => clock.advance(waitMs));
    const options = { totalTimeoutMs, pollIntervalMs: 0 };
    const result = await start(clientOf(server, { clock, timeoutMs: 200_000 }), {}, options);
    expect(result).toMatchObject({ documents: documents(0, 4), errorCount: undefined });
  });

  it('that is iterated gives each document as it comes', async () => {
    await using server = await MisbehavingServer.start(
      started,
      status('completed', 0, 2, `${link(2)}&token=t`),
      status('completed', 2, 2),
    );
    const asking: number[] = [];
    for await (const { markdown } of start(clientOf(server)))
      asking.push(requestsOf(server).length, Number(markdown.slice(2)));
    expect(asking).toEqual([2, 0, 2, 1, 3, 2, 3, 3]);
    expect(requestsOf(server).at(-1)).toBe(`GET ${path}/j-1?skip=2&token=t`);
  });

  it('is not started before anybody wants it', async () => {
    await using server = await MisbehavingServer.start(started);
    start(clientOf(server));
    expect(server.received).toEqual([]);
  });

  it('sends to its polls what holds for all of its calls, and nothing that only a start takes', async () => {
    await using server = await MisbehavingServer.start(started, status('completed', 0, 4));
    const extra = { extraBody: { brandNew: 1 }, extraQuery: { brandNew: 2 } };
    const call = { headers: { 'x-proxy': 'p' }, ...extra, idempotencyKey: 'uuid' };
    const job = start(clientOf(server), {}, call);
    await job;
    await job.cancel();
    const [first, poll, cancel] = server.received;
    expect(JSON.parse(first?.body ?? '')).toEqual({ ...wire, brandNew: 1 });
    expect(first?.headers).toMatchObject({ 'x-proxy': 'p', 'x-idempotency-key': 'uuid' });
    expect(requestsOf(server)[0]).toMatch(/\?brandNew=2$/);
    for (const { path, headers, body } of [poll, cancel].map((one) => one ?? { path: '', headers: {}, body: '?' })) {
      expect(path).not.toContain('brandNew');
      expect(headers).toHaveProperty('x-proxy', 'p');
      expect(headers).not.toHaveProperty('x-idempotency-key');
      expect(body).toBe('');
    }
  });

  it('that breaks off has what came and where to go on, and the rest from there', async () => {
    await using server = await MisbehavingServer.start(started, status('completed', 0, 2, link(2)), failing(404));
    const trawl = clientOf(server);
    const error = await failureOf(start(trawl));
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ jobId: 'j-1', cursor: `${path}/j-1?skip=2`, received: documents(0, 2), status: 404 });
    server.will(status('completed', 2, 2));
    const cursor = error.cursor as string;
    for (const from of [cursor, { cursor, formats: ['markdown'] as const }]) {
      const rest = await trawl[space].resume('j-1', from, { headers: { 'x-proxy': 'p' } });
      expect(rest.documents).toEqual(documents(2, 2));
      // This server does not say what failed: the documents come all the same.
      expect(rest.errorCount).toBeUndefined();
      expect(requestsOf(server).slice(-2)).toEqual([`GET ${path}/j-1?skip=2`, `GET ${path}/j-1/errors`]);
      expect(server.received.at(-1)?.headers).toHaveProperty('x-proxy', 'p');
    }
  });

  it.each(['failed', 'cancelled'])('that %s throws, with what it brought', async (ending) => {
    await using server = await MisbehavingServer.start(
      started,
      status(ending, 0, 2, undefined, { error: 'Out of credits.' }),
    );
    const error = await failureOf(start(clientOf(server)));
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error).toMatchObject({ jobId: 'j-1', received: documents(0, 2) });
    expect(error.message).toContain(`${ending}: Out of credits`);
  });

  it('that cannot be looked at ends, although it has no status', async () => {
    await using server = await MisbehavingServer.start(started, failing(200, 'The job could not be read.'));
    const error = await failureOf(start(clientOf(server)));
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error.message).toContain('The job could not be read');
  });

  it('is cancelled when its signal aborts, if that is wanted', async () => {
    for (const cancelOnAbort of [true, false]) {
      const controller = new AbortController();
      await using server = await MisbehavingServer.start(
        started,
        status('scraping', 0, 2, link(2)),
        json({ status: 'cancelled' }),
      );
      const reason = new Error('Enough.');
      const onProgress = () => controller.abort(reason);
      // The ten seconds that the cancel may take stand still.
      const trawl = clientOf(server, { clock: new VirtualClock({ passes: 5_000 }) });
      const error = await failureOf(start(trawl, {}, { signal: controller.signal, cancelOnAbort, onProgress }));
      expect(error).toBeInstanceOf(AbortedError);
      expect(error.cause).toBe(reason);
      expect(requestsOf(server).includes(`DELETE ${path}/j-1`)).toBe(cancelOnAbort);
    }
  });

  it('whose start waits to be repeated is aborted at once', async () => {
    const busy = failing(503, 'Busy', {}, { 'retry-after': '30' });
    await using server = await MisbehavingServer.start(busy, started);
    const controller = new AbortController();
    const clock = new VirtualClock({ passes: 5_000 });
    const failed = failureOf(
      start(clientOf(server, { clock }), {}, { signal: controller.signal, cancelOnAbort: true }),
    );
    // The time of an attempt is 90 seconds, the wait for the next one 30.
    await clock.standing(60_000);
    controller.abort('enough');
    const error = await failed;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: 'enough', status: 503 });
    expect(error.message).toContain('was aborted by its signal before the next try');
    expect(requestsOf(server)).toEqual([`POST ${path}`]);
    expect(clock.pending).toBe(0);
  });

  it('whose start is not answered is let go some time after the abort', async () => {
    const controller = new AbortController();
    await using server = await MisbehavingServer.start((response, request) => {
      silent(response, request);
      controller.abort('enough');
    });
    const clock = new VirtualClock({ passes: 5_000 });
    const failed = failureOf(
      start(clientOf(server, { clock }), {}, { signal: controller.signal, cancelOnAbort: true }),
    );
    await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
    clock.advance(10_000);
    const error = await failed;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ possiblyStarted: true, cause: 'enough' });
    expect(clock.pending).toBe(0);
  });

  it('that was resumed without being there has the error of that, and of no start', async () => {
    await using server = await MisbehavingServer.start(failing(404));
    const error = await failureOf(clientOf(server)[space].resume('j-1'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ jobId: 'j-1', status: 404 });
  });

  it.each(['/v2/crawl/j-2?skip=2', 'garbage', 'http://['])('is not resumed from %s', async (cursor) => {
    await using server = await MisbehavingServer.start(status('completed', 0, 2));
    const error = await failureOf(clientOf(server)[space].resume('j-1', cursor));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toBe(`cursor leads to no page of ${path}/j-1.`);
    expect(requestsOf(server)).toEqual([]);
  });

  it.each([`${path}/j-2?skip=2`, `${path}/%zz?skip=2`])('does not follow a link to %s', async (next) => {
    await using server = await MisbehavingServer.start(
      started,
      status('completed', 0, 2, link(2)),
      status('completed', 2, 2, next),
    );
    const error = await failureOf(start(clientOf(server)));
    expect(error).toMatchObject({ name: 'PaginationError', received: documents(0, 2), cursor: `${path}/j-1?skip=2` });
    expect(error.cause).toBeInstanceOf(ResponseFormatError);
    expect(requestsOf(server)).toHaveLength(3);
  });

  it.each([undefined, null, 'none', {}])('that is completed with %j for its documents is not whole', async (data) => {
    await using server = await MisbehavingServer.start(
      started,
      status('completed', 0, 2, link(2)),
      status('completed', 2, 2, undefined, { data }),
    );
    const error = await failureOf(start(clientOf(server)));
    expect(error).toMatchObject({ name: 'PaginationError', received: documents(0, 2), cursor: `${path}/j-1?skip=2` });
    expect(error.cause).toBeInstanceOf(ResponseFormatError);
  });

  it.each([undefined, null])('that is not completed may have %j for its documents', async (data) => {
    await using server = await MisbehavingServer.start(
      started,
      status('scraping', 0, 0, undefined, { data }),
      status('failed', 0, 0, undefined, { data, error: { reason: 'Out of credits' } }),
    );
    const error = await failureOf(start(clientOf(server)));
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error.message).toContain('{"reason":"Out of credits"}');
  });

  it('that failed repeats no secret of its own', async () => {
    await using server = await MisbehavingServer.start(
      started,
      status('failed', 0, 2, undefined, { error: `The key ${KEY} has no credits.` }),
    );
    const error = await failureOf(start(clientOf(server)));
    expect(error.message).toContain('The key [redacted] has no credits');
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(KEY);
  });

  it('that is resumed starts nothing, and can be cancelled before it is followed', async () => {
    await using server = await MisbehavingServer.start(json({ status: 'cancelled' }));
    await clientOf(server)[space].resume('j-1').cancel();
    expect(requestsOf(server)).toEqual([`DELETE ${path}/j-1`]);
  });

  it('is cancelled when the answer to that got lost, and it is done now', async () => {
    await using server = await MisbehavingServer.start(failing(502), failing(409));
    await expect(clientOf(server)[space].cancel('j-1')).resolves.toBeUndefined();
  });

  it('that is done cannot be cancelled', async () => {
    await using server = await MisbehavingServer.start(failing(409));
    expect(await failureOf(clientOf(server)[space].cancel('j-1'))).toBeInstanceOf(ConflictError);
  });
});

describe('the documents of a crawl', () => {
  it('all come, although one is nothing', async () => {
    const [first, third] = documents(1, 2);
    await using server = await MisbehavingServer.start(
      started,
      status('completed', 0, 3, undefined, { data: [first, null, third] }),
    );
    const result = await clientOf(server).crawl('https://a.test');
    expect(result.documents.map(({ markdown }) => markdown)).toEqual(['# 1', '', '# 2']);
    expect(result.documents[1]?.contentError).toBeInstanceOf(ResponseFormatError);
  });

  it('all come, although one lacks what was asked for: it is empty there, and says so', async () => {
    const [first, third] = documents(1, 2);
    const bare = { metadata: { sourceURL: 'https://a.test/bare' } };
    await using server = await MisbehavingServer.start(
      started,
      status('completed', 0, 3, '/v2/crawl/j-1?skip=3', { data: [first, bare, third] }),
      status('completed', 3, 1),
    );
    const result = await clientOf(server).crawl('https://a.test');
    expect(result.documents.map(({ markdown }) => markdown)).toEqual(['# 1', '', '# 2', '# 3']);
    const [whole, lacking] = result.documents;
    expect(whole).not.toHaveProperty('contentError');
    expect(lacking?.contentError).toBeInstanceOf(ResponseFormatError);
    expect(lacking?.contentError).toMatchObject({ operation: 'getCrawl', received: [bare] });
  });

  it('have both URLs where the service sends one, as a job sends them', async () => {
    const data = [{ markdown: '# A', metadata: { sourceURL: 'https://a.test' } }, null];
    await using server = await MisbehavingServer.start(status('completed', 0, 2, undefined, { data }));
    const { data: pages } = await clientOf(server).crawls.get('j-1');
    expect(pages).toEqual([
      { markdown: '# A', metadata: { url: 'https://a.test', sourceURL: 'https://a.test' } },
      { metadata: { url: '', sourceURL: '' } },
    ]);
  });

  it('have data of their schema, or say why not', async () => {
    const data = [{ json: { price: 3 } }, { json: { price: 'much' } }];
    await using server = await MisbehavingServer.start(started, status('completed', 0, 2, undefined, { data }));
    const formats = [{ type: 'json' as const, schema: z.object({ price: z.number() }) }];
    const {
      documents: [good, bad],
    } = await clientOf(server).crawl('https://a.test', { scrapeOptions: { formats } });
    expect(good?.json).toEqual({ price: 3 });
    expect(bad?.json).toBeNull();
    expect(bad?.jsonError).toBeInstanceOf(SchemaMismatchError);
    expect(bad?.jsonError).toMatchObject({ operation: 'getCrawl' });
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({
      scrapeOptions: { formats: [{ schema: { type: 'object', properties: { price: { type: 'number' } } } }] },
    });
  });
});

describe.each([
  {
    name: 'an agent',
    path: '/v2/agent',
    follow: (trawl: Trawl, schema?: z.ZodType) => trawl.agent('Find it', schema ? { schema } : {}),
    space: 'agents',
  },
  {
    name: 'an extraction',
    path: '/v2/extract',
    follow: (trawl: Trawl, schema?: z.ZodType) => trawl.extract(['https://a.test'], schema ? { schema } : {}),
    space: 'extracts',
  },
] as const)('$name', ({ path, follow, space }) => {
  const schema = z.object({ founded: z.number() });
  const done = json({ success: true, status: 'completed', data: { founded: 1900 }, creditsUsed: 3, tokensUsed: 9 });

  it('gives its data when it is done', async () => {
    await using server = await MisbehavingServer.start(started, json({ success: true, status: 'processing' }), done);
    expect(await follow(clientOf(server), schema)).toEqual({
      id: 'j-1',
      data: { founded: 1900 },
      creditsUsed: 3,
      tokensUsed: 9,
    });
    expect(requestsOf(server)).toEqual([`POST ${path}`, `GET ${path}/j-1`, `GET ${path}/j-1`]);
    expect(JSON.parse(server.received[0]?.body ?? '').schema).toMatchObject({
      properties: { founded: { type: 'number' } },
    });
  });

  it('can be taken up later', async () => {
    await using server = await MisbehavingServer.start(done);
    expect((await clientOf(server)[space].resume('j/1', { schema })).data.founded).toBe(1900);
    expect(requestsOf(server)).toEqual([`GET ${path}/j%2F1`]);
  });

  it('whose data does not fit its schema says so, and keeps it', async () => {
    await using server = await MisbehavingServer.start(
      started,
      json({ success: true, status: 'completed', data: { founded: 'long ago' } }),
    );
    const error = await failureOf(follow(clientOf(server), schema));
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect(JSON.stringify(error.received)).toContain('long ago');
  });

  it('that cannot be looked at names no cursor: its id is all that there is to go on with', async () => {
    await using server = await MisbehavingServer.start(started, failing(404));
    const job = follow(clientOf(server));
    const error = await failureOf(job);
    expect(error).toMatchObject({ name: 'PaginationError', jobId: 'j-1' });
    expect(error.message).toMatch(/Go on with error\.jobId\.$/);
    expect(error).not.toHaveProperty('cursor');
    expect(job.cursor).toBeUndefined();
  });

  it('that was resumed without being there has the error of that', async () => {
    await using server = await MisbehavingServer.start(failing(404));
    expect(await failureOf(clientOf(server)[space].resume('j-1'))).toBeInstanceOf(NotFoundError);
  });

  it('that failed repeats no secret of its own', async () => {
    await using server = await MisbehavingServer.start(started, json({ status: 'failed', error: { said: [KEY] } }));
    const error = await failureOf(follow(clientOf(server)));
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error.message).toContain('{"said":["[redacted]"]}');
  });

  it.each([
    json({ success: true, status: 'failed', error: 'Out of credits.' }),
    json({ success: false, status: 'failed', error: 'Out of credits.' }),
    json({ success: false, error: 'Out of credits.' }),
  ])('that failed throws', async (answer) => {
    await using server = await MisbehavingServer.start(started, answer);
    const error = await failureOf(follow(clientOf(server)));
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error).toMatchObject({ jobId: 'j-1' });
    expect(error.message).toContain('Out of credits');
  });
});

it('an extraction says what the service warns of, and what to use instead', async () => {
  await using server = await MisbehavingServer.start(
    json({ success: true, id: 'j-1', warnings: ['Deprecated.'], replacement: '/v2/scrape' }),
    json({ success: true, status: 'completed', data: {}, creditsUsed: -1 }),
  );
  const result = await clientOf(server).extract(['https://a.test']);
  expect(result).toMatchObject({ warnings: ['Deprecated.'], replacement: '/v2/scrape', creditsUsed: undefined });
});

it('an agent can be cancelled, an extraction cannot', async () => {
  await using server = await MisbehavingServer.start(json({ success: true }));
  const trawl = clientOf(server);
  await trawl.agents.resume('a-1').cancel();
  const error = await failureOf(trawl.extracts.resume('e-1').cancel());
  expect(error).toBeInstanceOf(TrawlError);
  expect(error.message).toContain('cannot be cancelled');
  expect(requestsOf(server)).toEqual(['DELETE /v2/agent/a-1']);
});
