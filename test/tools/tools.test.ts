import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalServer, type LocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';
import { createToolset } from '@trawl/tools';
import { ToolCallError, trawlTools } from '@trawl/tools/ai';
import { type McpHttpServer, serveMcp } from '@trawl/tools/mcp';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  answerOf,
  call,
  overHttp,
  overHttp2026,
  PROTOCOLS,
  served,
  spawnTools,
  startedOverStdio,
  type ToolClient,
  textIn,
} from './client.js';
import { serveSite } from './site.js';

const KEY = 'a-key-of-a-client-01';

let site: Awaited<ReturnType<typeof serveSite>>;
let service: LocalServer;
let trawl: Trawl;
let folder: string;

beforeAll(async () => {
  site = await serveSite();
  service = await createLocalServer({ port: 0, allowPrivateNetworks: true, browser: 'off', quiet: true });
  trawl = new Trawl({ baseUrl: service.url });
  folder = mkdtempSync(join(tmpdir(), 'trawl-tools-'));
  writeFileSync(join(folder, 'a report.html'), '<title>Report</title><h1>A report</h1><p>It holds.</p>');
});

afterAll(async () => {
  await service.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Reads a page with read_more to its end. */
async function readWhole(client: ToolClient, url: string): Promise<string[]> {
  const results = [(await call(client, 'scrape', { url })).text];
  for (;;) {
    const [, cursor] = /read_more and the cursor (\S+)\./.exec(results.at(-1) ?? '') ?? [];
    if (!cursor) return results;
    results.push((await call(client, 'read_more', { cursor })).text);
  }
}

/** The URLs of the crawls that the service still runs. */
const activeCrawls = async (): Promise<string[]> => (await trawl.crawls.active()).map(({ url }) => url);

const TRANSPORTS = ['standard input and output', 'streamable HTTP'];

describe.each(TRANSPORTS.flatMap((transport) => PROTOCOLS.map((version) => [transport, version] as const)))(
  'over %s, in the protocol of %s,',
  (transport, version) => {
    let server: McpHttpServer | undefined;
    let client: ToolClient;

    beforeAll(async () => {
      if (transport === 'streamable HTTP') {
        server = await serveMcp(trawl, { keys: [KEY], filesFolder: folder });
        client =
          version === '2025-11-25' ? (await overHttp(server.url, KEY)).client : await overHttp2026(server.url, KEY);
      } else {
        ({ client } = await startedOverStdio(version, service.url, '--files-folder', folder));
      }
    });

    afterAll(async () => {
      await client.close();
      await server?.close();
    });

    it('the list of tools is small, and each is annotated', async () => {
      const listed = await client.listTools();
      expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(6000);
      expect(
        listed.tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.openWorldHint]),
      ).toEqual([
        ['search', true, true],
        ['scrape', true, true],
        ['read_more', true, false],
        ['map', true, true],
        ['crawl', true, true],
        ['crawl_status', true, false],
        ['parse', true, false],
      ]);
      for (const { annotations } of listed.tools) expect(annotations?.destructiveHint).toBe(!annotations?.readOnlyHint);
      // This service has no browser and no language model.
      expect(listed.tools.map(({ name }) => name)).not.toContain('interact');
    });

    it('a long page is read to its end in results within the budget, without a cut table or code', async () => {
      const results = await readWhole(client, `${site.url}/long`);
      expect(results.length).toBeGreaterThan(1);
      for (const result of results) expect(countTokens(result)).toBeLessThanOrEqual(8000);
      const { markdown } = await trawl.scrape(`${site.url}/long`);
      expect(results.map(textIn).join('\n\n')).toBe(markdown.trim());
    });

    it('a crawl answers with its id and its first pages, whose cursors lead to them', async () => {
      const steps: number[] = [];
      const { content } = await client.callTool(
        { name: 'crawl', arguments: { url: site.url, limit: 4 } },
        {
          onprogress: ({ progress }) => steps.push(progress),
        },
      );
      let text = content[0]?.type === 'text' ? content[0].text : '';
      expect(steps.length).toBeGreaterThan(0);
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
      const [, id = ''] = /^Crawl (\S+): /.exec(text) ?? [];
      for (;;) {
        const [, skip] = /skip (\d+)\.$/m.exec(text) ?? [];
        if (!skip) break;
        ({ text } = await call(client, 'crawl_status', { id, skip: Number(skip) }));
      }
      ({ text } = await call(client, 'crawl_status', { id }));
      expect(text).toContain('completed, 4 of 4 pages read.');
      const [, cursor = ''] = /cursor (\S+) \| \d+ tokens \| \S+\/arms/.exec(text) ?? [];
      expect((await call(client, 'read_more', { cursor })).text).toContain('# Anchor /arms');
    });

    it('a crawl that the client cancels is cancelled at the service, and the session goes on', async () => {
      const stop = new AbortController();
      const url = `${site.url}/never`;
      const pending = client.callTool(
        { name: 'crawl', arguments: { url } },
        {
          signal: stop.signal,
          // The service has the crawl when there is progress of it.
          onprogress: () => stop.abort(),
        },
      );
      await expect(pending).rejects.toThrow();
      await expect.poll(activeCrawls).not.toContain(url);
      expect((await call(client, 'scrape', { url: `${site.url}/arms` })).isError).toBe(false);
    });

    it.each<[string, object, RegExp]>([
      ['scrape', {}, /^url is missing\.$/],
      ['scrape', { url: 'example' }, /^url must be an http:\/\/ or https:\/\/ URL\.$/],
      ['search', { query: 'a', limit: 99 }, /^limit must be a whole number from 1 to 20\.$/],
      [
        'read_more',
        { cursor: '99:0' },
        /^cursor "99:0" leads to no page, or no longer: read the page again with scrape/,
      ],
      [
        'parse',
        { file: '../../../../etc/passwd' },
        /^file: (there is no|\S+ is outside of the folder).* lists what there is\.$/,
      ],
      [
        'crawl',
        { url: 'https://example.com', includePaths: ['('] },
        /^The call failed\. Mend that field, and call again\.\n\n\[Text of the service.*\]\n.*includePaths\.0: .*\n\[End \w+\]$/,
      ],
      ['crawl_status', { id: 'first' }, /^id "first" leads to no crawl/],
      ['crawl_status', { id: '0b0c9f4e-52f3-4a8e-9f11-0d7f0c8a1111' }, /^id "0b0c9f4e-\S+" leads to no crawl/],
      ['interact', { prompt: 'Click.', session: 'first' }, /^session "first" does not exist, or no longer: give url/],
      ['ask_page', {}, /^The tool ask_page was not asked for/],
    ])('a failure of %s with %o is a result that names the field and the next step', async (name, args, message) => {
      expect(await call(client, name, args)).toEqual({ text: expect.stringMatching(message), isError: true });
    });
  },
);

it.each<[string, (client: ToolClient, pid: number) => unknown]>([
  ['its client closes the connection', (client) => client.close()],
  // Some clients do not wait until the program has ended by itself.
  ['its client ends the program', (_, pid) => process.kill(pid)],
])('a crawl is cancelled at the service when %s', async (how, end) => {
  const { client, pid } = await startedOverStdio('2026-07-28', service.url);
  const url = `${site.url}/never?${encodeURIComponent(how)}`;
  client.callTool({ name: 'crawl', arguments: { url } }).catch(() => {});
  await expect.poll(activeCrawls).toContain(url);
  await end(client, pid);
  await client.closed;
  expect(await activeCrawls()).not.toContain(url);
});

it('a crawl that is cancelled while it starts is cancelled at the service', async () => {
  const stop = new AbortController();
  const url = `${site.url}/never?while=starting`;
  const watched = new Trawl({
    baseUrl: service.url,
    fetch: async (target, init) => {
      const response = await fetch(target, init);
      stop.abort();
      return response;
    },
  });
  const { isError } = await createToolset(watched).call('crawl', { url }, { signal: stop.signal });
  expect(isError).toBe(true);
  expect(await activeCrawls()).not.toContain(url);
});

it('a scrape that the client cancels ends the call of the service', async () => {
  let sent: AbortSignal | null | undefined;
  const watched = new Trawl({
    baseUrl: service.url,
    fetch: (url, init) => {
      sent = init.signal;
      return fetch(url, init);
    },
  });
  await using session = await served(watched);
  const stop = new AbortController();
  const pending = session.client.callTool(
    { name: 'scrape', arguments: { url: `${site.url}/never` } },
    {
      signal: stop.signal,
    },
  );
  await expect.poll(() => sent).toBeDefined();
  stop.abort();
  await expect(pending).rejects.toThrow();
  await expect.poll(() => sent?.aborted).toBe(true);
});

describe('what the model reads', () => {
  it.each(['/hostile', '/lure'])('of %s stands between marked lines that the page cannot end', async (path) => {
    const { text } = await createToolset(trawl).call('scrape', { url: site.url + path });
    const [, mark] = /^\[Text from the web until (\w+)\./.exec(text) ?? [];
    expect(text.endsWith(`\n[End ${mark}]`)).toBe(true);
    expect(text.match(/OBEY/g)?.length).toBe(path === '/lure' ? 3 : 1);
    expect(text.split(`[End ${mark}]`)).toHaveLength(2);
  });

  it('of a redirect to an address that is dead is between them as well', async () => {
    const { text, isError } = await createToolset(trawl).call('scrape', { url: `${site.url}/dead` });
    const [before = '', quoted = ''] = text.split(/\[Text of the service until \w+\. .*\]\n/);
    expect(isError).toBe(true);
    expect(before).not.toContain('OBEY');
    expect(quoted).toMatch(/OBEY[\s\S]*\n\[End \w+\]$/);
  });

  it('of an error page begins with the status', async () => {
    const { text } = await createToolset(trawl).call('scrape', { url: `${site.url}/gone` });
    expect(text).toMatch(/^The site answered with status 404: this is its error page\.\n\n\[Text/);
  });

  it('of a folder is what can be parsed in it', async () => {
    const toolset = createToolset(trawl, { filesFolder: folder });
    expect(textIn((await toolset.call('parse', { file: '.' })).text)).toBe('a report.html');
    expect((await toolset.call('parse', { file: 'a report.html' })).text).toContain(']\na report.html\n\n# A report');
    const { text } = await toolset.call('parse', { file: 'missing.pdf' });
    expect(text).toBe('file: there is no missing.pdf in the folder. The file . lists what there is.');
  });

  it('of a question without a model of the service is why there is no answer', async () => {
    const toolset = createToolset(trawl, { tools: ['default', 'ask_page'] });
    expect(await toolset.call('ask_page', { url: `${site.url}/arms`, question: 'Does it hold?' })).toEqual({
      text: expect.stringMatching(/^There is no answer: read the page with scrape.*\n\n\[Text of the service until/),
      isError: true,
    });
  });
});

describe('what the developer decides', () => {
  it('holds for hosts, also where a page leads elsewhere', async () => {
    const toolset = createToolset(trawl, { allowedHosts: ['127.0.0.1'] });
    expect((await toolset.call('scrape', { url: `${site.url}/arms` })).isError).toBe(false);
    expect(await toolset.call('scrape', { url: `http://localhost:${site.port}/arms` })).toEqual({
      text: 'url: only pages of these hosts may be read here: 127.0.0.1.',
      isError: true,
    });
    expect(await toolset.call('scrape', { url: `${site.url}/away` })).toEqual({
      text: 'url: this page leads to a host that may not be read here. Use another one.',
      isError: true,
    });
  });

  it('holds for the credits of a day, apart for each key and in all its sessions', async () => {
    const keys = [KEY, 'a-key-of-a-client-02'];
    await using session = await served(trawl, { keys, maxCredits: 1 });
    const again = await overHttp2026(session.url, KEY);
    const other = await overHttp2026(session.url, keys[1]);
    expect((await call(session.client, 'scrape', { url: `${site.url}/arms` })).isError).toBe(false);
    expect(await call(again, 'scrape', { url: `${site.url}/chain` })).toEqual({
      text: 'The credits of today are used up: 1 of 1. Answer with what you have.',
      isError: true,
    });
    expect((await call(other, 'scrape', { url: `${site.url}/chain` })).isError).toBe(false);
    await Promise.all([again.close(), other.close()]);
  });

  it('holds for credits where calls come at once', async () => {
    await using session = await served(trawl, { maxCredits: 3 });
    const urls = Array.from({ length: 12 }, (_, i) => `${site.url}/at-once/${i}`);
    const results = await Promise.all(urls.map((url) => call(session.client, 'scrape', { url })));
    expect(results.filter(({ isError }) => !isError)).toHaveLength(3);
    for (const { text } of results.filter(({ isError }) => isError)) expect(text).toContain('used up: 3 of 3.');
  });

  it('is refused before anything listens where it cannot work', async () => {
    await expect(serveMcp(trawl, { host: '0.0.0.0' })).rejects.toThrow(
      'Give keys: other machines can reach this host.',
    );
    await expect(serveMcp(trawl, { keys: ['short'] })).rejects.toThrow('at least 16 characters');
    await expect(serveMcp(trawl, { keys: [] })).rejects.toThrow('keys has no key, so no client could call');
    await expect(serveMcp(trawl, { tools: ['interact'] })).rejects.toThrow('needs a key over HTTP');
  });
});

describe('over HTTP', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('nobody needs a key for search and scrape, and interact needs one', async () => {
    await using session = await served(trawl);
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('interact');
    expect((await call(session.client, 'search', { query: 'anchor' })).isError).toBe(false);
    expect(await call(session.client, 'interact', { prompt: 'Click.', url: site.url })).toEqual({
      text: 'The tool interact needs a key over HTTP: start the server with keys.',
      isError: true,
    });
  });

  it('a web page calls only from an origin that is allowed, and by a name that leads here not at all', async () => {
    const origin = 'https://app.example.com';
    await using session = await served(trawl, { allowedOrigins: [origin], keys: [KEY] });
    const { url } = session;
    expect((await answerOf(url, { origin: 'https://evil.example' })).status).toBe(403);
    const preflight = await answerOf(url, { origin, 'access-control-request-method': 'POST' }, { method: 'OPTIONS' });
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } });
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
    // It gets as far as the protocol, which has no use for it.
    const refused = await answerOf(url, { origin, authorization: `Bearer ${KEY}` });
    expect(refused).toMatchObject({ status: 400, headers: { 'access-control-expose-headers': 'mcp-session-id' } });
    expect((await answerOf(url.replace('/mcp', '/'), {})).status).toBe(404);
    await using open = await served(trawl);
    expect((await answerOf(open.url, { host: 'rebound.example' })).status).toBe(403);
  });

  it('a client needs its key, and cannot use the session of another', async () => {
    await using session = await served(trawl, { keys: [KEY, 'a-key-of-a-client-02'] });
    const { url, transport } = session;
    const id = { 'mcp-session-id': String(transport.sessionId) };
    const statusOf = async (headers: Readonly<Record<string, string>>) => (await answerOf(url, headers)).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: `Bearer ${KEY}x` })).toBe(401);
    expect(await statusOf({ ...id, authorization: 'Bearer a-key-of-a-client-02' })).toBe(404);
    expect(await statusOf({ ...id, authorization: `Bearer ${KEY}` })).toBe(400);
  });

  /** Makes a call that ends only with its client. */
  async function callWithoutEnd(client: ToolClient): Promise<void> {
    const path = `/never?${asked++}`;
    client.callTool({ name: 'scrape', arguments: { url: site.url + path } }).catch(() => {});
    await expect.poll(() => site.asked.has(path)).toBe(true);
  }
  let asked = 0;

  it('requests and sessions are bounded', async () => {
    await using session = await served(trawl, { maxSessions: 1 });
    await callWithoutEnd(session.client);
    await expect(overHttp(session.url)).rejects.toThrow('There are 1 sessions already, all in use.');
    const id = { 'mcp-session-id': String(session.transport.sessionId) };
    expect((await answerOf(session.url, id, { body: ' '.repeat(1_000_001) })).status).toBe(413);
    await session.transport.terminateSession();
    const { client: next } = await overHttp(session.url);
    expect((await next.listTools()).tools).not.toEqual([]);
    await next.close();
  });

  it('calls are bounded for each key, with and without a session', async () => {
    const keys = [KEY, 'a-key-of-a-client-02'];
    await using session = await served(trawl, { keys, maxCalls: 10 });
    const stateless = await overHttp2026(session.url, KEY);
    await callWithoutEnd(session.client);
    await callWithoutEnd(stateless);
    expect(await call(stateless, 'scrape', { url: `${site.url}/arms` })).toEqual({
      text: '2 of your calls are at work, and there is no room for another: wait for one of them.',
      isError: true,
    });
    const other = await overHttp2026(session.url, keys[1]);
    expect((await call(other, 'scrape', { url: `${site.url}/arms` })).isError).toBe(false);
    await Promise.all([stateless.close(), other.close()]);
  });

  it('the sessions of one key leave room for those of another, and are the same however the header spells it', async () => {
    const keys = [KEY, 'a-key-of-a-client-02'];
    await using session = await served(trawl, { keys, maxSessions: 10 });
    const { client: second } = await overHttp(session.url, KEY);
    await callWithoutEnd(session.client);
    await callWithoutEnd(second);
    const id = { 'mcp-session-id': String(session.transport.sessionId) };
    const schemes = fc.mixedCase(fc.constant('bearer'));
    const header = fc.tuple(schemes, fc.nat({ max: 9 })).map(([scheme, gap]) => `${scheme} ${' '.repeat(gap)}${KEY}`);
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a-client', version: '1.0.0' } },
    });
    for (const authorization of fc.sample(header, 12)) {
      expect((await answerOf(session.url, { ...id, authorization })).status).toBe(400);
      expect((await answerOf(session.url, { authorization }, { body: initialize })).status).toBe(503);
    }
    const { client: other } = await overHttp(session.url, keys[1]);
    await Promise.all([other.close(), second.close()]);
  });

  it('a key that is removed ends its sessions, and those of others go on', async () => {
    const keys = [KEY, 'a-key-of-a-client-02'];
    await using session = await served(trawl, { keys });
    const { client: other } = await overHttp(session.url, keys[1]);
    const call = session.client.callTool({ name: 'scrape', arguments: { url: `${site.url}/never?revoked` } });
    const ended = expect(call).rejects.toThrow();
    await session.server.setKeys(keys.slice(1));
    await ended;
    await expect(session.client.listTools()).rejects.toThrow();
    await expect(overHttp(session.url, KEY)).rejects.toThrow();
    expect((await other.listTools()).tools).not.toEqual([]);
    await other.close();
  });

  it('a file of keys that changes counts within a second, and with none no key is valid', async () => {
    const file = join(folder, 'keys');
    const write = (text: string) => writeFileSync(file, text, { mode: 0o600 });
    write(`${KEY}\na-key-of-a-client-02\n`);
    const program = spawnTools('--http', '0', '--keys-file', file, '--base-url', service.url);
    const url = await program.url;
    const isValid = async (key: string) => (await answerOf(url, { authorization: `Bearer ${key}` })).status !== 401;
    expect(await Promise.all([KEY, 'a-key-of-a-client-02'].map(isValid))).toEqual([true, true]);
    write('a-key-of-a-client-02\n');
    await expect.poll(() => isValid(KEY), { timeout: 2000 }).toBe(false);
    expect(await isValid('a-key-of-a-client-02')).toBe(true);
    write('');
    await expect.poll(() => isValid('a-key-of-a-client-02'), { timeout: 2000 }).toBe(false);
    program.end();
  });

  it('a session without a stream or a call makes room for another', async () => {
    await using session = await served(trawl, { maxSessions: 1 });
    // It closes the connection, and not the session.
    await session.client.close();
    const next = async (): Promise<string | undefined> =>
      (await overHttp(session.url).catch(() => undefined))?.transport.sessionId;
    await expect.poll(next).toBeDefined();
  });
});

describe('in the AI SDK', () => {
  it('a model makes a mistake, mends it by the result, reads a long page on, and answers', async () => {
    const steps = [
      ['scrape', { link: `${site.url}/long` }],
      ['scrape', { url: `${site.url}/long` }],
      ['read_more', {}],
    ] as const;
    const count = { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined };
    let step = 0;
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        const [toolName, given] = steps[step++] ?? [];
        // The model copies the cursor of the result before.
        const [, cursor] = /read_more and the cursor ([\w-]+:\d+)\./.exec(JSON.stringify(prompt.at(-1))) ?? [];
        const input = toolName === 'read_more' ? { cursor } : given;
        return {
          warnings: [],
          usage: { inputTokens: count, outputTokens: { total: 1, text: 1, reasoning: undefined } },
          finishReason: { unified: toolName ? 'tool-calls' : 'stop', raw: undefined },
          content: toolName
            ? [{ type: 'tool-call', toolCallId: `call-${step}`, toolName, input: JSON.stringify(input) }]
            : [{ type: 'text', text: 'It holds well in sand.' }],
        };
      },
    });
    const { text, steps: made } = await generateText({
      model,
      prompt: 'How does an anchor hold?',
      tools: trawlTools(trawl),
      stopWhen: stepCountIs(5),
    });
    expect(text).toBe('It holds well in sand.');
    const parts = made.flatMap(({ content }) => content);
    const problem = 'There is no field link. It takes url, wholePage, fresh, screenshot.\nurl is missing.';
    const failures = parts.filter((part) => part.type === 'tool-error');
    expect(failures.map(({ error }) => error)).toEqual([new ToolCallError(problem)]);
    // The model reads it, and learns that it is an error.
    const [, afterMistake] = model.doGenerateCalls;
    expect(afterMistake?.prompt.at(-1)?.content).toMatchObject([{ output: { type: 'error-text', value: problem } }]);
    const [page, rest] = made.flatMap(({ toolResults }) => toolResults.map(({ output }) => String(output)));
    expect(page).toContain('go on with read_more and the cursor ');
    expect(rest).toContain('Text from the web');
    const [first] = model.doGenerateCalls;
    expect(first?.tools?.map(({ name }) => name)).toEqual(createToolset(trawl).tools.map(({ name }) => name));
  });
});
