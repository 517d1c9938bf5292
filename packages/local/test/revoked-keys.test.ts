import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { linksTo, site } from './crawl/site.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';
import { bearer, call, startServer } from './server.js';

const adminKey = 'key-of-the-admin';
const admin = bearer(adminKey);

interface Opened {
  readonly id: string;
  readonly cdpUrl: string;
  readonly liveViewUrl: string;
  readonly interactiveLiveViewUrl: string;
}

async function addKey(server: LocalServer, name: string): Promise<string> {
  const added = await call(server, 'POST /_local/keys', { headers: admin, body: { name, team: 'search' } });
  return (added.body as { data: { key: string } }).data.key;
}

const revoke = (server: LocalServer, name: string) => call(server, `DELETE /_local/keys/${name}`, { headers: admin });

/** A WebSocket that is open, and what comes of it. */
async function open(url: string, key: string[] = []) {
  const client = new WebSocket(url.replace('http', 'ws'), key);
  onTestFinished(() => client.terminate());
  let isOpen = true;
  const closed = once(client, 'close').then(([code, reason]) => {
    isOpen = false;
    return { code, reason: String(reason) };
  });
  closed.catch(() => {});
  await once(client, 'open');
  return { closed, isOpen: () => isOpen };
}

/** The connection of a WebSocket whose client reads, and answers nothing. */
async function openSilently(url: string, key: string): Promise<Socket> {
  const upgrade = request(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'sec-websocket-protocol': key,
    },
  });
  upgrade.end();
  const [, socket] = (await once(upgrade, 'upgrade')) as [unknown, Socket];
  onTestFinished(() => void socket.destroy());
  return socket;
}

const isRefused = async (url: string): Promise<boolean> =>
  open(url).then(
    () => false,
    () => true,
  );

/** A crawl that does not end, as long as the test takes. */
async function startCrawl(server: LocalServer, key: string): Promise<string> {
  const { url } = await site({ '/': linksTo('/held'), '/held': () => {} });
  const { body } = await call(server, 'POST /v2/crawl', { headers: bearer(key), body: { url } });
  return `/v2/crawl/${(body as { id: string }).id}`;
}

test('the socket of a job ends with the key that has opened it, and those of other keys go on', async () => {
  const server = await startServer({ adminKey, allowPrivateNetworks: true });
  const [first, second] = [await addKey(server, 'first'), await addKey(server, 'second')];
  const path = await startCrawl(server, first);
  const own = await open(server.url + path, [first]);
  const other = await open(server.url + path, [second]);
  await revoke(server, 'first');
  expect(await own.closed).toEqual({ code: 3000, reason: '{"type":"error","error":"The key was revoked."}' });
  expect(other.isOpen()).toBe(true);
});

test('a client that does not answer the end of its socket is cut', async () => {
  const server = await startServer({ adminKey, allowPrivateNetworks: true });
  const key = await addKey(server, 'first');
  const path = await startCrawl(server, key);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = await openSilently(server.url + path, key);
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  const closed = once(socket, 'close');
  await revoke(server, 'first');
  // Both within a second: the look that finds the key revoked, and the time in which the client may answer.
  vi.advanceTimersByTime(500);
  while (!Buffer.concat(received).includes('The key was revoked.')) await once(socket, 'data');
  expect(socket.closed).toBe(false);
  vi.advanceTimersByTime(500);
  await closed;
});

const canRender = browserOfMachine() !== undefined;

/** The sessions of both keys of a team, with connections by the URLs that the first key has got. */
async function openSessions(home: LocalServer, other = home) {
  const [first, second] = [await addKey(home, 'first'), await addKey(home, 'second')];
  const begin = async (key: string) =>
    (await call(home, 'POST /v2/interact', { headers: bearer(key), body: {} })).body as Opened;
  const own = await begin(first);
  const { id: idOfSecond } = await begin(second);
  const list = async (key: string) => {
    const response = await fetch(`${other.url}/v2/interact`, { headers: bearer(key) });
    const { sessions } = (await response.json()) as { sessions: (Opened & { status: string })[] };
    return (id: string) => sessions.find((session) => session.id === id);
  };
  const seenByFirst = (await list(first))(idOfSecond) as Opened;
  const seenBySecond = (await list(second))(idOfSecond) as Opened;
  const ofFirst = [
    own.cdpUrl,
    own.liveViewUrl,
    own.interactiveLiveViewUrl,
    seenByFirst.cdpUrl,
    seenByFirst.liveViewUrl,
  ];
  return {
    ofFirst,
    ofSecond: [seenBySecond.cdpUrl, seenBySecond.liveViewUrl],
    states: async () => {
      const find = await list(second);
      return [find(own.id)?.status, find(idOfSecond)?.status];
    },
  };
}

async function expectEnd(home: LocalServer, other = home): Promise<void> {
  const { ofFirst, ofSecond, states } = await openSessions(home, other);
  const sockets = await Promise.all(ofFirst.map((url) => open(url)));
  const others = await Promise.all(ofSecond.map((url) => open(url)));
  await revoke(other, 'first');
  await Promise.all(sockets.map(({ closed }) => closed));
  for (const url of ofFirst) expect(await isRefused(url)).toBe(true);
  const pages = ofFirst.filter((url) => url.startsWith('http'));
  for (const url of pages) expect((await fetch(url)).status).toBe(404);
  expect(await states()).toEqual(['destroyed', 'active']);
  expect(others.map(({ isOpen }) => isOpen())).toEqual([true, true]);
}

test.runIf(canRender)(
  'sessions, live views and DevTools end with the key that has opened them or got their URLs',
  async () => {
    await expectEnd(await startServer({ adminKey, browser: undefined }));
  },
);

test.runIf(canRender && !('missing' in sharedServer))('all of that ends on other nodes as well', async () => {
  const database = await createDatabase();
  onTestFinished(() => dropDatabase(database));
  const options = { database, adminKey, browser: undefined, allowPrivateNetworks: true };
  const [home, other] = [await startServer(options), await startServer(options)] as const;
  await expect
    .poll(async () => (await fetch(`${other.url}/_local/nodes`, { headers: admin })).status)
    .toBeGreaterThan(0);
  await expectEnd(home, other);
});
