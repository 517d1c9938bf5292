import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { eventually } from './eventually.js';
import { startDatabaseProxy } from './nodes/database-proxy.js';
import { testDatabase } from './nodes/stores.js';
import { openCuttableConnection } from './postgres/cuttable-connection.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';
import { call, startServer } from './server.js';

const PAGES = 12;

/** A site of some pages, which waits in the middle until it is told to go on. */
async function startSite() {
  let goOn = (): void => {};
  const isMiddleOver = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const requests: string[] = [];
  const server = createServer(async ({ url = '' }, response) => {
    requests.push(url);
    if (requests.length > PAGES / 2) await isMiddleOver;
    const links = Array.from({ length: PAGES }, (_, index) => `<a href="/page-${index}">${index}</a>`).join('');
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${url}</title><main><h1>${url}</h1><p>A ferry at ${url}.</p>${links}</main>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, goOn };
}

describe.skipIf('missing' in sharedServer)('while the database is away', () => {
  async function start(logged: string[]) {
    const database = await createDatabase();
    onTestFinished(() => dropDatabase(database));
    const way = await openCuttableConnection(database);
    onTestFinished(() => way.close());
    const server = await startServer({
      database: way.url,
      allowPrivateNetworks: true,
      log: (line) => logged.push(line),
    });
    return { way, server };
  }

  const statusOf = async (server: LocalServer, id: string) =>
    (await call(server, `GET /v2/crawl/${id}`)).body as { status: string; completed: number; creditsUsed: number };

  test('calls are told to come back, jobs wait, and all goes on without a restart', async () => {
    const logged: string[] = [];
    const site = await startSite();
    const { way, server } = await start(logged);
    const { body } = await call(server, 'POST /v2/crawl', {
      body: { url: site.url, ignoreRobotsTxt: true, limit: 100 },
    });
    const { id } = body as { id: string };
    await eventually(() => site.requests.length > PAGES / 2).toBe(true);

    await way.cut();
    for (const line of ['GET /v2/team/credit-usage', `GET /v2/crawl/${id}`]) {
      const answer = await call(server, line);
      expect(answer).toMatchObject({ status: 503, body: { success: false } });
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body).toMatchObject({
        error: expect.stringMatching(/^The database of this server does not answer\. Try again in a moment\./),
      });
    }
    const scrape = await call(server, 'POST /v2/scrape', { body: { url: `${site.url}/other` } });
    expect(scrape.status).toBe(503);
    expect((await call(server, 'GET /_local/ready')).status).toBe(503);
    expect(logged.filter((line) => line.includes('the database does not answer: '))).toHaveLength(1);
    site.goOn();
    await eventually(() => logged.some((line) => line.includes('It is tried again in'))).toBe(true);

    await way.mend();
    // A task whose answer was lost with the connection is free again after nine seconds.
    const status = async () => {
      await server.clock.advance(10_000);
      return (await statusOf(server, id)).status;
    };
    await expect.poll(status, { timeout: 45_000 }).toBe('completed');
    expect(await statusOf(server, id)).toMatchObject({ completed: PAGES + 1, creditsUsed: PAGES + 1 });
    expect((await call(server, 'POST /v2/scrape', { body: { url: `${site.url}/other` } })).status).toBe(200);
    await eventually(async () => (await call(server, 'GET /_local/ready')).status).toBe(200);
    // No line has the place in the code, which is not at fault.
    expect(logged.filter((line) => line.includes('\n'))).toEqual([]);
    const secrets = new URL(way.url);
    for (const line of logged) {
      expect(line).not.toContain(secrets.password);
      expect(line).not.toContain(secrets.username);
    }
  }, 120_000);

  test('which keeps silent on connections that are open, calls are told so soon', async () => {
    const way = await startDatabaseProxy(await testDatabase());
    const server = await startServer({ database: way.url, allowPrivateNetworks: true });
    const site = await startSite();
    const scrape = () => call(server, 'POST /v2/scrape', { body: { url: `${site.url}/other` } });
    await Promise.all([scrape(), scrape(), scrape()]);

    way.freeze();
    // More than there are connections.
    const calls = Array.from({ length: 15 }, () => call(server, 'GET /v2/team/credit-usage'));
    for (const answer of await Promise.all([scrape(), ...calls])) {
      expect(answer).toMatchObject({ status: 503, body: { error: expect.stringContaining('does not answer') } });
    }
    way.thaw();
    await eventually(async () => (await scrape()).status).toBe(200);
    // A statement of a database that answers may take longer.
  }, 30_000);

  test('whose connections were lost without a word, calls are told so soon, and others go on', async () => {
    const way = await startDatabaseProxy(await testDatabase());
    const server = await startServer({ database: way.url, allowPrivateNetworks: true });
    const ask = () => call(server, 'GET /v2/team/credit-usage');
    await Promise.all(Array.from({ length: 10 }, ask));

    way.lose();
    for (const { status } of await Promise.all(Array.from({ length: 10 }, ask))) expect([200, 503]).toContain(status);
    await eventually(async () => (await ask()).status).toBe(200);
    // The server would wait for them when it closes.
    way.drop();
  }, 20_000);
});
