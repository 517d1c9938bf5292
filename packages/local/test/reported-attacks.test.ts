import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { eventually } from './eventually.js';
import { type ModelReply, type ModelServer, startModel } from './model-server.js';
import { bearer, call, startServer } from './server.js';

// Kinds of attacks that were reported of other services which read the web, tried on this one.

let server: LocalServer;
let model: ModelServer;
/** A program of the machine that callers must not reach. */
let vault: string;
const visits: string[] = [];

beforeAll(async () => {
  const program = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end('<main><p>The secret of the vault.</p></main>');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    program.closeAllConnections();
    program.close();
  });
  vault = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
  model = await startModel(() => 'None', afterAll);
  const named = { modelUrl: model.url, modelName: 'small' };
  server = await startServer({ apiKeys: ['anna', 'bob'], ...named }, afterAll);
});

const send = (line: string, body?: unknown, key = 'anna') => call(server, line, { body, headers: bearer(key) });

const idOf = ({ body }: Awaited<ReturnType<typeof send>>) => (body as { id?: string }).id ?? '';

/** Starts a job; resolves to its answer when it is over. */
async function job(path: string, body: unknown, key?: string) {
  const id = idOf(await send(`POST ${path}`, body, key));
  const state = async () => (await send(`GET ${path}/${id}`, undefined, key)).body as { status?: string };
  await eventually(async () => (await state()).status).toMatch(/completed|failed|cancelled/);
  return { id, answer: await state() };
}

test('no call that takes an address reaches a program of the machine, however the address is written', async () => {
  const { port } = new URL(vault);
  const hosts = ['127.0.0.1', '[::ffff:7f00:1]', 'localhost.'];
  for (const url of hosts.map((host) => `http://${host}:${port}/`)) {
    const webhook = { url, headers: { a: 'b' } };
    for (const [line, body] of [
      ['POST /v2/scrape', { url }],
      ['POST /v2/map', { url }],
      ['POST /v2/crawl', { url, webhook }],
      ['POST /v2/batch/scrape', { urls: [url], webhook }],
      ['POST /v2/extract', { urls: [url], prompt: 'All' }],
      ['POST /v2/agent', { prompt: `Read ${url}`, urls: [url] }],
      [
        'POST /v2/monitor',
        { name: 'a', schedule: { cron: '0 * * * *' }, targets: [{ type: 'scrape', urls: [url] }], webhook },
      ],
    ] as const) {
      const { status, body: answer } = await send(line, body);
      expect(status, `${line} ${url}`).not.toBe(500);
      expect(JSON.stringify(answer)).not.toContain('secret of the vault');
    }
  }
  await eventually(async () => (await send('GET /v2/team/queue-status')).body).toMatchObject({ activeJobsInQueue: 0 });
  expect(visits).toEqual([]);
});

test('the tools of an agent reach no program of the machine, whatever the model asks for', async () => {
  const tools = new Set<string>();
  model.reply = ({ messages, tools: offered = [] }): ModelReply => {
    const names = (offered as { function: { name: string } }[]).map((tool) => tool.function.name);
    const asked = messages.filter(({ role }) => role === 'assistant').length;
    const name = names[asked];
    for (const each of names) tools.add(each);
    if (name === undefined || name === 'answer') return { content: '{}', toolCalls: [answer] };
    const input = { url: vault, urls: [vault], query: vault, task: `Open ${vault}`, schema: {}, search: vault };
    return { toolCalls: [{ name, arguments: input }] };
  };
  const answer = { name: 'answer', arguments: { data: { a: 1 }, sources: [] } };
  const { answer: state } = await job('/v2/agent', { prompt: `Read ${vault}`, urls: [vault] });
  expect(tools.size).toBeGreaterThan(1);
  expect(JSON.stringify(state)).not.toContain('secret of the vault');
  expect(visits).toEqual([]);
});

test.each(['/v2/agent', '/v2/extract'])('the jobs of %s are those of their team', async (path) => {
  model.reply = () => ({ content: '{}', toolCalls: [{ name: 'answer', arguments: { data: {}, sources: [] } }] });
  const { id } = await job(path, { prompt: 'The price of tea?', urls: ['http://127.0.0.1:1/'] });
  for (const method of path === '/v2/agent' ? ['GET', 'DELETE'] : ['GET']) {
    const { status, body } = await send(`${method} ${path}/${id}`, undefined, 'bob');
    expect([403, 404]).toContain(status);
    expect(JSON.stringify(body)).not.toContain('tea');
  }
  expect((await send(`GET ${path}/${id}`)).status).toBe(200);
});

test('the body of a request is neither unpacked nor trusted to name its prototype', async () => {
  const packed = gzipSync(Buffer.alloc(100_000_000, ' '));
  const headers = { ...bearer('anna'), 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect((await call(server, 'POST /v2/scrape', { body: new Uint8Array(packed), headers })).status).toBe(400);
  const polluted =
    '{"url":"http://127.0.0.1:1/","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  expect((await call(server, 'POST /v2/scrape', { body: polluted, headers: { ...bearer('anna') } })).status).toBe(400);
  const schema = '{"type":"object","properties":{"__proto__":{"type":"string","polluted":1}}}';
  const formats = `{"url":"http://127.0.0.1:1/","formats":[{"type":"json","schema":${schema}}]}`;
  await call(server, 'POST /v2/scrape', { body: formats, headers: { ...bearer('anna') } });
  expect('polluted' in {}).toBe(false);
});

test('headers of a caller change neither where a request goes nor where it ends', async () => {
  const seen: (string | undefined)[][] = [];
  const site = createServer((request, response) => {
    const { host, connection, 'transfer-encoding': encoding, 'content-length': length, upgrade } = request.headers;
    seen.push([request.method, host, encoding, length, upgrade, connection]);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Here</p>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const open = await startServer({ allowPrivateNetworks: true });
  try {
    for (const headers of [
      { Host: 'internal.example' },
      { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' },
      { Connection: 'upgrade', Upgrade: 'h2c' },
      { 'X-A': 'a\r\nHost: internal.example' },
    ]) {
      await call(open, 'POST /v2/scrape', { body: { url: `http://127.0.0.1:${port}/`, maxAge: 0, headers } });
    }
    for (const [method, host, encoding, length, upgrade] of seen) {
      expect([method, host, encoding, length, upgrade]).toEqual([
        'GET',
        `127.0.0.1:${port}`,
        undefined,
        undefined,
        undefined,
      ]);
    }
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
