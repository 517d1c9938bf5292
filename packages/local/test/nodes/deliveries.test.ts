import { text } from 'node:stream/consumers';
import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { sharedOf } from '../../src/store/shared-stores.js';
import { createSharedDeliveryLog } from '../../src/webhooks/shared-delivery-log.js';
import { site } from '../crawl/site.js';
import { eventually } from '../eventually.js';
import { sharedServer } from '../postgres/database.js';
import { call, startServer } from '../server.js';
import { enterNode } from './entered-node.js';
import { testDatabase } from './stores.js';

const DELIVERY = { team: 'a', event: 'crawl.page', about: 'job', url: 'https://a.example' };

interface Listed {
  readonly data: {
    readonly deliveries: readonly { readonly number: number; readonly state: string; readonly attempts: unknown[] }[];
  };
}

describe.skipIf('missing' in sharedServer)('the deliveries of webhooks, at two nodes', () => {
  test('are listed, shown and sent again at each', async () => {
    const database = await testDatabase();
    const options = { database, allowPrivateNetworks: true, adminKey: undefined };
    const nodes = [await startServer(options), await startServer(options)] as const;
    const bodies: string[] = [];
    const { url } = await site({
      '/': '<title>Nets</title>',
      // The first attempt fails, so that there is a second one, wherever it is made.
      '/hook': async (request, response) => {
        bodies.push(await text(request));
        response.writeHead(bodies.length === 1 ? 500 : 200).end();
      },
    });
    const webhook = { url: `${url}/hook`, events: ['completed'] };
    const body = { urls: [`${url}/`], webhook };
    expect(await call(nodes[0], 'POST /v2/batch/scrape', { body })).toMatchObject({ status: 200 });
    const lists = () =>
      Promise.all(nodes.map(async (node) => (await call(node, 'GET /_local/deliveries')).body as Listed));
    // It is listed as delivered before its task has ended.
    const delivered = [{ state: 'delivered', attempts: [{ problem: 'It answered 500.' }, {}] }];
    await eventually(async () => (await lists()).map(({ data }) => data)).toMatchObject(
      nodes.map(() => ({ waiting: 0, deliveries: delivered })),
    );
    const [one, other] = await lists();
    expect(one).toEqual(other);
    const number = one?.data.deliveries[0]?.number;
    for (const node of nodes) {
      expect((await call(node, `GET /_local/deliveries/${number}`)).body).toMatchObject({
        data: { canResend: true, payload: { type: 'batch_scrape.completed' } },
      });
    }
    await call(nodes[1], `POST /_local/deliveries/${number}/resend`);
    await eventually(() => bodies).toHaveLength(3);
    expect(bodies[2]).toBe(bodies[0]);
  });

  test('leave no headers in the database whose body is not kept', async () => {
    const { stores, connections } = await enterNode(await testDatabase());
    const log = createSharedDeliveryLog(stores, createVirtualClock());
    const headers = '{"authorization":"Bearer secret"}';
    const requests = [
      { body: '{}', isPrivate: true },
      { body: 'x'.repeat(1024 * 1024), isPrivate: false },
    ];
    for (const [position, request] of requests.entries()) {
      await log.begin({ position, attempts: 0 }, { ...DELIVERY, ...request, headers });
    }
    const { rows } = await connections.pool.query('select * from delivery_log');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  test('are kept within bounds, the latest first', async () => {
    const { stores } = await enterNode(await testDatabase());
    const { deliveries } = sharedOf(stores);
    const bounds = { deliveries: 3, bytes: 10, omitted: 'Evicted.' };
    const add = (task: number, body: string | undefined) => {
      const payload =
        body === undefined
          ? { headers: undefined, body, omitted: 'Private.' }
          : { headers: '{}', body, omitted: undefined };
      return deliveries.add({ ...DELIVERY, ...payload, task }, bounds);
    };
    const numbers: number[] = [];
    for (const [task, body] of ['one', undefined, 'three', 'a fourth'].entries()) numbers.push(await add(task, body));
    expect((await deliveries.list()).map(({ number }) => number)).toEqual(numbers.slice(1).reverse());
    const payloads = await Promise.all(numbers.map((number) => deliveries.payload(number)));
    expect(payloads).toEqual([
      undefined,
      { headers: undefined, body: undefined, omitted: 'Private.' },
      { headers: undefined, body: undefined, omitted: 'Evicted.' },
      { headers: '{}', body: 'a fourth', omitted: undefined },
    ]);
    expect(await deliveries.resume(3)).toBe(numbers[3]);
    await deliveries.addAttempt(numbers[3] as number, { at: 1, durationMs: 2 }, undefined);
    expect(await deliveries.resume(3)).toBeUndefined();
  });
});
