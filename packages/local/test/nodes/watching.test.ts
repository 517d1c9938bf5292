import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { linksTo, site } from '../crawl/site.js';
import { sharedServer } from '../postgres/database.js';
import { call, startServer } from '../server.js';
import { testDatabase } from './stores.js';

describe.skipIf('missing' in sharedServer)('a service of several nodes', () => {
  test('tells who watches a job at one node what the others do of it', async () => {
    const database = await testDatabase();
    const api = await startServer({ database, role: 'api', allowPrivateNetworks: true });
    const worker = await startServer({ database, role: 'worker', allowPrivateNetworks: true });
    const { url } = await site({ '/': linksTo('/a', '/b'), '/a': linksTo('/'), '/b': linksTo('/') });
    const { body } = await call(api, 'POST /v2/crawl', { body: { url: `${url}/`, limit: 3, sitemap: 'skip' } });
    const { id } = body as { id: string };
    const messages: string[] = [];
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/v2/crawl/${id}`);
    socket.on('message', (message) => messages.push(JSON.parse(String(message)).type));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([1000, '{"type":"done"}']);
    expect(messages[0]).toBe('catchup');
    expect((await call(api, `GET /v2/crawl/${id}`)).body).toMatchObject({ status: 'completed', completed: 3 });
    expect((await call(api, 'GET /_local/nodes')).body).toMatchObject({
      data: [{ role: 'api', tasks: 0 }, { role: 'worker' }],
    });
    expect(await call(worker, `GET /v2/crawl/${id}`)).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('its role is `worker`') },
    });
  });
});
