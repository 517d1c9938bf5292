import { randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Trawl } from '@trawl/sdk';
import type { ToolOptions } from '../policy.js';
import { serverFor } from './server.js';

/** How the tools are served over HTTP. */
export interface McpHttpOptions extends ToolOptions {
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** The bearer keys of the clients, each of at least 16 characters. Needed when `host` is no loopback address. */
  readonly keys?: readonly string[] | undefined;
  /** Origins of web pages that may call, such as `https://app.example.com`. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** How many sessions there may be at once. Default: 100. */
  readonly maxSessions?: number | undefined;
  /** How many of them one key may have. Default: a fifth of them, or all of them where there are not several keys. */
  readonly maxSessionsPerKey?: number | undefined;
}

/** A running server. */
export interface McpHttpServer extends AsyncDisposable {
  /** Where clients connect. */
  readonly url: string;
  close(): Promise<void>;
}

interface Session {
  /** Of the client that began it. No other may use it. */
  readonly authorization: string | undefined;
  readonly transport: StreamableHTTPServerTransport;
  /** How many of its requests are being answered, among them the stream that a client keeps open to listen. */
  openRequests: number;
  lastUsedAt: number;
}

const PATH = '/mcp';
const MAX_SESSIONS = 100;
/** After this a session without a request is over. */
const IDLE_MS = 30 * 60_000;
/** After this it is over when a new one needs its place: many clients never say that they are done. */
const IDLE_WHEN_FULL_MS = 60_000;
const MIN_KEY_LENGTH = 16;
const MAX_BODY_BYTES = 1_000_000;

/**
 * Serves the tools over streamable HTTP at `/mcp`. Each client has a session with its own pages and its own credits.
 *
 * @throws TypeError when an option cannot work.
 * @example
 * await using server = await serveMcp(new Trawl({ baseUrl: 'http://127.0.0.1:3002' }), { port: 3003 });
 * console.log(server.url); // http://127.0.0.1:3003/mcp
 */
export async function serveMcp(trawl: Trawl, options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const { port = 0, host = '127.0.0.1', keys = [], allowedOrigins = [], maxSessions = MAX_SESSIONS } = options;
  const shareOfKey = keys.length > 1 ? Math.max(1, Math.floor(maxSessions / 5)) : maxSessions;
  const { maxSessionsPerKey = shareOfKey } = options;
  if (keys.some((key) => key.length < MIN_KEY_LENGTH)) {
    throw new TypeError(`Each of keys must have at least ${MIN_KEY_LENGTH} characters.`);
  }
  if (keys.length === 0 && !isLoopback(host)) throw new TypeError('Give keys: other machines can reach this host.');
  const sessionOptions = { ...options, isOpen: keys.length === 0 };
  // Bad options are told at once, and not to the first client.
  await serverFor(trawl, sessionOptions).close();
  /** What the sessions that are not open yet are authorized by. */
  const starting: (string | undefined)[] = [];
  const sessions = new Map<string, Session>();

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(printable(error));
      if (!response.headersSent) refuse(response, 500, 'The request failed.');
      else response.destroy();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
      // A browser asks before it calls, without the key.
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    }
    const refusal = refusalOf(request);
    if (refusal) return refuse(response, ...refusal);
    const id = request.headers['mcp-session-id'];
    const { authorization } = request.headers;
    const session = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && (!session || session.authorization !== authorization)) {
      return refuse(response, 404, 'There is no such session, or no longer: initialize again.');
    }
    const body = await bodyOf(request);
    if (body === undefined) return refuse(response, 413, `The request has more than ${MAX_BODY_BYTES} bytes.`);
    if (session) {
      session.openRequests++;
      response.once('close', () => {
        session.openRequests--;
        session.lastUsedAt = performance.now();
      });
      return session.transport.handleRequest(request as never, response, parsed(body));
    }
    await endIdleSessions(IDLE_MS);
    if (fullness(authorization)) await endIdleSessions(IDLE_WHEN_FULL_MS);
    const reason = fullness(authorization);
    if (reason) return refuse(response, 503, reason);
    starting.push(authorization);
    try {
      const transport = await newSession(authorization);
      await transport.handleRequest(request as never, response, parsed(body));
      // Only a request to initialize begins a session.
      if (transport.sessionId === undefined) await transport.close();
    } finally {
      starting.splice(starting.indexOf(authorization), 1);
    }
  }

  /** Why there can be no other session of this client; undefined if there can. */
  function fullness(authorization: string | undefined): string | undefined {
    const owners = [...[...sessions.values()].map((session) => session.authorization), ...starting];
    if (owners.length >= maxSessions) return `There are ${maxSessions} sessions already. Try again later.`;
    if (owners.filter((owner) => owner === authorization).length < maxSessionsPerKey) return undefined;
    return `Your key has ${maxSessionsPerKey} sessions already. End one, or try again later.`;
  }

  function refusalOf({ url, headers }: IncomingMessage): [status: number, message: string] | undefined {
    if (url?.split('?')[0] !== PATH) return [404, `The server is at ${PATH}.`];
    // A web page that was opened on this machine could call otherwise, also by a name that leads here.
    if (headers.origin !== undefined && !allowedOrigins.includes(headers.origin)) {
      return [403, 'Web pages of this origin may not call. Name it in allowedOrigins.'];
    }
    if (isLoopback(host) && keys.length === 0 && !isLoopback(hostOf(headers.host))) {
      return [403, 'This server is called by its loopback address.'];
    }
    if (keys.length > 0 && !keys.some((key) => isSame(headers.authorization, `Bearer ${key}`))) {
      return [401, 'Send a key as a bearer token.'];
    }
    return undefined;
  }

  async function endIdleSessions(idleMs: number): Promise<void> {
    for (const [id, { transport, openRequests, lastUsedAt }] of sessions) {
      if (openRequests > 0 || performance.now() - lastUsedAt < idleMs) continue;
      sessions.delete(id);
      await transport.close();
    }
  }

  async function newSession(authorization: string | undefined): Promise<StreamableHTTPServerTransport> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { authorization, transport, openRequests: 0, lastUsedAt: performance.now() });
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await serverFor(trawl, sessionOptions).connect(transport as never);
    return transport;
  }

  server.listen(port, host);
  await once(server, 'listening');
  const close = (): Promise<void> => closeAll(server, [...sessions.values()]);
  return { url: urlOf(server, host), close, [Symbol.asyncDispose]: close };
}

async function closeAll(server: Server, sessions: readonly Session[]): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  await Promise.all(sessions.map(({ transport }) => transport.close()));
  server.closeAllConnections();
  await closed;
}

/** What lets a web page of this origin call, and read which session it has. */
const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id',
  'access-control-expose-headers': 'mcp-session-id',
  'access-control-max-age': '600',
  vary: 'origin',
});

/** What a request carries; undefined when that is too much. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** An error for the log. It may quote a request, whose control and format characters a terminal would obey. */
function printable(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' ? '\n  ' : `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  );
}

/** What is no JSON is left to the transport, which refuses it as the protocol says. */
function parsed(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`;
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

const hostOf = (header: string | undefined): string => (header ?? '').replace(/:\d+$/, '');

/** Takes the same time wherever the two differ. */
function isSame(given: string | undefined, expected: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
