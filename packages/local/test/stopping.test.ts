import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import { linksTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { run, serving } from './program.js';
import { call, startServer } from './server.js';

/** A site whose pages `/held…` are sent by `release`, and from then on at once. */
async function heldSite() {
  const held: ServerResponse[] = [];
  let isHeld = true;
  const send = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>held</p>');
  const hold = (_: unknown, response: ServerResponse) => {
    if (isHeld) held.push(response);
    else send(response);
  };
  const { url, visits } = await site({ '/': linksTo('/held-by-crawl'), '/held': hold, '/held-by-crawl': hold });
  const release = () => {
    isHeld = false;
    for (const response of held) send(response);
  };
  return { url, visits, release };
}

const browser = browserOfMachine();

const OPTIONS = ['--port', '0', '--browser', 'off', '--allow-private-networks'];

const newStorage = () => join(mkdtempSync(join(tmpdir(), 'trawl-stop-')), 'state.db');

test('a first signal ends readiness at once, lets calls in progress end, refuses new ones, and keeps jobs', async () => {
  const { url: siteUrl, visits, release } = await heldSite();
  const storage = newStorage();
  const program = run(...OPTIONS, '--storage', storage);
  const server = { url: await serving(program), fetch };
  expect(await call(server, 'GET /_local/ready')).toMatchObject({ status: 200 });
  const scrape = call(server, 'POST /v2/scrape', { body: { url: `${siteUrl}/held` } });
  const crawl = (await call(server, 'POST /v2/crawl', { body: { url: siteUrl } })).body as { id: string };
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v2/crawl/${crawl.id}`);
  onTestFinished(() => socket.terminate());
  const socketEnd = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
  await once(socket, 'open');
  await eventually(() => visits).toEqual(expect.arrayContaining(['/held', '/held-by-crawl']));

  program.process.kill('SIGTERM');
  await eventually(async () => (await call(server, 'GET /_local/ready')).status).toBe(503);
  expect(await call(server, 'GET /_local/live')).toMatchObject({ status: 200, body: { success: true } });
  const refused = await call(server, 'POST /v2/scrape', { body: { url: siteUrl } });
  expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining('This server is stopping.') } });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('connection')).toBe('close');
  expect(await socketEnd).toEqual({ code: 1001, reason: '{"type":"error","error":"The server closes."}' });
  release();
  expect(await scrape).toMatchObject({ status: 200, body: { data: { markdown: 'held' } } });
  expect(await program.ended).toBe(0);

  const next = await startServer({ allowPrivateNetworks: true, storage });
  await eventually(async () => (await call(next, `GET /v2/crawl/${crawl.id}`)).body).toMatchObject({
    status: 'completed',
    completed: 2,
  });
});

test('calls that take longer than they may get a 503, and the status of the program says so', async () => {
  const { url: siteUrl, visits } = await heldSite();
  const program = run(...OPTIONS, '--drain-seconds', '1');
  const server = { url: await serving(program), fetch };
  const scrape = call(server, 'POST /v2/scrape', { body: { url: `${siteUrl}/held` } });
  await eventually(() => visits).toContain('/held');
  const stopped = performance.now();
  program.process.kill('SIGINT');
  expect(await scrape).toMatchObject({ status: 503, body: { error: expect.stringContaining('closes') } });
  expect(await program.ended).toBe(3);
  expect(performance.now() - stopped).toBeLessThan(6000);
  expect(program.output.err).toContain('1 of the calls in progress took longer than 1 s, and got a 503.');
});

test.skipIf(!browser)('who watches a session or drives it is told that the server closes', async () => {
  const server = await startServer({ browser: undefined });
  const { body } = await call(server, 'POST /v2/interact', { body: {} });
  const { liveViewUrl, cdpUrl } = body as { liveViewUrl: string; cdpUrl: string };
  const sockets = [liveViewUrl.replace('http', 'ws'), cdpUrl].map((url) => new WebSocket(url));
  const ends = Promise.all(sockets.map(async (socket) => (await once(socket, 'close'))[0]));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  await server.close();
  expect(await ends).toEqual([1001, 1001]);
});

test('a second signal ends the program at once, and its status names the signal', async () => {
  const { url: siteUrl, visits } = await heldSite();
  const program = run(...OPTIONS);
  const server = { url: await serving(program), fetch };
  call(server, 'POST /v2/scrape', { body: { url: `${siteUrl}/held` } }).catch(() => {});
  await eventually(() => visits).toContain('/held');
  program.process.kill('SIGTERM');
  await eventually(() => program.output.err).toContain('SIGTERM: closing.');
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(128 + 15);
});
