import { expect, test } from 'vitest';
import { createVirtualClock } from '../clock.js';
import type { ApiKey, KeyLimits } from '../store/api-key-store.js';
import { createCallLimits } from './call-limits.js';

const UNLIMITED: KeyLimits = { scopes: undefined, rate: undefined, concurrency: undefined, credits: undefined };

function keyWith(limits: Partial<KeyLimits>, name = 'ci'): ApiKey {
  const all = { ...UNLIMITED, ...limits };
  return { id: `id of ${name}`, name, team: 'search', limits: all, createdAt: 0, revokedAt: undefined };
}

test('a key may make the calls of a minute at once, and then as many as its rate allows', async () => {
  const clock = createVirtualClock();
  const limits = createCallLimits(clock);
  const key = keyWith({ rate: 6 });
  for (let call = 0; call < 6; call++) await limits.count(key);
  await expect(limits.count(key)).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '10' },
    body: {
      error: 'The key "ci" may make 6 calls a minute, and has made them. Try again in 10 s.',
      reason: 'requests',
      retry_after_seconds: 10,
    },
  });
  await clock.advance(10_000);
  await limits.count(key);
  await expect(limits.count(key)).rejects.toMatchObject({ status: 429 });
  await limits.count(keyWith({ rate: 6 }, 'other'));
});

test('a lower rate counts at once, and a higher one from then on', async () => {
  const clock = createVirtualClock();
  const limits = createCallLimits(clock);
  await limits.count(keyWith({ rate: 100 }));
  await limits.count(keyWith({ rate: 1 }));
  await expect(limits.count(keyWith({ rate: 1 }))).rejects.toMatchObject({ status: 429 });
  await clock.advance(1000);
  await limits.count(keyWith({ rate: 60 }));
});

test('a key has no more calls at once than it may, and the next one begins when one has ended', async () => {
  const limits = createCallLimits(createVirtualClock());
  const key = keyWith({ concurrency: 2 });
  const end = await limits.begin(key);
  await limits.begin(key);
  await expect(limits.begin(key)).rejects.toMatchObject({
    status: 429,
    body: { error: 'The key "ci" may have 2 calls in progress at once, and has them. Wait until one has ended.' },
  });
  end?.();
  await limits.begin(key);
  expect(await limits.begin(keyWith({}, 'other'))).toBeUndefined();
});
