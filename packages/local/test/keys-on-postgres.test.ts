import { expect, onTestFinished, test } from 'vitest';
import { eventually } from './eventually.js';
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
