import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Trawl } from '@trawl/sdk';
import { type McpHttpOptions, serveMcp } from '@trawl/tools/mcp';
import { expect } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../packages/tools/dist/cli.js', import.meta.url));

async function connected(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
  const client = new Client({ name: 'a-client', version: '1.0.0' });
  await client.connect(transport as never);
  return client;
}

/** A client of the program, which it starts. */
export const overStdio = (baseUrl: string, ...args: string[]): Promise<Client> =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, ...args],
      env: { PATH: process.env.PATH ?? '', TRAWL_BASE_URL: baseUrl },
    }),
  );

/** A client of a server over HTTP, and the transport, which knows the id of the session. */
export async function overHttp(url: string, key?: string) {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
  });
  return { client: await connected(transport), transport };
}

/** A server over HTTP, and a client of it. */
export async function served(trawl: Trawl, options: McpHttpOptions = {}) {
  const server = await serveMcp(trawl, options);
  const { client, transport } = await overHttp(server.url, options.keys?.[0]);
  return {
    url: server.url,
    server,
    client,
    transport,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
}

/** The program as a server over HTTP. */
export function spawnTools(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = once(child.stderr, 'data').then(([line]) => /http:\S+/.exec(String(line))?.[0] ?? '');
  return { url, end: () => void child.kill() };
}

/** Calls a tool, whose result has to be one text. */
export async function call(client: Client, name: string, args: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  expect(structuredContent).toBeUndefined();
  expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
  return { text: (content as { text: string }[])[0]?.text ?? '', isError: isError === true };
}

/** The text of the page in a result, which stands after its URL and its title. */
export const textIn = (result: string): string =>
  [
    ...result.matchAll(
      /\[Text from the web until (\w+)\. [^\]]*\]\n(?:http\S+\n(?:Title: [^\n]*\n)?\n)?([\s\S]*?)\n\[End \1\]/g,
    ),
  ].at(-1)?.[2] ?? '';

/** The answer to a bare request, which may have headers that a client would not send. */
export const answerOf = (
  url: string,
  headers: Readonly<Record<string, string>>,
  { method = 'POST', body = '{}' } = {},
): Promise<{ status: number | undefined; headers: Readonly<Record<string, unknown>> }> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers: { 'content-type': 'application/json', ...headers } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers });
    })
      .on('error', reject)
      .end(method === 'POST' ? body : undefined);
  });
