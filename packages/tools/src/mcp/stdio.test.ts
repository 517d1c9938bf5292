import { PassThrough } from 'node:stream';
import { Trawl } from '@trawl/sdk';
import { describe, expect, it } from 'vitest';
import { toolsetFor } from '../toolset.js';
import { serveStreams } from './stdio.js';

const SITE = 'https://anchors.example';
const ID = '0b0c9f4e-52f3-4a8e-9f11-0d7f0c8a7777';

const page = { success: true, data: { markdown: 'It holds.', metadata: { url: SITE, statusCode: 200 } } };

/** A server over streams, whose service answers as told, and never to what it is not told. */
function started(answers: Readonly<Record<string, object>>) {
  const requests: string[] = [];
  const lost: string[] = [];
  const trawl = new Trawl({
    baseUrl: 'http://127.0.0.1:3002',
    fetch: async (url, { method = 'GET', signal } = {}) => {
      const request = `${method} ${new URL(String(url)).pathname}`;
      requests.push(request);
      const answer = answers[request];
      if (answer) return Response.json(answer);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const input = new PassThrough();
  const output = new PassThrough();
  let written = '';
  output.on('data', (chunk) => {
    written += chunk;
  });
  const toolset = toolsetFor(trawl, { onLostJob: (message) => lost.push(message) });
  const server = serveStreams(trawl, toolset, input, output);
  return {
    server,
    input,
    output,
    requests,
    lost,
    send: (...messages: object[]) => {
      for (const message of messages) input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    },
    /** The answers by their ids. */
    answers: () =>
      new Map(
        written
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as { id: number; result?: object; error?: object })
          .map((message) => [message.id, message]),
      ),
  };
}

const clientInfo = { name: 'a-client', version: '1.0.0' };
const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
};
const initialized = { method: 'notifications/initialized' };
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const call = (id: number, name: string, args: unknown, rest: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...rest },
});

describe('at the end of the input', () => {
  it.each([
    ['2025', [initialize, initialized], {}],
    ['2026-07-28', [], { _meta: meta }],
  ])('what was asked in the protocol of %s is answered', async (_, opening, rest) => {
    const { server, input, send, answers } = started({
      'POST /v2/scrape': page,
      'GET /_local/capabilities': { success: true, data: {} },
    });
    send(...opening, { id: 2, method: 'tools/list', params: { ...rest } }, call(3, 'scrape', { url: SITE }, rest));
    input.end();
    await server.ended;
    await server.close();
    expect(JSON.stringify(answers().get(2))).toContain('"read_more"');
    expect(JSON.stringify(answers().get(3))).toContain('It holds.');
  });

  it('a crawl that takes longer is cancelled at the service, and its id is told', async () => {
    const { server, input, send, answers, requests, lost } = started({
      'POST /v2/crawl': { success: true, id: ID, url: SITE },
      [`DELETE /v2/crawl/${ID}`]: { success: true, status: 'cancelled' },
    });
    send(initialize, initialized, call(2, 'crawl', { url: SITE }));
    await expect.poll(() => requests).toContain(`GET /v2/crawl/${ID}`);
    input.end();
    await server.ended;
    await server.close();
    await expect.poll(() => lost).toEqual([expect.stringContaining(`The crawl ${ID} was cancelled at the service`)]);
    expect(requests).toContain(`DELETE /v2/crawl/${ID}`);
    expect(answers().has(2)).toBe(false);
  });

  it('nothing is waited for that the client has cancelled', async () => {
    const { server, input, send, requests } = started({});
    send(initialize, initialized, call(2, 'scrape', { url: SITE }));
    await expect.poll(() => requests).toContain('POST /v2/scrape');
    send({ method: 'notifications/cancelled', params: { requestId: 2 } });
    const startedAt = performance.now();
    input.end();
    await server.ended;
    expect(performance.now() - startedAt).toBeLessThan(1500);
    await server.close();
  });
});

it('a pipe that the client has closed ends the server without an error', async () => {
  const { server, output, send } = started({ 'POST /v2/scrape': page });
  send(initialize, initialized);
  output.on('error', () => {});
  output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  send(call(2, 'scrape', { url: SITE }));
  await server.ended;
  await server.close();
});

it.each([[null], [''], ['{}'], [undefined]])('arguments written as %j are none', async (args) => {
  const { server, send, answers } = started({ 'POST /v2/scrape': page });
  send(initialize, initialized, call(2, 'scrape', args), call(3, 'scrape', JSON.stringify({ url: SITE })));
  await expect.poll(() => answers().size).toBe(3);
  expect(JSON.stringify(answers().get(2))).toContain('url is missing.');
  expect(JSON.stringify(answers().get(3))).toContain('It holds.');
  await server.close();
});
