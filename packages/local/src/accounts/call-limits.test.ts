import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { openNodeLimits, type TestLimits } from '../../test/nodes/call-limits.js';
import { testDatabase } from '../../test/nodes/stores.js';
import { sharedServer } from '../../test/postgres/database.js';
import type { ApiKey, KeyLimits } from '../store/api-key-store.js';
import { createCallLimits } from './call-limits.js';

const UNLIMITED: KeyLimits = { scopes: undefined, rate: undefined, concurrency: undefined, credits: undefined };

function keyWith(limits: Partial<KeyLimits>, name = 'ci'): ApiKey {
  const all = { ...UNLIMITED, ...limits };
  return { id: `id of ${name}`, name, team: 'search', limits: all, createdAt: 0, revokedAt: undefined };
}

async function limitsOfProcess(): Promise<TestLimits> {
  const clock = createVirtualClock();
  return { ...createCallLimits(clock), advance: (ms) => clock.advance(ms) };
}

const limitsOfNode = async () => openNodeLimits(await testDatabase());

const PLACES = [
  { place: 'of one process', open: limitsOfProcess, isMissing: false },
  { place: 'of all nodes', open: limitsOfNode, isMissing: 'missing' in sharedServer },
];

for (const { place, open, isMissing } of PLACES) {
  describe.skipIf(isMissing)(`the limits ${place}`, () => {
    test('allow the calls of a minute at once, and then as many as the rate', async () => {
      const limits = await open();
      const key = keyWith({ rate: 6 });
      for (let call = 0; call < 6; call++) await limits.begin(key);
      await expect(limits.begin(key)).rejects.toMatchObject({
        code: 'too_many_calls',
        message: 'The key "ci" may make 6 calls a minute, and has made them. Try again in 10 s.',
        facts: { retryAfterSeconds: 10 },
      });
      await limits.advance(10_000);
      await limits.begin(key);
      await expect(limits.begin(key)).rejects.toMatchObject({ code: 'too_many_calls' });
      await limits.begin(keyWith({ rate: 6 }, 'other'));
    });

    test('apply a lower rate at once, and a higher one from then on', async () => {
      const limits = await open();
      await limits.begin(keyWith({ rate: 100 }));
      await limits.begin(keyWith({ rate: 1 }));
      await expect(limits.begin(keyWith({ rate: 1 }))).rejects.toMatchObject({ code: 'too_many_calls' });
      await limits.advance(1000);
      await limits.begin(keyWith({ rate: 60 }));
    });

    test('allow no more calls at once than a key may have, and the next one when one has ended', async () => {
      const limits = await open();
      const key = keyWith({ concurrency: 2 });
      const end = await limits.begin(key);
      await limits.begin(key);
      await expect(limits.begin(key)).rejects.toMatchObject({
        code: 'too_many_calls',
        message: 'The key "ci" may have 2 calls in progress at once, and has them. Wait until one has ended.',
      });
      await end?.();
      await limits.begin(key);
      expect(await limits.begin(keyWith({}, 'other'))).toBeUndefined();
    });

    test('allow so many calls a day without a key, from the first of the day on', async () => {
      const limits = await open();
      await limits.countKeyless(2);
      await limits.countKeyless(2);
      for (const _ of [1, 2]) {
        await expect(limits.countKeyless(2)).rejects.toMatchObject({
          code: 'too_many_keyless_calls',
          message: expect.stringContaining('The 2 calls a day'),
        });
      }
      await limits.advance(86_400_000);
      await limits.countKeyless(2);
      await limits.countKeyless(2);
      await expect(limits.countKeyless(2)).rejects.toMatchObject({ code: 'too_many_keyless_calls' });
    });
  });
}
