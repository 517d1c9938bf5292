import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { sharedOf } from '../src/store/shared-stores.js';
import type { SharedConnections } from '../src/store/storage.js';
import type { Stores } from '../src/store/stores.js';
import { eventually } from './eventually.js';
import { openSharedStores } from './nodes/stores.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';
import { bearer, call, startServer } from './server.js';

interface Created {
  readonly id: string;
  readonly cdpUrl: string;
  readonly liveViewUrl: string;
}

const headers = bearer('key-of-a');

async function startSite(): Promise<string> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Shop</title><p>Tea and rice.</p>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => void site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

const canRun = browserOfMachine() && !('missing' in sharedServer);

describe.skipIf(!canRun)('a session of another node', { timeout: 60_000 }, () => {
  const endings: (() => unknown)[] = [];
  let database: string;
  let home: LocalServer;
  let other: LocalServer;
  let stores: Stores;
  let pool: SharedConnections['pool'];
  const nodes = () => sharedOf(stores).nodes.list();
  const urls = () => [home.url, other.url].sort();

  const startNode = () =>
    startServer(
      {
        database,
        browser: undefined,
        allowCode: true,
        allowPrivateNetworks: true,
        apiKeys: ['key-of-a', 'key-of-b'],
        maxSessions: 2,
      },
      (end) => void endings.push(end),
    );

  beforeAll(async () => {
    database = await createDatabase();
    endings.push(() => dropDatabase(database));
    [home, other] = await Promise.all([startNode(), startNode()]);
    const shared = await openSharedStores(database);
    endings.push(shared.close);
    stores = shared.stores;
    pool = shared.connections.pool;
  });

  // A node that listens at any port tells its address with its first sign of life.
  beforeEach(() => eventually(async () => (await nodes()).map(({ address }) => address).sort()).toEqual(urls()));

  afterAll(async () => {
    for (const end of endings.reverse()) await end();
  });

  const open = async (node = home): Promise<Created> => {
    const answer = await call(node, 'POST /v2/interact', { body: {}, headers });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    return answer.body as Created;
  };

  const execute = (node: LocalServer, id: string, code: string, key = 'key-of-a') =>
    call(node, `POST /v2/interact/${id}/execute`, { body: { code }, headers: bearer(key) });

  /** Carries out a command, which starts no process as code does. */
  const command = (node: LocalServer, id: string) => {
    const body = { language: 'bash', code: 'agent-browser get title' };
    return call(node, `POST /v2/interact/${id}/execute`, { body, headers });
  };

  /** The URL as a client has it that calls the other node. */
  const atOther = (url: string) => url.replace(new URL(home.url).host, new URL(other.url).host);

  it('is used, listed and closed there', async () => {
    const { id } = await open();
    const near = await open(other);
    expect(await execute(other, id, '6 * 7')).toMatchObject({ status: 200, body: { result: '42' } });
    const list = await fetch(`${other.url}/v2/interact`, { headers });
    const { sessions } = (await list.json()) as { sessions: (Created & { status: string })[] };
    const active = sessions.filter(({ status }) => status === 'active');
    expect(active.map((session) => session.id)).toEqual([near.id, id]);
    for (const { liveViewUrl } of active) expect(new URL(liveViewUrl).host).toBe(new URL(other.url).host);
    for (const session of [id, near.id]) {
      const closed = await call(other, `DELETE /v2/interact/${session}`, { headers });
      expect(closed).toMatchObject({ status: 200, body: { creditsBilled: 1 } });
    }
    expect(await execute(home, id, '1')).toMatchObject({ status: 410 });
    expect(await execute(other, id, '1')).toMatchObject({ status: 410 });
  });

  it('is opened there when this one has no room', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3, 4]) ids.push((await open()).id);
    const fifth = await call(home, 'POST /v2/interact', { body: {}, headers });
    expect(fifth).toMatchObject({ status: 429, body: { error: expect.stringContaining('maxSessions') } });
    for (const id of ids) expect(await command(home, id)).toMatchObject({ status: 200 });
    await eventually(async () => (await nodes()).map(({ sessions }) => sessions)).toEqual([2, 2]);
    for (const id of ids)
      expect(await call(home, `DELETE /v2/interact/${id}`, { headers })).toMatchObject({ status: 200 });
  });

  it('is of its team alone', async () => {
    const { id } = await open();
    expect(await execute(other, id, '1', 'key-of-b')).toMatchObject({ status: 404 });
    expect(await execute(other, id, '1', 'no-key')).toMatchObject({ status: 401 });
    const { body } = await call(other, 'GET /v2/interact', { headers: bearer('key-of-b') });
    expect(body).toMatchObject({ sessions: [] });
    await call(home, `DELETE /v2/interact/${id}`, { headers });
  });

  it('is driven and watched there', async () => {
    const { id, cdpUrl, liveViewUrl } = await open();
    const browser = await chromium.connectOverCDP(atOther(cdpUrl));
    const [page] = browser.contexts()[0]?.pages() ?? [];
    await page?.setContent('<title>Driven</title>');
    expect(await command(home, id)).toMatchObject({ body: { stdout: 'Driven\n' } });
    await browser.close();

    const view = await fetch(atOther(liveViewUrl));
    expect([view.status, await view.text()]).toEqual([200, expect.stringContaining('new WebSocket')]);
    const socket = new WebSocket(atOther(liveViewUrl).replace(/^http/, 'ws'));
    const [first] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(String(first))).toMatchObject({ type: 'address' });
    const closing = once(socket, 'close');
    await call(other, `DELETE /v2/interact/${id}`, { headers });
    expect(await closing).toEqual([1001, expect.anything()]);
    expect((await fetch(atOther(liveViewUrl))).status).toBe(404);
    const late = new WebSocket(atOther(cdpUrl));
    expect(await once(late, 'error')).toMatchObject([{ message: expect.stringContaining('404') }]);
  });

  it('goes on from a scrape', async () => {
    const scrape = await call(home, 'POST /v2/scrape', { body: { url: await startSite() }, headers });
    const { scrapeId } = (scrape.body as { data: { metadata: { scrapeId: string } } }).data.metadata;
    const line = `/v2/scrape/${scrapeId}/interact`;
    expect(await call(other, `POST ${line}`, { body: { code: '1' }, headers: bearer('key-of-b') })).toMatchObject({
      status: 403,
    });
    const first = await call(other, `POST ${line}`, { body: { code: 'page.title()' }, headers });
    expect(first).toMatchObject({ status: 200, body: { result: 'Shop' } });
    const { sessionId } = first.body as { sessionId: string };
    const second = await call(home, `POST ${line}`, { body: { code: 'page.title()' }, headers });
    expect(second).toMatchObject({ status: 200, body: { sessionId, result: 'Shop' } });
    expect(await call(other, `DELETE ${line}`, { headers })).toMatchObject({ status: 200 });
    expect(await call(other, `POST ${line}`, { body: { code: '2' }, headers })).toMatchObject({ status: 410 });
  });

  it('is not for callers who take themselves for nodes', async () => {
    for (const secret of ['', 'a guess']) {
      const answer = await fetch(`${other.url}/v2/interact`, {
        headers: { ...headers, 'trawl-node': `Bearer ${secret}` },
      });
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('trawl-node')]);
    }
  });

  it('ends without a charge when another node deletes everything', async () => {
    const { id } = await open();
    await other.reset();
    expect(await execute(other, id, '1')).toMatchObject({ status: 410 });
    await eventually(async () => (await execute(home, id, '1')).status).toBe(410);
    await eventually(async () => (await nodes()).map(({ sessions }) => sessions)).toEqual([0, 0]);
    expect((await pool.query('select from ledger')).rowCount).toBe(0);
  });

  it('ends when the others take its node for dead, and when its node ends', async () => {
    const { id } = await open();
    const isHome = ({ address }: { address: string | undefined }) => address === home.url;
    const node = (await nodes()).find(isHome);
    await stores.transaction((within) => sharedOf(within).nodes.remove(node?.id ?? ''));
    expect(await execute(other, id, '1')).toMatchObject({
      status: 410,
      body: { error: 'The browser session has ended. The node of the service that had it has ended.' },
    });
    await eventually(async () => (await execute(home, id, '1')).status).toBe(410);
    await eventually(async () => (await nodes()).some(isHome)).toBe(true);

    const last = await open();
    expect(await command(other, last.id)).toMatchObject({ status: 200 });
    await home.close();
    expect(await execute(other, last.id, '1')).toMatchObject({ status: 410 });
    expect((await call(other, 'GET /v2/interact', { headers })).status).toBe(200);
  });
});
