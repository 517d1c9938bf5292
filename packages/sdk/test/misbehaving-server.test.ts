import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { json, MisbehavingServer } from './misbehaving-server.js';

it('an incomplete request does not count, and the next request gets its behaviour', async () => {
  await using server = await MisbehavingServer.start(json('the first'), json('the second'));
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  // The server asks for the body, so it has read the head.
  socket.write('POST /half HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  await expect((await fetch(server.url)).json()).resolves.toBe('the first');
  expect(server.received.map(({ path }) => path)).toEqual(['/']);
});
