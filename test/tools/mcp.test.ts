import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';
import { type McpHttpOptions, type McpHttpServer, serveMcp } from '@trawl/tools/mcp';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from './site.js';

const PROGRAM = fileURLToPath(new URL('../../packages/tools/dist/cli.js', import.meta.url));
const KEY = 'a-key-of-a-client-01';

let site: Awaited<ReturnType<typeof serveSite>>;
let service: LocalServer;
let trawl: Trawl;

beforeAll(async () => {
  site = await serveSite();
  service = await createLocalServer({ port: 0, allowPrivateNetworks: true, browser: 'off', quiet: true });
  trawl = new Trawl({ baseUrl: service.url });
});

afterAll(async () => {
  await service.close();
  await site[Symbol.asyncDispose]();
});

type Transport = StdioClientTransport | StreamableHTTPClientTransport;

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'a-client', version: '1.0.0' });
  await client.connect(transport as never);
  return client;
}

const overStdio = (...args: string[]): Promise<Client> =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, ...args],
      env: { PATH: process.env.PATH ?? '', TRAWL_BASE_URL: service.url },
    }),
  );

const overHttp = (server: McpHttpServer, key?: string): Promise<Client> =>
  connected(
    new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
    }),
  );

/** A server over HTTP, and a client of it. */
async function served(options: McpHttpOptions = {}) {
  const server = await serveMcp(trawl, options);
  const client = await overHttp(server, options.keys?.[0]);
  return {
    server,
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
}

async function call(client: Client, name: string, args: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  expect(structuredContent).toBeUndefined();
  expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
  return { text: (content as { text: string }[])[0]?.text ?? '', isError: isError === true };
}

/** The text of the page in a result. */
const textIn = (result: string): string =>
  [...result.matchAll(/\[Text from the web until (\w+)\. [^\]]*\]\n([\s\S]*?)\n\[End \1\]/g)].at(-1)?.[2] ?? '';

/** Reads a page with read_more to its end. */
async function readWhole(client: Client, url: string): Promise<string[]> {
  const results = [(await call(client, 'scrape', { url })).text];
  for (;;) {
    const [, cursor] = /read_more and the cursor (\S+)\./.exec(results.at(-1) ?? '') ?? [];
    if (!cursor) return results;
    results.push((await call(client, 'read_more', { cursor })).text);
  }
}

/** The status of a bare request, which may have headers that a client would not send. */
const statusOf = (url: string, headers: Record<string, string>, body = '{}'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(body);
  });

describe.each([
  ['standard input and output', () => overStdio('--files-folder', '.')],
  ['streamable HTTP', async () => overHttp(await serveMcp(trawl, { keys: [KEY], filesFolder: '.' }), KEY)],
])('over %s', (_, connect) => {
  let client: Client;

  beforeAll(async () => {
    client = await connect();
  });

  afterAll(() => client.close());

  it('the list of tools is small, and each is annotated', async () => {
    const listed = await client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual([
      'search',
      'scrape',
      'read_more',
      'map',
      'crawl',
      'crawl_status',
      'interact',
      'parse',
    ]);
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(10_000);
    for (const { annotations } of listed.tools) {
      expect(annotations).toEqual({
        title: expect.any(String),
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        openWorldHint: true,
      });
    }
  });

  it('a long page is read to its end in results within the budget, without a cut table or code', async () => {
    const results = await readWhole(client, `${site.url}/long`);
    expect(results.length).toBeGreaterThan(1);
    for (const result of results) expect(countTokens(result)).toBeLessThanOrEqual(8000);
    const { markdown } = await trawl.scrape(`${site.url}/long`);
    expect(results.map(textIn).join('\n\n')).toBe(markdown.trim());
  });

  it('a crawl answers with its id and its first pages, whose cursors lead to them', async () => {
    const told: number[] = [];
    const { content } = await client.callTool({ name: 'crawl', arguments: { url: site.url, limit: 4 } }, undefined, {
      onprogress: ({ progress }) => told.push(progress),
    });
    let [{ text }] = content as [{ text: string }];
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    const [, id = ''] = /^Crawl (\S+): /.exec(text) ?? [];
    for (;;) {
      const [, skip] = /skip (\d+)\.$/m.exec(text) ?? [];
      if (!skip) break;
      ({ text } = await call(client, 'crawl_status', { id, skip: Number(skip) }));
    }
    ({ text } = await call(client, 'crawl_status', { id }));
    expect(text).toContain('completed, 4 of 4 pages read.');
    const [, cursor = ''] = /\/arms \| \d+ tokens \| cursor (\S+)/.exec(text) ?? [];
    expect((await call(client, 'read_more', { cursor })).text).toContain('# Anchor /arms');
  });

  it.each<[string, object, RegExp]>([
    ['scrape', {}, /^url is missing\.$/],
    ['scrape', { url: 'example' }, /^url must be an http:\/\/ or https:\/\/ URL\.$/],
    ['search', { query: 'a', limit: 99 }, /^limit must be a whole number from 1 to 20\.$/],
    ['read_more', { cursor: '99:0' }, /^cursor "99:0" leads to no page, or no longer: read the page again with scrape/],
    ['parse', { file: '../../../../etc/passwd' }, /outside of the folder|There is no file/],
    ['crawl_status', { id: '0b0c9f4e-52f3-4a8e-9f11-0d7f0c8a1111' }, /Check the URL or the id\.$/],
    ['ask_page', {}, /^The tool ask_page was not asked for/],
  ])('a failure of %s with %o is a result that names the field and the next step', async (name, args, message) => {
    expect(await call(client, name, args)).toEqual({ text: expect.stringMatching(message), isError: true });
  });
});

it('a call that the client cancels ends the call of the service, and the session goes on', async () => {
  let askedFor: AbortSignal | null | undefined;
  const watched = new Trawl({
    baseUrl: service.url,
    fetch: (url, init) => {
      askedFor = init.signal;
      return fetch(url, init);
    },
  });
  const server = await serveMcp(watched);
  const client = await overHttp(server);
  const stop = new AbortController();
  const pending = client.callTool({ name: 'scrape', arguments: { url: `${site.url}/never` } }, undefined, {
    signal: stop.signal,
  });
  await expect.poll(() => askedFor).toBeDefined();
  stop.abort();
  await expect(pending).rejects.toThrow();
  await expect.poll(() => askedFor?.aborted).toBe(true);
  expect((await call(client, 'scrape', { url: `${site.url}/arms` })).isError).toBe(false);
  await client.close();
  await server.close();
});

describe('what the developer decides', () => {
  it('holds for hosts, also where a page leads elsewhere', async () => {
    await using session = await served({ allowedHosts: ['127.0.0.1'] });
    expect((await call(session.client, 'scrape', { url: `${site.url}/arms` })).isError).toBe(false);
    for (const url of [`http://localhost:${site.port}/arms`, `${site.url}/away`]) {
      expect(await call(session.client, 'scrape', { url })).toEqual({
        text: 'url: only pages of these hosts may be read here: 127.0.0.1.',
        isError: true,
      });
    }
  });

  it('holds for credits, apart for each session', async () => {
    await using session = await served({ maxCredits: 1 });
    const again = await overHttp(session.server);
    expect((await call(session.client, 'scrape', { url: `${site.url}/arms` })).isError).toBe(false);
    expect(await call(session.client, 'scrape', { url: `${site.url}/chain` })).toEqual({
      text: 'The credits of this session are used up: 1 of 1. Answer with what you have.',
      isError: true,
    });
    expect((await call(again, 'scrape', { url: `${site.url}/chain` })).isError).toBe(false);
    await again.close();
  });

  it('is refused before anything listens where it cannot work', async () => {
    await expect(serveMcp(trawl, { host: '0.0.0.0' })).rejects.toThrow(
      'Give keys: other machines can reach this host.',
    );
    await expect(serveMcp(trawl, { keys: ['short'] })).rejects.toThrow('at least 16 characters');
    await expect(serveMcp(trawl, { tools: ['interact'] })).rejects.toThrow('needs a key over HTTP');
  });
});

describe('over HTTP', () => {
  it('nobody needs a key for search and scrape, and interact needs one', async () => {
    await using session = await served();
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('interact');
    expect((await call(session.client, 'search', { query: 'anchor' })).isError).toBe(false);
    expect(await call(session.client, 'interact', { prompt: 'Click.', url: site.url })).toEqual({
      text: 'The tool interact needs a key over HTTP: start the server with keys.',
      isError: true,
    });
  });

  it('a web page calls only from an origin that is allowed, and by a name that leads here not at all', async () => {
    await using session = await served({ allowedOrigins: ['https://app.example.com'] });
    const { url } = session.server;
    expect(await statusOf(url, { origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf(url, { host: 'rebound.example' })).toBe(403);
    // It gets as far as the protocol, which has no use for it.
    expect(await statusOf(url, { origin: 'https://app.example.com' })).toBe(406);
    expect(await statusOf(url.replace('/mcp', '/'), {})).toBe(404);
  });

  it('a client needs its key, and cannot use the session of another', async () => {
    await using session = await served({ keys: [KEY, 'a-key-of-a-client-02'] });
    const { url } = session.server;
    const { transport } = session.client as unknown as { transport: StreamableHTTPClientTransport };
    const id = { 'mcp-session-id': String(transport.sessionId) };
    expect(await statusOf(url, {})).toBe(401);
    expect(await statusOf(url, { authorization: `Bearer ${KEY}x` })).toBe(401);
    expect(await statusOf(url, { ...id, authorization: 'Bearer a-key-of-a-client-02' })).toBe(404);
    expect(await statusOf(url, { ...id, authorization: `Bearer ${KEY}` })).toBe(406);
  });

  it('requests and sessions are bounded', async () => {
    await using session = await served({ maxSessions: 1 });
    await expect(overHttp(session.server)).rejects.toThrow('There are 1 sessions already.');
    const { transport } = session.client as unknown as { transport: StreamableHTTPClientTransport };
    const id = { 'mcp-session-id': String(transport.sessionId) };
    expect(await statusOf(session.server.url, id, ' '.repeat(1_000_001))).toBe(413);
    await transport.terminateSession();
    const next = await overHttp(session.server);
    expect((await next.listTools()).tools).not.toEqual([]);
    await next.close();
  });
});
