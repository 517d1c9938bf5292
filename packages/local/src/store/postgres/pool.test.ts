import { createServer, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.js';
import { openConnections } from './pool.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A message of the protocol of PostgreSQL. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const READY = message('Z', Buffer.from('I'));
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const ANSWER = Buffer.concat([message('C', Buffer.from('SELECT 0\0')), READY]);
const TERMINATED = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'));

test('a database that ends the connection which asks whether it answers is no error of the process', async () => {
  const questions: string[] = [];
  let answerOfStatement = () => {};
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(WELCOME));
    socket.on('data', (bytes) => {
      if (bytes[0] !== 'Q'.charCodeAt(0)) return;
      const text = bytes.subarray(5, -1).toString();
      questions.push(text);
      if (text.includes('pg_stat_activity')) socket.end(Buffer.concat([ANSWER, TERMINATED]));
      else answerOfStatement = () => socket.write(ANSWER);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const { pool, silence } = await openConnections({ url: `postgres://a@127.0.0.1:${port}/b`, maxConnections: 1 });
  onTestFinished(async () => {
    await pool.end();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const statement = silence.during(pool.query('a statement that takes long'));
  await eventually(() => questions.length).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await eventually(() => questions.length).toBe(2);
  answerOfStatement();
  // Its connection is left alone.
  await expect(statement).resolves.toMatchObject({ rowCount: 0 });
});
