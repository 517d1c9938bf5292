import { describe, expect, test } from 'vitest';
import { sharedOf } from '../../src/store/shared-stores.js';
import { linksTo, site } from '../crawl/site.js';
import { eventually } from '../eventually.js';
import { sharedServer } from '../postgres/database.js';
import { call, startServer } from '../server.js';
import { enterNode } from './entered-node.js';
import { testDatabase } from './stores.js';

/** A node that ends while it has all tasks in hand that it gets. Returns their positions, from the first one on. */
async function endWithTasks(database: string, id: string): Promise<number[]> {
  const node = await enterNode(database);
  const taken = await node.stores.transaction(async (stores) => {
    const job = await stores.jobs.lock(id);
    if (!job) throw new Error('The job has ended.');
    const most = Number.POSITIVE_INFINITY;
    const bounds = { count: 3, limit: most, atOnce: most, mayOvertake: false };
    const request = { job, node: node.id, now: Date.now(), ...bounds };
    return sharedOf(stores).slots.take(request);
  });
  await node.die();
  return taken.map(({ position }) => position);
}

describe.skipIf('missing' in sharedServer)('a service of several nodes', () => {
  test('gives a page up with which three nodes have ended, and reads those that were in hand with it', async () => {
    const database = await testDatabase();
    const options = { database, allowPrivateNetworks: true, log: () => {} };
    const api = await startServer({ ...options, role: 'api' });
    const { url } = await site({ '/a': linksTo(), '/b': linksTo(), '/c': linksTo() });
    const urls = ['/a', '/b', '/c'].map((path) => `${url}${path}`);
    const { id } = (await call(api, 'POST /v2/batch/scrape', { body: { urls } })).body as { id: string };
    const [first, ...others] = await endWithTasks(database, id);
    expect(others).toHaveLength(2);
    expect(await endWithTasks(database, id)).toEqual([first]);
    expect(await endWithTasks(database, id)).toEqual([first]);

    await startServer({ ...options, role: 'worker' });
    const status = async () => (await call(api, `GET /v2/batch/scrape/${id}`)).body;
    await eventually(status).toMatchObject({ status: 'completed', completed: 2, data: expect.any(Object) });
    expect(JSON.stringify(await status())).not.toContain(`${url}/a`);
    expect((await call(api, `GET /v2/batch/scrape/${id}/errors`)).body).toMatchObject({
      errors: [{ url: `${url}/a`, error: expect.stringContaining('several nodes') }],
    });
  });
});
