import { systemClock } from '@trawl/base/clock';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enterNode } from '../../test/nodes/entered-node.js';
import { testDatabase } from '../../test/nodes/stores.js';
import { sharedServer } from '../../test/postgres/database.js';
import { periodOf } from '../accounts/billing-period.js';
import { exactly } from '../accounts/credits.js';
import { CreditsLacking, Plan } from '../accounts/plan.js';

const LIMIT = 12;

function lacking(error: unknown): undefined {
  if (!(error instanceof CreditsLacking)) throw error;
}

describe.skipIf('missing' in sharedServer)('the credits of a team over two nodes', () => {
  test('are reserved once, and those of a dead node are free again', async () => {
    const url = await testDatabase();
    const nodes = await Promise.all([enterNode(url), enterNode(url)]);
    const plans = nodes.map(
      ({ stores, process }) => new Plan({ stores, process, credits: 5, clock: systemClock, log: () => undefined }),
    );
    const reserve = (call: number) => plans[call % 2]?.reserve({ team: 'search' }, exactly(1));
    const calls = await Promise.allSettled(Array.from({ length: 20 }, (_, call) => reserve(call)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const ofSecond = calls.filter(({ status }, call) => status === 'fulfilled' && call % 2 === 1).length;
    await nodes[1]?.die();
    const again = await Promise.allSettled(Array.from({ length: 6 }, () => reserve(0)));
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(ofSecond);
  });

  test('equal the ledger and stay within the limit, whatever two nodes do at once and whichever dies', async () => {
    const step = fc.record({
      node: fc.nat(1),
      least: fc.integer({ min: 1, max: 3 }),
      more: fc.nat(2),
      cost: fc.integer({ min: 1, max: 4 }),
      diesAfter: fc.constantFrom('reservation', 'charge', undefined, undefined),
    });
    const steps = fc.array(step, { minLength: 6, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const url = await testDatabase();
        const nodes = await Promise.all([enterNode(url), enterNode(url)]);
        const plans = nodes.map(
          ({ stores, process }) =>
            new Plan({ stores, process, credits: LIMIT, clock: systemClock, log: () => undefined }),
        );
        const spend = async ({ node, least, more, cost, diesAfter }: (typeof all)[number], index: number) => {
          const { stores } = nodes[node] as (typeof nodes)[number];
          const hold = await plans[node]?.reserve({ team: 'a' }, { least, most: least + more }).catch(lacking);
          if (!hold || diesAfter === 'reservation') return;
          if (!(await hold.cover(cost).then(() => true, lacking))) return hold.release();
          const charge = { team: 'a', endpoint: 'scrape' as const, credits: cost, jobId: String(index), target: null };
          await stores.ledger.charge(charge);
          if (diesAfter === undefined) await hold.release();
        };
        await Promise.all(all.map(spend));
        await nodes[1]?.die();
        const { start, end } = periodOf(systemClock.now());
        const stores = nodes[0]?.stores;
        const use = await stores?.credits.use({ kind: 'team', id: 'a', limit: LIMIT }, { start, end });
        const used = await stores?.ledger.used('a', start, end);
        expect(use?.used).toBe(used);
        expect(used).toBeLessThanOrEqual(LIMIT);
        // What is still reserved is of the node that lives.
        const abandoned = all.filter(({ node, diesAfter }) => node === 0 && diesAfter !== undefined);
        if (abandoned.length === 0) expect(use?.reserved).toBe(0);
      }),
      { numRuns: 4 },
    );
  });
});
