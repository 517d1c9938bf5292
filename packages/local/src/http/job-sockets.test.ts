import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../test/eventually.js';
import { Refusal } from '../contract/refusal.js';
import type { WatchRequest } from '../jobs/watch.js';
import { Addresses } from './addresses.js';
import type { CallEnv } from './call.js';
import { isWatch, type JobSocketDependencies, JobSockets } from './job-sockets.js';
import { listen, type Upgrade } from './listen.js';
import { upgradeChecks } from './upgrades.js';

type Watch = (request: WatchRequest) => AsyncGenerator<string>;

/** Returns clients of a server whose jobs send these messages. By default its heartbeat is fast, and it lets all in. */
async function listening(watch: Watch, dependencies: Partial<JobSocketDependencies> = {}) {
  const sockets = new JobSockets({
    check: upgradeChecks([new Addresses().step]),
    journal: { record: (_request, _facts, work) => work() },
    authorize: () => ({ team: 'team' }),
    service: {
      watchJob: async (request) => watch(request),
      keyWatch: { watch: () => () => {} },
      contents: new AbortController().signal,
    },
    log: () => {},
    limits: { heartbeatMs: 200 },
    ...dependencies,
  });
  const upgrade: Upgrade = {
    accepts: isWatch,
    take: (incoming, socket, head) => sockets.accept(incoming, socket, head),
  };
  const server = await listen({ app: new Hono<CallEnv>(), upgrade }, 0, '127.0.0.1');
  onTestFinished(async () => {
    await sockets.close();
    await server.close();
  });
  return (key: string[] = []) => {
    const client = new WebSocket(`${server.url.replace('http', 'ws')}/v2/crawl/any`, key);
    onTestFinished(() => client.terminate());
    return client;
  };
}

async function connect(watch: Watch): Promise<WebSocket> {
  const client = await listening(watch);
  return client();
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

test('a client that is refused takes no place, also if it does not read why', async () => {
  async function* once(): AsyncGenerator<string> {
    yield '{}';
  }
  const client = await listening(once, {
    authorize(_, request) {
      if (!request.headers.has('authorization')) throw new Refusal('unauthenticated', 'Unauthorized');
      return { team: 'team' };
    },
    limits: { sockets: 1 },
  });
  const refused = client();
  await new Promise((resolve) => refused.once('open', resolve));
  refused.pause();
  const messages: string[] = [];
  client(['key']).on('message', (message) => messages.push(String(message)));
  await eventually(() => messages).toEqual(['{}']);
});

test('a team that follows many jobs makes room for others, and others take no more than their part', async () => {
  async function* waiting({ signal }: { signal: AbortSignal }): AsyncGenerator<string> {
    yield '{}';
    await setTimeout(60_000, undefined, { signal, ref: false });
  }
  const client = await listening(waiting, {
    authorize: (_, request) => ({ team: request.headers.get('authorization') ?? '' }),
    limits: { sockets: 3, heartbeatMs: 60_000 },
  });
  const follow = async (team: string) => {
    const follower = client([team]);
    const closed = new Promise<number>((resolve) => follower.once('close', resolve));
    return { follower, closed, state: await Promise.race([closed, once(follower, 'message').then(() => 'follows')]) };
  };
  const [first] = [await follow('a'), await follow('a'), await follow('a')];
  expect((await follow('b')).state).toBe('follows');
  expect(await first.closed).toBe(1013);
  // Each team has its part: two and one, or one and two.
  expect((await follow('a')).follower).toBeDefined();
  expect(await (await follow('a')).closed).toBe(1013);
});
