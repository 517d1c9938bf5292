import { expect, onTestFinished, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { sharedOf } from '../src/store/shared-stores.js';
import { site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { openSharedStores, testDatabase } from './nodes/stores.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';
import { bearer, call, startServer } from './server.js';

const PAGE = 'https://docs.example/nets';

test.skipIf('missing' in sharedServer)(
  'keys, their credits, the check and the retention are the same on PostgreSQL',
  async () => {
    const database = await createDatabase();
    onTestFinished(() => dropDatabase(database));
    const adminKey = 'key-of-the-admin';
    const admin = bearer(adminKey);
    const server = await startServer({ database, adminKey, offline: true, pageRetentionDays: 1 });
    const body = { name: 'ci', team: 'search', credits: 1 };
    const added = await call(server, 'POST /_local/keys', { headers: admin, body });
    const { key } = (added.body as { data: { key: string } }).data;
    expect(await call(server, 'POST /_local/keys', { headers: admin, body })).toMatchObject({ status: 409 });

    await server.seed([{ url: PAGE, content: '<h1>Nets</h1><p>A net has knots.</p>' }]);
    const scrape = async () =>
      (await call(server, 'POST /v2/scrape', { headers: bearer(key), body: { url: PAGE } })).status;
    expect(await scrape()).toBe(200);
    expect(await scrape()).toBe(402);
    expect(await call(server, 'GET /_local/check', { headers: admin })).toMatchObject({
      body: { data: { problems: [] } },
    });

    await server.clock.advance(3 * 24 * 60 * 60_000);
    const pages = async () => (await call(server, 'GET /_local/pages', { headers: admin })).body;
    await eventually(pages).toMatchObject({ data: [] });
    await call(server, 'DELETE /_local/keys/ci', { headers: admin });
    expect(await scrape()).toBe(401);
  },
);

test.skipIf('missing' in sharedServer)('the limits of a key hold over all nodes', async () => {
  const database = await testDatabase();
  const adminKey = 'key-of-the-admin';
  const options = { database, adminKey, keylessCalls: 1, allowPrivateNetworks: true };
  const nodes = [await startServer(options), await startServer(options)] as const;
  let release = () => {};
  const { url, visits } = await site({
    '/': (_, response) => {
      release = () => void response.end('<title>Nets</title><p>A net has knots.</p>');
    },
  });
  const addKey = async (body: object) => {
    const { body: added } = await call(nodes[0], 'POST /_local/keys', { headers: bearer(adminKey), body });
    return bearer((added as { data: { key: string } }).data.key);
  };
  const askFor = (node: LocalServer, headers: Record<string, string>) =>
    call(node, 'GET /v2/team/queue-status', { headers });

  const slow = await addKey({ name: 'slow', team: 'search', rate: 1 });
  expect(await askFor(nodes[0], slow)).toMatchObject({ status: 200 });
  const refused = await askFor(nodes[1], slow);
  expect(refused).toMatchObject({ status: 429, body: { reason: 'requests' } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);

  const one = await addKey({ name: 'one', team: 'search', concurrency: 1 });
  const scrape = call(nodes[0], 'POST /v2/scrape', { headers: one, body: { url: `${url}/` } });
  await eventually(() => visits).toEqual(['/']);
  expect(await askFor(nodes[1], one)).toMatchObject({ status: 429, body: { retry_after_seconds: 1 } });
  release();
  expect(await scrape).toMatchObject({ status: 200 });
  for (const node of nodes) expect(await askFor(node, one)).toMatchObject({ status: 200 });

  // The list of sessions is one call, of which each node answers a part.
  const twice = await addKey({ name: 'twice', team: 'search', rate: 2, concurrency: 1 });
  const { stores, connections, close } = await openSharedStores(database);
  await connections.pool.query("insert into session_places select 'of ' || process, 'search', process from nodes");
  // A node that listens at any port tells its address with its first sign of life.
  const { nodes: stored } = sharedOf(stores);
  await eventually(async () => (await stored.list()).filter(({ address }) => address !== undefined)).toHaveLength(2);
  await close();
  for (const node of nodes)
    expect(await call(node, 'GET /v2/interact', { headers: twice })).toMatchObject({ status: 200 });
  expect(await askFor(nodes[0], twice)).toMatchObject({ status: 429 });

  const search = (node: LocalServer) => call(node, 'POST /v2/search', { body: { query: 'nets' } });
  expect(await search(nodes[0])).toMatchObject({ status: 200 });
  expect(await search(nodes[1])).toMatchObject({ status: 429 });
});
