import { createVirtualClock } from '@trawl/base/clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import type { LimitedPayer } from '../store/credit-store.js';
import type { Payer } from '../store/ledger-store.js';
import type { Stores } from '../store/stores.js';
import { periodOf } from './billing-period.js';
import { exactly } from './credits.js';
import { CreditsLacking, Plan } from './plan.js';

const TEAM_LIMIT = 12;
const KEY_LIMIT = 5;

const UNLIMITED = { scopes: undefined, rate: undefined, concurrency: undefined };

/** Work that reserves, costs something, and ends, or whose process is killed before the step with this number. */
interface Work extends Payer {
  readonly least: number;
  readonly most: number;
  readonly cost: number;
  readonly killedAt: 1 | 2 | 3 | undefined;
}

const work: fc.Arbitrary<Work> = fc
  .record({
    team: fc.constantFrom('a', 'b'),
    apiKey: fc.constantFrom('limited', 'unlimited', undefined),
    least: fc.integer({ min: 1, max: 3 }),
    more: fc.integer({ min: 0, max: 4 }),
    cost: fc.integer({ min: 0, max: 6 }),
    killedAt: fc.constantFrom(undefined, undefined, undefined, 1 as const, 2 as const, 3 as const),
  })
  .map(({ more, ...rest }) => ({ ...rest, most: rest.least + more }));

/** Does the work, step by step; resolves to what it was charged. */
async function perform(
  { killedAt, cost, least, most, ...payer }: Work,
  { plan, stores, jobId }: { readonly plan: Plan; readonly stores: Stores; readonly jobId: string },
): Promise<number> {
  const hold = await plan.reserve(payer, { least, most }).catch(refused);
  if (!hold || killedAt === 1) return 0;
  const isCovered = await hold.cover(cost).then(() => true, refused);
  if (killedAt === 2) return 0;
  if (isCovered) await stores.ledger.charge({ ...payer, endpoint: 'scrape', credits: cost, jobId, target: null });
  if (killedAt !== 3) await hold.release();
  return isCovered ? cost : 0;
}

function refused(error: unknown): undefined {
  if (!(error instanceof CreditsLacking)) throw error;
}

onEachDatabase((database) => {
  async function start() {
    const clock = createVirtualClock(new Date('2026-01-31T23:59:00Z'));
    const { stores } = await database.emptyStores(clock);
    for (const id of ['limited', 'unlimited']) {
      const credits = id === 'limited' ? KEY_LIMIT : undefined;
      await stores.apiKeys.add({
        id,
        name: id,
        team: 'a',
        digest: id,
        createdAt: 0,
        limits: { ...UNLIMITED, credits },
      });
    }
    const openPlan = (credits?: number) => new Plan({ stores, clock, credits, log: () => undefined });
    const month = () => periodOf(clock.now());
    const use = (payer: Pick<LimitedPayer, 'kind' | 'id'>) => stores.credits.use({ ...payer, limit: 0 }, month());
    return { clock, stores, openPlan, month, use };
  }

  test('work at once spends no more than the limits, and what counts equals the ledger, wherever a process is killed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(work, { minLength: 8, maxLength: 16 }),
        fc.array(work, { maxLength: 6 }),
        async (first, later) => {
          const { stores, openPlan, month, use } = await start();
          const { start: from, end } = month();
          for (const works of [first, later]) {
            const plan = openPlan(TEAM_LIMIT);
            await Promise.all(
              works.map((each, index) =>
                perform(each, { plan, stores, jobId: `${works.length}-${index}-${works === first}` }),
              ),
            );
          }
          // The next process begins with its first reservation.
          await (await openPlan(TEAM_LIMIT).reserve({ team: 'c' }, exactly(1))).release();
          for (const [payer, limit, used] of [
            [{ kind: 'team', id: 'a' }, TEAM_LIMIT, await stores.ledger.used('a', from, end)],
            [{ kind: 'team', id: 'b' }, TEAM_LIMIT, await stores.ledger.used('b', from, end)],
            [{ kind: 'key', id: 'limited' }, KEY_LIMIT, await stores.ledger.usedByKey('limited', from, end)],
          ] as const) {
            expect(await use(payer)).toEqual({ used, reserved: 0 });
            expect(used).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 6 },
    );
  });

  test('charges before, with and after the first reservation of a month all count', async () => {
    const { stores, openPlan, use } = await start();
    const charge = (jobId: string) =>
      stores.ledger.charge({ team: 'a', apiKey: 'limited', endpoint: 'scrape', credits: 1, jobId, target: null });
    await charge('before');
    const plan = openPlan(TEAM_LIMIT);
    const reserve = () => plan.reserve({ team: 'a', apiKey: 'limited' }, exactly(1));
    const [hold] = await Promise.all([reserve(), charge('with'), charge('with')]);
    await charge('after');
    await hold.release();
    for (const payer of [
      { kind: 'team', id: 'a' },
      { kind: 'key', id: 'limited' },
    ] as const)
      expect(await use(payer)).toEqual({ used: 4, reserved: 0 });
    await expect((await reserve()).cover(2)).rejects.toMatchObject({ code: 'too_few_credits', isForNow: false });
    expect(await use({ kind: 'key', id: 'limited' })).toEqual({ used: 4, reserved: 1 });
  });

  test('a job is paid by the month in which it began, and a new month has all credits', async () => {
    const { clock, openPlan } = await start();
    const plan = openPlan(2);
    const began = clock.now();
    await plan.reserve({ team: 'a' }, exactly(2));
    await clock.advance(60 * 60_000);
    await expect(plan.reserve({ team: 'a' }, exactly(1), began)).rejects.toMatchObject({
      code: 'too_few_credits',
      isForNow: true,
    });
    expect((await plan.reserve({ team: 'a' }, { least: 1, most: 5 })).credits).toBe(2);
  });
});
