import { systemClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { enterNode } from '../../test/nodes/entered-node.js';
import { testDatabase } from '../../test/nodes/stores.js';
import { sharedServer } from '../../test/postgres/database.js';
import { exactly } from '../accounts/credits.js';
import { createPlan } from '../accounts/plan.js';

describe.skipIf('missing' in sharedServer)('the credits of a team over two nodes', () => {
  test('are reserved once, and those of a dead node are free again', async () => {
    const url = await testDatabase();
    const nodes = await Promise.all([enterNode(url), enterNode(url)]);
    const plans = nodes.map(({ stores, process }) =>
      createPlan({ stores, process, credits: 5, clock: systemClock, log: () => undefined }),
    );
    const reserve = (call: number) => plans[call % 2]?.reserve({ team: 'search' }, exactly(1));
    const calls = await Promise.allSettled(Array.from({ length: 20 }, (_, call) => reserve(call)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const ofSecond = calls.filter(({ status }, call) => status === 'fulfilled' && call % 2 === 1).length;
    await nodes[1]?.die();
    const again = await Promise.allSettled(Array.from({ length: 6 }, () => reserve(0)));
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(ofSecond);
  });
});
