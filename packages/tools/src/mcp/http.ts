import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { printableMessage } from '@trawl/base/printable';
import type { Trawl } from '@trawl/sdk';
import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import type { ToolOptions } from '../policy.js';
import { HttpSessions, NoRoomError } from './http-sessions.js';
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
  /**
   * Replaces the keys. The sessions of keys that are not among them end.
   *
   * @throws TypeError for a key of the wrong form, and on a server that was started without keys.
   */
  setKeys(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface HttpEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The key of the client; undefined on a server without keys. */
    key: string | undefined;
  };
}

type HttpContext = Context<HttpEnv>;

const PATH = '/mcp';
const MAX_SESSIONS = 100;
const MAX_BODY_BYTES = 1_000_000;

/** A bearer token as RFC 6750 defines it, and too long to be guessed. */
const KEY = /^(?=.{16})[\w.~+/-]+=*$/;

/**
 * Serves the tools over streamable HTTP at `/mcp`. Each client has a session with its own pages and its own credits.
 *
 * @throws TypeError when an option cannot work.
 * @example
 * await using server = await serveMcp(new Trawl({ baseUrl: 'http://127.0.0.1:3002' }), { port: 3003 });
 * console.log(server.url); // http://127.0.0.1:3003/mcp
 */
export async function serveMcp(trawl: Trawl, options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const { port = 0, host = '127.0.0.1', maxSessions = MAX_SESSIONS } = options;
  let keys = options.keys && [...new Set(options.keys)];
  const shareOfKey = keys && keys.length > 1 ? Math.max(1, Math.floor(maxSessions / 5)) : maxSessions;
  const { maxSessionsPerKey = shareOfKey } = options;
  if (keys?.length === 0) {
    throw new TypeError(
      'keys has no key, so no client could call: name one, or leave the option out to serve without keys.',
    );
  }
  refuseWrongKeys(keys ?? []);
  if (!keys && !isLoopback(host)) throw new TypeError('Give keys: other machines can reach this host.');
  const sessionOptions = { ...options, isOpen: !keys };
  // Bad options are told at once, and not to the first client.
  await serverFor(trawl, sessionOptions).close();

  const sessions = new HttpSessions(() => serverFor(trawl, sessionOptions), { maxSessions, maxSessionsPerKey });
  const app = createApp(sessions, { ...options, host, keys: keys && (() => keys ?? []) });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(port, host);
  await once(server, 'listening');
  const close = (): Promise<void> => closeAll(server, sessions);
  return {
    url: urlOf(server, host),
    async setKeys(newKeys) {
      if (!keys) throw new TypeError('A server without keys cannot get some: start one with keys.');
      refuseWrongKeys(newKeys);
      keys = [...newKeys];
      await sessions.endAllBut(keys);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refuseWrongKeys(keys: readonly string[]): void {
  if (keys.every((key) => KEY.test(key))) return;
  throw new TypeError('Each of keys must have at least 16 characters: letters, digits and . _ ~ + / -.');
}

interface AppOptions extends Pick<McpHttpOptions, 'allowedOrigins'> {
  readonly host: string;
  /** The keys that are valid now. Without it, everyone who reaches the server may call. */
  readonly keys: (() => readonly string[]) | undefined;
}

function createApp(sessions: HttpSessions, { host, keys, allowedOrigins = [] }: AppOptions) {
  const app = new Hono<HttpEnv>();
  const allowOrigin = cors({
    origin: [...allowedOrigins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id'],
    exposeHeaders: ['mcp-session-id'],
    maxAge: 600,
  });
  app.use(async (context, next) => {
    const origin = context.req.header('origin');
    if (origin === undefined) return next();
    // A web page that was opened on this machine could call otherwise, also by a name that leads here.
    if (!allowedOrigins.includes(origin)) {
      return refusal(context, 403, 'Web pages of this origin may not call. Name it in allowedOrigins.');
    }
    return allowOrigin(context, next);
  });
  if (keys) {
    const message = errorBody('Send a key as a bearer token.');
    const challenge = { message, wwwAuthenticateHeader: 'Bearer' };
    app.use(
      PATH,
      bearerAuth({
        verifyToken: (token, context: HttpContext) => {
          const key = keys().find((one) => isSame(token, one));
          context.set('key', key);
          return key !== undefined;
        },
        noAuthenticationHeader: challenge,
        invalidAuthenticationHeader: challenge,
        invalidToken: challenge,
      }),
    );
  } else if (isLoopback(host)) {
    app.use(PATH, async (context, next) => {
      if (isLoopback(hostOf(context.req.header('host')))) return next();
      return refusal(context, 403, 'This server is called by its loopback address.');
    });
  }
  app.all(
    PATH,
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => refusal(context, 413, `The request has more than ${MAX_BODY_BYTES} bytes.`),
    }),
    (context) => answer(context, sessions),
  );
  app.notFound((context) => refusal(context, 404, `The server is at ${PATH}.`));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof NoRoomError) return refusal(context, 503, error.message);
    // It may quote a request.
    console.error(printableMessage(error.stack ?? String(error)));
    return refusal(context, 500, 'The request failed.');
  });
  return app;
}

/** Answers a request in its session, or begins a session with it. */
async function answer(context: HttpContext, sessions: HttpSessions): Promise<Response> {
  const id = context.req.header('mcp-session-id');
  // However the header spells it.
  const key = context.get('key');
  const session = id === undefined ? undefined : sessions.find(id, key);
  if (id !== undefined && !session) {
    return refusal(context, 404, 'There is no such session, or no longer: initialize again.');
  }
  const request = { parsedBody: parsed(await context.req.text()) };
  if (!session) {
    return sessions.begin(key, (transport) => transport.handleRequest(context.req.raw, request));
  }
  session.openRequests++;
  context.env.outgoing.once('close', () => {
    session.openRequests--;
    session.lastUsedAt = performance.now();
  });
  return session.transport.handleRequest(context.req.raw, request);
}

async function closeAll(server: Server, sessions: HttpSessions): Promise<void> {
  if (!server.listening) return;
  const serverClose = once(server, 'close');
  server.close();
  await sessions.closeAll();
  server.closeAllConnections();
  await serverClose;
}

/** Leaves a body that is not JSON to the transport, which refuses it as the protocol says. */
function parsed(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}

const errorBody = (message: string) => ({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });

const refusal = (context: Context, status: 403 | 404 | 413 | 500 | 503, message: string): Response =>
  context.json(errorBody(message), status);

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`;
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

const hostOf = (header: string | undefined): string => (header ?? '').replace(/:\d+$/, '');

/** The comparison takes the same time wherever the two differ. */
function isSame(token: string, key: string): boolean {
  const tokenBytes = Buffer.from(token);
  const right = Buffer.from(key);
  return tokenBytes.length === right.length && timingSafeEqual(tokenBytes, right);
}
