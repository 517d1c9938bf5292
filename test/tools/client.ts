import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  type CallToolResult,
  Client,
  type RequestOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransport2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpClientTransport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Trawl } from '@trawl/sdk';
import { type McpHttpOptions, serveMcp } from '@trawl/tools/mcp';
import { expect } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../packages/tools/dist/cli.js', import.meta.url));

/** The versions of the protocol that clients of these tests speak. Each has a client library of its own. */
export const PROTOCOLS = ['2025-11-25', '2026-07-28'] as const;

export type ProtocolVersion = (typeof PROTOCOLS)[number];

/** What the clients of all versions can do. */
export interface ToolClient {
  listTools(): Promise<{ tools: { name: string; annotations?: { readonly [hint: string]: unknown } | undefined }[] }>;
  callTool(
    call: { name: string; arguments?: Record<string, unknown> },
    options?: RequestOptions,
  ): Promise<CallToolResult>;
  close(): Promise<void>;
  /** Resolved when the connection is closed. */
  readonly closed: Promise<void>;
}

const INFO = { name: 'a-client', version: '1.0.0' };

/** A client of the protocol of 2025, whose calls have another argument before the options. */
async function connected2025(transport: StdioClientTransport2025 | HttpClientTransport2025): Promise<ToolClient> {
  const client = new Client2025(INFO);
  const closed = closeOf(client);
  await client.connect(transport as never);
  return {
    closed,
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, undefined, options as never) as Promise<CallToolResult>,
    close: () => client.close(),
  };
}

async function connected2026(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<ToolClient> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const closed = closeOf(client);
  await client.connect(transport);
  return {
    closed,
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, options),
    close: () => client.close(),
  };
}

const closeOf = (client: { onclose?: () => void }): Promise<void> =>
  new Promise((resolve) => {
    client.onclose = resolve;
  });

/** A client of the program, which it starts, and the id of that process. */
export async function startedOverStdio(version: ProtocolVersion, baseUrl: string, ...args: string[]) {
  const parameters = {
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: { PATH: process.env.PATH ?? '', TRAWL_BASE_URL: baseUrl },
  };
  if (version === '2025-11-25') {
    const transport = new StdioClientTransport2025(parameters);
    return { client: await connected2025(transport), pid: transport.pid ?? 0 };
  }
  const transport = new StdioClientTransport(parameters);
  return { client: await connected2026(transport), pid: transport.pid ?? 0 };
}

/** A client of the protocol of 2026 of a server over HTTP. */
export const overHttp2026 = (url: string, key?: string): Promise<ToolClient> =>
  connected2026(new StreamableHTTPClientTransport(new URL(url), { requestInit: headersOf(key) }));

/** A client of a server over HTTP, and the transport, which knows the id of the session. */
export async function overHttp(url: string, key?: string) {
  const transport = new HttpClientTransport2025(new URL(url), { requestInit: headersOf(key) });
  return { client: await connected2025(transport), transport };
}

const headersOf = (key: string | undefined): RequestInit =>
  key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } };

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
export async function call(
  client: ToolClient,
  name: string,
  args: object,
): Promise<{ text: string; isError: boolean }> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  expect(structuredContent).toBeUndefined();
  expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', isError: isError === true };
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
