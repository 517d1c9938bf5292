import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AbortedError, TimeoutError } from '../src/errors/index.js';
import { Trawl } from '../src/trawl.js';
import { type Behaviour, failing, json, MisbehavingServer, silent, trickling } from './misbehaving-server.js';
import { failureOf, sender, starting } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

const ok = json({ success: true });
const stuck: [string, Behaviour][] = [
  ['never comes', silent],
  ['trickles in', trickling],
];

describe.each(stuck)('an answer that %s', (_, behaviour) => {
  const clock = () => new VirtualClock({ passes: 0, random: () => 0 });

  it('is aborted after timeoutMs and requested again', async () => {
    await using server = await MisbehavingServer.start(behaviour, ok);
    const { send, clock: time } = sender(server.url, { clock: clock() });
    const call = send({ timeoutMs: 400 });
    await server.waitForRequests(1);
    time.advance(400);
    await expect(call).resolves.toMatchObject({ attempts: 2 });
  });

  it('ends with an error that names the option', async () => {
    await using server = await MisbehavingServer.start(behaviour);
    const { send, clock: time } = sender(server.url, { clock: clock() });
    const call = failureOf(send({ timeoutMs: 40, maxRetries: 1 }));
    await server.waitForRequests(1);
    time.advance(40);
    await server.waitForRequests(2);
    time.advance(40);
    const error = await call;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ attempts: 2, retryable: true });
    expect(error.message).toBe('searchWeb had no complete answer within 40 ms (timeoutMs).');
  });

  it('ends with totalTimeoutMs, in the middle of an attempt', async () => {
    await using server = await MisbehavingServer.start(behaviour);
    const { send, clock: time } = sender(server.url, { clock: clock() });
    const call = failureOf(send({ timeoutMs: 300, totalTimeoutMs: 500 }));
    await server.waitForRequests(1);
    time.advance(300);
    await server.waitForRequests(2);
    time.advance(200);
    const error = await call;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ attempts: 2 });
    expect(error.message).toBe('searchWeb had no complete answer within 500 ms (totalTimeoutMs).');
  });

  it('ends at once when the caller aborts, without another attempt', async () => {
    await using server = await MisbehavingServer.start(behaviour);
    const caller = new AbortController();
    const call = failureOf(sender(server.url, { clock: clock() }).send({ signal: caller.signal }));
    await server.waitForRequests(1);
    caller.abort('enough');
    const error = await call;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: 'enough', attempts: 1 });
    expect(error.message).toBe('searchWeb was aborted by its signal.');
    expect(server.received).toHaveLength(1);
  });

  it('of a call that starts something is not retried', async () => {
    await using server = await MisbehavingServer.start(behaviour);
    const { send, clock: time } = sender(server.url, { clock: clock() });
    const late = failureOf(send({ ...starting, timeoutMs: 40 }));
    await server.waitForRequests(1);
    time.advance(40);
    expect(await late).toMatchObject({ name: 'TimeoutError', attempts: 1, possiblyStarted: true });
    const caller = new AbortController();
    const aborted = failureOf(send({ ...starting, signal: caller.signal }));
    await server.waitForRequests(2);
    caller.abort();
    expect(await aborted).toMatchObject({ name: 'AbortedError', attempts: 1, possiblyStarted: true });
  });
});

it('a deadline also ends a call in real time', async () => {
  await using server = await MisbehavingServer.start(silent);
  const error = await failureOf(new Trawl({ baseUrl: server.url }).search('a', {}, { timeoutMs: 40, maxRetries: 0 }));
  expect(error).toMatchObject({ name: 'TimeoutError', attempts: 1 });
});

describe('the time of an attempt', () => {
  it('covers a body that hangs under a fetch which ignores its signal', async () => {
    const clock = new VirtualClock({ passes: 0 });
    const hanging = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const { send } = sender('http://127.0.0.1:1', { clock, fetch: async () => hanging });
    const call = failureOf(send({ maxRetries: 0 }));
    await new Promise(setImmediate);
    clock.advance(90_000);
    await expect(call).resolves.toBeInstanceOf(TimeoutError);
  });

  it('is never shorter than the time that the request allows the server', async () => {
    const clock = new VirtualClock({ passes: 0 });
    const { send } = sender('http://127.0.0.1:1', { clock, fetch: () => new Promise(() => {}) });
    const call = failureOf(send({ timeoutMs: 10_000, serverTimeoutMs: 120_000, maxRetries: 0 }));
    await new Promise(setImmediate);
    clock.advance(124_999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    await expect(call).resolves.toMatchObject({ message: expect.stringContaining('125000 ms') });
  });
});

describe('the deadlines of a call', () => {
  it.each([{ timeoutMs: 0, maxRetries: 0 }, { totalTimeoutMs: 0 }])(
    'that are up before it send nothing: %j',
    async (limits) => {
      await using server = await MisbehavingServer.start(ok);
      const error = await failureOf(sender(server.url).send({ ...starting, ...limits }));
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).not.toHaveProperty('possiblyStarted');
      expect(server.received).toEqual([]);
    },
  );

  it('that expire together are reported as that of the attempt', async () => {
    const { send } = sender('http://127.0.0.1:1', { clock: new VirtualClock(), fetch: () => new Promise(() => {}) });
    const error = await failureOf(send({ timeoutMs: 40, totalTimeoutMs: 40, maxRetries: 0 }));
    expect(error.message).toContain('(timeoutMs)');
  });

  it('merge: an attempt ends with the first of them, and nothing outlasts the last', async () => {
    const limits = fc.record({
      timeoutMs: fc.integer({ min: 1, max: 20_000 }),
      serverTimeoutMs: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
      totalTimeoutMs: fc.integer({ min: 1, max: 60_000 }),
      maxRetries: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(limits, fc.double({ min: 0, max: 0.999, noNaN: true }), async (call, random) => {
        const clock = new VirtualClock({ passes: Infinity, random: () => random });
        const startedAt = clock.now();
        const begun: number[] = [];
        const fetch = (): Promise<never> => {
          begun.push(clock.now() - startedAt);
          return new Promise(() => {});
        };
        const error = await failureOf(sender('http://127.0.0.1:1', { clock, fetch }).send(call));
        const attemptMs = Math.max(call.timeoutMs, call.serverTimeoutMs ? call.serverTimeoutMs + 5000 : 0);
        const ended = clock.now() - startedAt;
        expect(ended).toBeLessThanOrEqual(call.totalTimeoutMs);
        expect(ended - (begun.at(-1) ?? 0)).toBeCloseTo(Math.min(attemptMs, call.totalTimeoutMs - (begun.at(-1) ?? 0)));
        expect(error).toBeInstanceOf(TimeoutError);
        expect(error).toMatchObject({ attempts: begun.length });
        expect(begun.length).toBeLessThanOrEqual(call.maxRetries + 1);
      }),
    );
  });
});

describe('an abort', () => {
  it('before the call sends nothing', async () => {
    await using server = await MisbehavingServer.start(ok);
    const error = await failureOf(sender(server.url).send({ ...starting, signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).not.toHaveProperty('possiblyStarted');
    expect(server.received).toEqual([]);
  });

  it('ends the wait for a retry', async () => {
    await using server = await MisbehavingServer.start(failing(503));
    const caller = new AbortController();
    const clock = new VirtualClock({ passes: 0 });
    const call = failureOf(sender(server.url, { clock }).send({ signal: caller.signal }));
    // The time of an attempt is 90 seconds; no wait for the next one is as long.
    await clock.standing(60_000);
    caller.abort();
    const error = await call;
    expect(error).toMatchObject({ name: 'AbortedError', operation: 'searchWeb', attempts: 1, status: 503 });
    expect(error.message).toBe(
      'searchWeb was aborted by its signal before the next try: searchWeb failed with 503: Something failed. Try again later.',
    );
    expect(error).not.toHaveProperty('retryable');
    expect(clock.pending).toBe(0);
  });

  it('has one listener, however many calls share its signal, and ends them all', async () => {
    await using server = await MisbehavingServer.start(silent);
    const caller = new AbortController();
    const calls = Array.from({ length: 30 }, () => failureOf(sender(server.url).send({ signal: caller.signal })));
    await server.waitForRequests(30);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    caller.abort('enough');
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ name: 'AbortedError', cause: 'enough' });
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });

  it('has no listener left after many calls with one signal', async () => {
    await using server = await MisbehavingServer.start(failing(500), ok);
    const { signal } = new AbortController();
    const { send } = sender(server.url);
    for (let call = 0; call < 100; call++) await send({ signal });
    server.will(failing(404));
    for (let call = 0; call < 10; call++) await failureOf(send({ signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
