import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { openNodeLimits } from '../../test/nodes/call-limits.js';
import { testDatabase } from '../../test/nodes/stores.js';
import { openCuttableConnection } from '../../test/postgres/cuttable-connection.js';
import { sharedServer } from '../../test/postgres/database.js';
import type { ApiKey, KeyLimits } from '../store/api-key-store.js';
import { DatabaseAway } from '../store/database-away.js';

const UNLIMITED: KeyLimits = { scopes: undefined, rate: undefined, concurrency: undefined, credits: undefined };

const keyWith = (limits: Partial<KeyLimits>): ApiKey => ({
  id: 'id',
  name: 'ci',
  team: 'search',
  limits: { ...UNLIMITED, ...limits },
  createdAt: 0,
  revokedAt: undefined,
});

const REFUSED = { code: 'too_many_calls' };

describe.skipIf('missing' in sharedServer)('the limits of a key over two nodes', () => {
  const openTwo = async () => {
    const url = await testDatabase();
    return Promise.all([openNodeLimits(url), openNodeLimits(url)]);
  };

  test('hold for calls that begin at once', async () => {
    const nodes = await openTwo();
    const begin = (key: ApiKey) =>
      Promise.allSettled(Array.from({ length: 20 }, (_, call) => nodes[call % 2]?.begin(key)));
    for (const key of [keyWith({ concurrency: 5 }), keyWith({ rate: 5 })]) {
      const begun = (await begin(key)).filter(({ status }) => status === 'fulfilled');
      expect(begun).toHaveLength(5);
    }
  });

  test('know of a call that has ended at the other node, and of those that a dead node had', async () => {
    const [one, other] = await openTwo();
    const key = keyWith({ concurrency: 1 });
    const end = await one.begin(key);
    await expect(other.begin(key)).rejects.toMatchObject(REFUSED);
    await end?.();
    await other.begin(key);
    await expect(one.begin(key)).rejects.toMatchObject(REFUSED);
    await other.die();
    await one.begin(key);
    await expect(one.begin(key)).rejects.toMatchObject(REFUSED);
  });

  test('count no call that ended while the database was away', async () => {
    const url = await testDatabase();
    const connection = await openCuttableConnection(url);
    onTestFinished(() => connection.close());
    const node = await openNodeLimits(connection.url);
    const key = keyWith({ concurrency: 1 });
    const end = await node.begin(key);
    await connection.cut();
    await end?.();
    await expect(node.begin(key)).rejects.toThrow(DatabaseAway);
    expect(await node.begin(keyWith({}))).toBeUndefined();
    await connection.mend();
    await eventually(() => node.begin(key).then(() => 'begun', String)).toBe('begun');
  });
});
