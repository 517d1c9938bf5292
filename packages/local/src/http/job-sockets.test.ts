import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../test/eventually.js';
import { createJobSockets, isWatch, type JobSocketDependencies } from './job-sockets.js';
import { listen } from './listen.js';

/** A client of a server whose jobs send these messages, and whose heartbeat is fast. */
async function connect(watch: JobSocketDependencies['watch']): Promise<WebSocket> {
  const sockets = createJobSockets({
    checks: [],
    journal: (request, next) => next(request),
    authorize: () => 'team',
    watch,
    log: () => {},
    limits: { heartbeatMs: 200 },
  });
  const server = await listen(async () => new Response(), 0, '127.0.0.1', { accepts: isWatch, take: sockets.accept });
  onTestFinished(async () => {
    await sockets.close();
    await server.close();
  });
  const client = new WebSocket(`${server.url.replace('http', 'ws')}/v2/crawl/any`);
  onTestFinished(() => client.terminate());
  return client;
}

test('a client that does not read is let go, and takes no more memory than a few messages', async () => {
  let sent = 0;
  let isLetGo = false;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        yield 'x'.repeat(1024 * 1024);
        sent += 1;
      }
    } finally {
      isLetGo = true;
    }
  }
  const client = await connect(endless);
  client.on('open', () => client.pause());
  await eventually(() => isLetGo).toBe(true);
  // What the buffers of the system hold.
  expect(sent).toBeLessThan(20);
});

test('a client that reads is not let go', async () => {
  async function* waiting({ signal }: { signal: AbortSignal }): AsyncGenerator<string> {
    yield '{}';
    await setTimeout(60_000, undefined, { signal, ref: false });
  }
  const client = await connect(waiting);
  let pings = 0;
  client.on('ping', () => {
    pings += 1;
  });
  await eventually(() => pings).toBe(3);
  expect(client.readyState).toBe(WebSocket.OPEN);
});
