import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { sharedOf } from '../../src/store/shared-stores.js';
import { eventually } from '../eventually.js';
import { sharedServer } from '../postgres/database.js';
import { call, startServer } from '../server.js';
import { openSharedStores, testDatabase } from './stores.js';

const SESSION = '5f0c1c8e-0000-4000-8000-000000000001';

/** A node that takes requests and answers none, but begins WebSockets with the path of a program. */
async function startHangingNode(database: string) {
  const paths: string[] = [];
  const server = createServer(({ url = '' }) => void paths.push(url));
  const webSockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const { url = '' } = request;
    paths.push(url);
    socket.on('error', () => undefined);
    if (url.includes('/cdp')) webSockets.handleUpgrade(request, socket, head, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { stores, close } = await openSharedStores(database);
  const { nodes, sessionPlaces } = sharedOf(stores);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node = { id: 'hanging', name: 'hanging', process: 'hanging', secret: 'secret', version: '0' };
  await nodes.enter({ ...node, role: 'all' }, { address, sessions: 1, sessionRoom: 0 }, '');
  await sessionPlaces.add(SESSION, 'local', node.process);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await close();
  });
  return { paths, die: () => stores.transaction((within) => sharedOf(within).nodes.remove(node.id)) };
}

test.skipIf('missing' in sharedServer)(
  'who waits for a node that hangs gets an answer when the others have taken it for dead',
  async () => {
    const database = await testDatabase();
    const server = await startServer({ database });
    const { paths, die } = await startHangingNode(database);
    const execution = call(server, `POST /v2/interact/${SESSION}/execute`, { body: { code: '1' } });
    const list = call(server, 'GET /v2/interact');
    const socketUrl = `${server.url.replace('http', 'ws')}/sessions/${SESSION}`;
    const view = new WebSocket(`${socketUrl}/view?token=a`);
    const viewError = once(view, 'error');
    const program = new WebSocket(`${socketUrl}/cdp?token=a`);
    const programEnd = once(program, 'close');
    await once(program, 'open');
    await eventually(() => paths).toHaveLength(4);

    await die();
    expect(await execution).toMatchObject({ status: 410, body: { error: expect.stringContaining('has ended') } });
    expect(await list).toMatchObject({ status: 200, body: { sessions: [] } });
    expect(await viewError).toMatchObject([{ message: 'Unexpected server response: 503' }]);
    expect(await programEnd).toEqual([1006, expect.anything()]);
    expect(await call(server, `DELETE /v2/interact/${SESSION}`)).toMatchObject({ status: 410 });
  },
);
