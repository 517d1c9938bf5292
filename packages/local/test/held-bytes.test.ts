import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import type { LocalServer } from '../src/index.js';
import { site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { call, startServer } from './server.js';

const MEBIBYTE = 1024 * 1024;

let server: LocalServer;

beforeAll(async () => {
  server = await startServer({ allowPrivateNetworks: true, browser: undefined, check: false }, () => {});
});

afterAll(() => server?.close());

async function held(by: 'bodies' | 'connections'): Promise<number> {
  const { body } = await call(server, 'GET /_local/metrics');
  return Number(new RegExp(`^trawl_held_bytes\\{by="${by}"\\} (\\d+)`, 'm').exec(String(body))?.[1]);
}

/** A client that sends this, and takes nothing. */
async function stall(...parts: (string | Buffer)[]): Promise<Socket> {
  const client = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.pause();
  await once(client, 'connect');
  for (const part of parts) client.write(part);
  return client;
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`;

/** The id of a batch whose pages have 8 MiB together, twice the characters of the comment. */
async function largeBatch(comment: string): Promise<string> {
  // A comment takes no time to convert.
  const page = `<main><p>Tea</p></main><!-- ${comment} -->`;
  const { url } = await site({ '/1': page, '/2': page });
  const urls = [1, 2].map((number) => `${url}/${number}`);
  const { body } = await call(server, 'POST /v2/batch/scrape', { body: { urls, formats: ['rawHtml'] } });
  const { id } = body as { id: string };
  const state = async () => (await call(server, `GET /v2/batch/scrape/${id}`)).body as { status: string };
  await expect.poll(async () => (await state()).status, { timeout: 60_000, interval: 50 }).toBe('completed');
  return id;
}

describe('what a client makes the service hold counts, at', () => {
  test.each<[name: string, stall: () => Promise<unknown>]>([
    [
      'a form',
      () =>
        stall(
          head('POST /v2/parse', 'content-type: multipart/form-data; boundary=b', `content-length: ${9 * MEBIBYTE}`),
          '--b\r\ncontent-disposition: form-data; name="file"; filename="a.html"\r\n\r\n',
          Buffer.alloc(2 * MEBIBYTE, 'x'),
        ),
    ],
    [
      'an upload',
      async () => {
        const { body } = await call(server, 'POST /v2/parse/upload-url', { body: { filename: 'a.txt' } });
        const { pathname, search } = new URL((body as { data: { uploadUrl: string } }).data.uploadUrl);
        await stall(head(`PUT ${pathname}${search}`, `content-length: ${9 * MEBIBYTE}`), Buffer.alloc(2 * MEBIBYTE));
      },
    ],
    [
      'a batch',
      () =>
        stall(
          head('POST /v2/batch/scrape', 'content-type: application/json', `content-length: ${3 * MEBIBYTE}`),
          Buffer.alloc(2 * MEBIBYTE, ' '),
        ),
    ],
  ])('%s', async (_, begin) => {
    await begin();
    await eventually(() => held('bodies')).toBeGreaterThan(MEBIBYTE);
    expect(await held('connections')).toBeGreaterThan(0);
  });

  test('an answer, a download, and the messages of a job', { timeout: 90_000 }, async () => {
    const id = await largeBatch(randomBytes(2 * MEBIBYTE).toString('hex'));
    await stall(head('GET /_local/export'));
    await eventually(() => held('connections')).toBeGreaterThan(0);
    const download = await held('connections');
    await stall(head(`GET /v2/batch/scrape/${id}`));
    await eventually(() => held('connections')).toBeGreaterThan(download + MEBIBYTE / 2);
    const before = await held('connections');
    const follower = new WebSocket(`${server.url.replace('http', 'ws')}/v2/batch/scrape/${id}`);
    onTestFinished(() => follower.terminate());
    await once(follower, 'open');
    follower.pause();
    await eventually(() => held('connections')).toBeGreaterThan(before + MEBIBYTE / 2);
  });

  test('no more of an answer than what is stored, however many ask for it', { timeout: 60_000 }, async () => {
    const id = await largeBatch('x'.repeat(4 * MEBIBYTE));
    const before = await held('connections');
    const clients = 20;
    for (let count = 0; count < clients; count += 1) {
      const client = await stall(head(`GET /v2/batch/scrape/${id}`));
      client.resume();
      await once(client, 'data');
      client.pause();
    }
    // What streams keep of each: together less than two answers.
    expect((await held('connections')) - before).toBeLessThan(12 * MEBIBYTE);
  });

  test.skipIf(!browserOfMachine())(
    'a message of a program to the browser that is not whole',
    { timeout: 60_000 },
    async () => {
      const { body } = await call(server, 'POST /v2/interact', { body: {} });
      const client = new WebSocket((body as { cdpUrl: string }).cdpUrl);
      onTestFinished(() => client.terminate());
      await once(client, 'open');
      client.send(Buffer.alloc(2 * MEBIBYTE, ' '), { fin: false });
      await eventually(() => held('connections')).toBeGreaterThan(MEBIBYTE);
    },
  );
});
