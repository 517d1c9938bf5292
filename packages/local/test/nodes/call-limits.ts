import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { CallLimits } from '../../src/accounts/call-limits.js';
import { createSharedCallLimits } from '../../src/nodes/shared-call-limits.js';
import { sharedOf } from '../../src/store/shared-stores.js';
import { openSharedStores } from './stores.js';

/** Limits in a time that stands still until it is moved on. */
export interface TestLimits extends CallLimits {
  advance(ms: number): Promise<void>;
}

/** The limits of a node of a service, and what ends the node as if it were dead. */
export interface NodeLimits extends TestLimits {
  die(): Promise<unknown>;
}

/** Opens the limits of a node on a database. Its keys have the allowance of a time that the test moves on. */
export async function openNodeLimits(url: string): Promise<NodeLimits> {
  const { stores, connections, close } = await openSharedStores(url);
  const node = {
    id: randomUUID(),
    process: randomUUID(),
    name: 'a node',
    version: '0',
    address: undefined,
    secret: '',
  };
  await sharedOf(stores).nodes.enter({ ...node, role: 'api' }, '');
  const limits = createSharedCallLimits(stores, node.process, () => undefined);
  onTestFinished(async () => {
    await limits.close();
    await close();
  });
  /** A time to come is one from which nothing grows. */
  const countedAt = (time: string) =>
    connections.pool.query(`update call_allowances set counted_at = clock_timestamp() ${time}`);
  let moved = 0;
  return {
    async begin(key) {
      if (key.limits.rate !== undefined)
        await countedAt(moved === 0 ? "+ interval '1 hour'" : `- interval '${moved} ms'`);
      moved = 0;
      return limits.begin(key);
    },
    async advance(ms) {
      moved = ms;
    },
    die: () => stores.transaction((within) => sharedOf(within).nodes.remove(node.id)),
  };
}
