import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type LongBody, OpenSockets } from './open-sockets.js';

const MEBIBYTE = 1024 * 1024;

const eventually = <T>(value: () => T) => expect.poll(value, { timeout: 10_000, interval: 5 });
const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n';

const inPieces = (body: Buffer): LongBody => ({
  memory: body.length,
  *pieces() {
    for (let start = 0; start < body.length; start += 65_536) yield body.subarray(start, start + 65_536);
  },
});

/** A server with these sockets, whose requests this handler gets. */
async function start(sockets: OpenSockets, handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer((incoming, outgoing) => {
    sockets.begin(incoming, outgoing);
    handle(incoming, outgoing);
  });
  // A client that takes nothing hears of no end.
  const ended = new Set<number | undefined>();
  server.on('connection', (socket) => {
    const { remotePort } = socket;
    sockets.add(socket);
    socket.once('close', () => ended.add(remotePort));
  });
  server.on('upgrade', (incoming, socket) => {
    const frames = new EventEmitter();
    emitters.set(incoming.url, frames);
    sockets.follow(socket as Socket, frames);
    socket.on('error', () => undefined).write(Buffer.alloc(incoming.url === '/' ? 16 * MEBIBYTE : 0));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (text: string) => {
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void client.destroy());
    let received = 0;
    client.on('data', (bytes) => {
      received += bytes.length;
    });
    await once(client, 'connect');
    const { localPort } = client;
    client.write(text);
    return { client, isOpen: () => !ended.has(localPort), received: () => received };
  };
}

test('a body that stalls or trickles ends its connection, and one that the server does not read does not', async () => {
  const sockets = new OpenSockets();
  let bytes = 0;
  let begun = 0;
  const open = await start(sockets, (incoming) => {
    begun += 1;
    if (incoming.headers['x-unread']) return;
    incoming
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
  });
  const [stalled, trickling, steady] = await Promise.all([open(HEAD), open(HEAD), open(HEAD)]);
  const unread = await open(`${HEAD.trimEnd()}\r\nx-unread: 1\r\n\r\n${'x'.repeat(500_000)}`);
  const waiting = await open('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await eventually(() => begun).toBe(5);
  // The first look at them comes long after the start of the process.
  const hour = 3_600_000;
  sockets.sweep(hour);
  for (const now of [hour + 9_000, hour + 18_000, hour + 27_000]) {
    trickling.client.write('x');
    const before = bytes;
    steady.client.write('x'.repeat(20_000));
    await eventually(() => bytes).toBeGreaterThanOrEqual(before + 20_000);
    sockets.sweep(now);
  }
  const all = [stalled, trickling, steady, unread, waiting];
  await eventually(() => all.map(({ isOpen }) => isOpen())).toEqual([false, false, true, true, true]);
});

test('a long answer that nobody takes ends its connection, and one that is taken arrives whole', async () => {
  const sockets = new OpenSockets();
  const body = Buffer.alloc(8 * MEBIBYTE, 'answer');
  const open = await start(sockets, (_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': body.length });
    void sockets.send(outgoing, inPieces(body));
  });
  const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const [reader, stuck] = await Promise.all([open(request), open(request)]);
  stuck.client.pause();
  await eventually(reader.received).toBeGreaterThan(body.length);
  let now = 0;
  const isOpen = () => {
    now += 61_000;
    sockets.sweep(now);
    return stuck.isOpen();
  };
  await eventually(isOpen).toBe(false);
  expect(reader.isOpen()).toBe(true);
});

test('a long answer whose pieces cannot be made breaks off, and says why', async () => {
  const sockets = new OpenSockets();
  const failures: unknown[] = [];
  const failure = new Error('damaged');
  const open = await start(sockets, (_, outgoing) => {
    const pieces = function* () {
      yield Buffer.from('begun');
      throw failure;
    };
    sockets.send(outgoing, { memory: 9, pieces }).catch((error: unknown) => failures.push(error));
  });
  const { isOpen } = await open('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await eventually(isOpen).toBe(false);
  expect(failures).toEqual([failure]);
  expect(sockets.bytes()).toBe(0);
});

/** The WebSockets of a server, by their paths. */
const emitters = new Map<string | undefined, EventEmitter>();

test('a message of a WebSocket that is not whole in a minute ends its connection, whatever comes in between', async () => {
  const sockets = new OpenSockets();
  const open = await start(sockets, () => undefined);
  const [client, idle] = await Promise.all(
    ['/followed', '/idle'].map((path) =>
      open(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`),
    ),
  );
  await eventually(() => emitters.has('/followed') && emitters.has('/idle')).toBe(true);
  const frames = emitters.get('/followed');
  expect(sockets.bytes()).toBe(0);
  client?.client.write('x'.repeat(1_000));
  await eventually(() => sockets.bytes()).toBe(1_000);
  sockets.sweep(0);
  // A pong of no bytes.
  client?.client.write('x'.repeat(6));
  await eventually(() => sockets.bytes()).toBe(1_006);
  frames?.emit('pong', Buffer.alloc(0));
  expect(sockets.bytes()).toBe(1_000);
  sockets.sweep(59_000);
  expect(client?.isOpen()).toBe(true);
  sockets.sweep(60_000);
  await eventually(() => client?.isOpen()).toBe(false);
  expect(idle?.isOpen()).toBe(true);
});

test('answers and WebSockets that nobody takes hold no more than a sum, and the largest go first', async () => {
  const sockets = new OpenSockets({ maxBytes: 40 * MEBIBYTE });
  const open = await start(
    sockets,
    (incoming, outgoing) =>
      void sockets.send(outgoing, inPieces(Buffer.alloc((incoming.url === '/large' ? 40 : 16) * MEBIBYTE))),
  );
  const ask = async (path: string, headers = '') => {
    const state = await open(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
    state.client.pause();
    return state;
  };
  const large = await ask('/large');
  const rest = await Promise.all([ask('/'), ask('/', 'connection: upgrade\r\nupgrade: websocket\r\n')]);
  let now = 0;
  const areOpen = () => {
    now += 1;
    sockets.sweep(now);
    return [large, ...rest].map(({ isOpen }) => isOpen());
  };
  await eventually(areOpen).toEqual([false, true, true]);
});
