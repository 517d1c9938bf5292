import { onTestFinished } from 'vitest';
import type { CallLimits } from '../../src/accounts/call-limits.js';
import { createSharedCallLimits } from '../../src/nodes/shared-call-limits.js';
import { enterNode } from './entered-node.js';

/** Limits in a time that can be moved on. */
export interface TestLimits extends CallLimits {
  advance(ms: number): Promise<void>;
}

/** The limits of a node of a service, and what ends the node as if it were dead. */
export interface NodeLimits extends TestLimits {
  die(): Promise<unknown>;
}

/** Opens the limits of a node on a database. */
export async function openNodeLimits(url: string): Promise<NodeLimits> {
  const { stores, connections, process, die } = await enterNode(url);
  const limits = createSharedCallLimits(stores, process, () => undefined);
  onTestFinished(() => limits.close());
  const { pool } = connections;
  let movedMs = 0;
  return {
    async begin(key) {
      // From a time to come, nothing grows: the test does not depend on how long it takes.
      const countedAt = movedMs > 0 ? `- interval '${movedMs} ms'` : "+ interval '1 hour'";
      if (key.limits.rate !== undefined) {
        await pool.query(`update call_allowances set counted_at = clock_timestamp() ${countedAt} where key = $1`, [
          key.id,
        ]);
      }
      movedMs = 0;
      return limits.begin(key);
    },
    countKeyless: limits.countKeyless,
    async advance(ms) {
      movedMs = ms;
      await pool.query(`update call_allowances set counted_at = counted_at - interval '${ms} ms'`);
    },
    die,
  };
}
