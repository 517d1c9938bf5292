import { describe, expect, it } from 'vitest';
import { RateLimitError } from '../src/errors/index.js';
import { failing, json, MisbehavingServer } from './misbehaving-server.js';
import { failureOf, sender } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

const ok = json({ success: true });
const continues = (retryAfterSeconds?: number) =>
  failing(408, 'Still at it.', {
    code: 'SCRAPE_TIMEOUT',
    details: { state: 'processing_continues', retryAfterSeconds },
  });

describe('the wait before a retry', () => {
  it.each([
    ['retry-after-ms', failing(429, 'Slow down', {}, { 'retry-after-ms': '1234' }), 1234],
    ['Retry-After in seconds', failing(503, 'Busy', {}, { 'retry-after': '9' }), 9000],
    [
      'Retry-After as a date, by a clock that is an hour ahead',
      failing(
        429,
        'Slow down',
        {},
        { date: 'Sat, 21 Nov 2026 01:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 01:00:20 GMT' },
      ),
      20_000,
    ],
    ['retry_after_seconds', failing(429, 'Slow down', { retry_after_seconds: 11 }), 11_000],
    ['details.retryAfterSeconds', failing(429, 'Slow down', { details: { retryAfterSeconds: 12 } }), 12_000],
    ['the sentence', failing(429, 'Rate limit exceeded, retry after 13s, resets at noon'), 13_000],
    ['nothing', failing(429, 'Slow down'), 250],
  ])('is as told by %s', async (_, behaviour, wait) => {
    await using server = await MisbehavingServer.start(behaviour, ok);
    const { send, clock } = sender(server.url);
    await send();
    expect(clock.waits).toEqual([wait]);
  });

  it('of more than a minute is left to the caller', async () => {
    await using server = await MisbehavingServer.start(
      failing(429, 'Come back tomorrow', { retry_after_seconds: 86398 }),
    );
    const { send, clock } = sender(server.url);
    const error = await failureOf(send());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 86_398_000, attempts: 1 });
    expect(error.message).toBe(
      'searchWeb failed with 429: Come back tomorrow. Send fewer requests at a time. It asks to wait 86398 s.',
    );
    expect(clock.waits).toEqual([]);
  });

  it('that is longer than the rest of the total time is left to the caller', async () => {
    const busy = (seconds: number) => failing(503, 'Busy', { retry_after_seconds: seconds });
    await using server = await MisbehavingServer.start(busy(20), busy(30));
    const { send, clock } = sender(server.url, { clock: new VirtualClock({ passes: 20_000 }) });
    await expect(send({ totalTimeoutMs: 45_000 })).rejects.toMatchObject({ retryAfterMs: 30_000, attempts: 2 });
    expect(clock.waits).toEqual([20_000]);
  });
});

describe('a scrape that continues', () => {
  it('is requested again after the stated wait, as often as necessary', async () => {
    const waits = Array.from({ length: 9 }, () => continues(30));
    await using server = await MisbehavingServer.start(...waits, ok);
    const { send, clock } = sender(server.url);
    await expect(send({ maxRetries: 0 })).resolves.toMatchObject({ attempts: 10 });
    expect(clock.waits).toEqual(waits.map(() => 30_000));
  });

  it('ends with the total time', async () => {
    await using server = await MisbehavingServer.start(continues(30), continues(30), continues(50));
    const { send } = sender(server.url, { clock: new VirtualClock({ passes: 30_000 }) });
    await expect(send({ totalTimeoutMs: 100_000 })).rejects.toMatchObject({
      status: 408,
      attempts: 3,
      code: 'SCRAPE_TIMEOUT',
      details: { state: 'processing_continues' },
    });
  });

  it('does not use up the retries for failures meanwhile', async () => {
    await using server = await MisbehavingServer.start(continues(1), failing(500), continues(1), failing(502), ok);
    await expect(sender(server.url).send()).resolves.toMatchObject({ attempts: 5 });
  });
});
