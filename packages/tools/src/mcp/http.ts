import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { isLoopback } from '@trawl/base/loopback';
import { OpenSockets } from '@trawl/base/open-sockets';
import type { Trawl } from '@trawl/sdk';
import type { ToolOptions } from '../policy.js';
import { type Toolset, toolsetFor } from '../toolset.js';
import { HttpAnswers } from './http-answer.js';
import { createApp, keyOf, PATH } from './http-app.js';
import { HttpSessions } from './http-sessions.js';
import { serverOf } from './server.js';

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
  /** Names of hosts beside loopback by which clients may call a server without keys, such as that of a proxy before it. */
  readonly serverNames?: readonly string[] | undefined;
  /** How many calls of tools may run at once. Default: 100. */
  readonly maxCalls?: number | undefined;
  /** How many of them may be of one key. Default: a fifth of them, or all of them where there are not several keys. */
  readonly maxCallsPerKey?: number | undefined;
  /** How many sessions of the protocol of 2025 there may be at once. Default: 100. */
  readonly maxSessions?: number | undefined;
  /** How many of them one key may have. Default: a fifth of them, or all of them where there are not several keys. */
  readonly maxSessionsPerKey?: number | undefined;
}

/** A running server. */
export interface McpHttpServer extends AsyncDisposable {
  /** Where clients connect. */
  readonly url: string;
  /**
   * Replaces the keys. The calls and the sessions of keys that are not among them end.
   *
   * @throws TypeError for a key of the wrong form, and on a server that was started without keys.
   */
  setKeys(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const MAX_CALLS = 100;
const MAX_SESSIONS = 100;

/** A bearer token as RFC 6750 defines it, and too long to be guessed. */
const KEY = /^(?=.{16})[\w.~+/-]+=*$/;

/**
 * Serves the tools over streamable HTTP at `/mcp`, in the protocol of 2026-07-28 and in those of 2025. The calls of a key share
 * their pages and their credits.
 *
 * @throws TypeError when an option cannot work.
 * @example
 * await using server = await serveMcp(new Trawl({ baseUrl: 'http://127.0.0.1:3002' }), { port: 3003 });
 * console.log(server.url); // http://127.0.0.1:3003/mcp
 */
export async function serveMcp(trawl: Trawl, options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const { port = 0, host = '127.0.0.1', maxSessions = MAX_SESSIONS, maxCalls = MAX_CALLS } = options;
  let keys = options.keys && [...new Set(options.keys)];
  const shareOfKey = (all: number) => (keys && keys.length > 1 ? Math.max(1, Math.floor(all / 5)) : all);
  const { maxSessionsPerKey = shareOfKey(maxSessions), maxCallsPerKey = shareOfKey(maxCalls) } = options;
  if (keys?.length === 0) {
    throw new TypeError(
      'keys has no key, so no client could call: name one, or leave the option out to serve without keys.',
    );
  }
  refuseWrongKeys(keys ?? []);
  if (!keys && !isLoopback(host)) throw new TypeError('Give keys: other machines can reach this host.');

  const callLimit = new CallLimit(maxCalls, maxCallsPerKey);
  const toolsets = new Map<string | undefined, Toolset>();
  const session = { ...options, cursorSecret: options.cursorSecret ?? randomBytes(16).toString('hex'), isOpen: !keys };
  const toolsetOf = (key: string | undefined): Toolset => {
    const toolset = toolsets.get(key) ?? callLimit.limited(toolsetFor(trawl, { ...session, key }, 'day'));
    toolsets.set(key, toolset);
    return toolset;
  };
  // Bad options are told at once, and not to the first client.
  toolsetOf(keys?.[0]);
  const createServer = (key: string | undefined) => serverOf(trawl, toolsetOf(key));
  const sessions = new HttpSessions(createServer, { maxSessions, maxSessionsPerKey });
  const answers = new HttpAnswers(sessions, createServer);
  const app = createApp(answers, {
    host,
    allowedOrigins: options.allowedOrigins ?? [],
    serverNames: (options.serverNames ?? []).map((name) => name.toLowerCase()),
    keys: keys && (() => keys ?? []),
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  // Strangers are one, so that they never hold more than a client with a key.
  new OpenSockets({ ownerOf: ({ headers }) => ({ group: keyOf(headers.authorization, keys) ?? '' }) }).watch(server);
  server.listen(port, host);
  await once(server, 'listening');
  const close = (): Promise<void> => closeAll(server, sessions, answers);
  return {
    url: urlOf(server, host),
    async setKeys(newKeys) {
      if (!keys) throw new TypeError('A server without keys cannot get some: start one with keys.');
      refuseWrongKeys(newKeys);
      keys = [...newKeys];
      for (const key of toolsets.keys()) if (!newKeys.includes(String(key))) toolsets.delete(key);
      await Promise.all([sessions.endAllBut(keys), answers.endAllBut(keys)]);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refuseWrongKeys(keys: readonly string[]): void {
  if (keys.every((key) => KEY.test(key))) return;
  throw new TypeError('Each of keys must have at least 16 characters: letters, digits and . _ ~ + / -.');
}

/** How many calls run at once, of all clients and of one key. */
class CallLimit {
  readonly #maxCalls: number;
  readonly #maxCallsPerKey: number;
  #calls = 0;

  constructor(maxCalls: number, maxCallsPerKey: number) {
    this.#maxCalls = maxCalls;
    this.#maxCallsPerKey = maxCallsPerKey;
  }

  /** The tools of a key, whose calls are counted. A call that is too many is answered at once, and the model can wait. */
  limited(toolset: Toolset): Toolset {
    let callsOfKey = 0;
    return {
      ...toolset,
      call: async (name, input, options) => {
        if (this.#calls >= this.#maxCalls || callsOfKey >= this.#maxCallsPerKey) {
          const text = `${callsOfKey} of your calls are at work, and there is no room for another: wait for one of them.`;
          return { text, isError: true };
        }
        this.#calls++;
        callsOfKey++;
        try {
          return await toolset.call(name, input, options);
        } finally {
          this.#calls--;
          callsOfKey--;
        }
      },
    };
  }
}

async function closeAll(server: Server, sessions: HttpSessions, answers: HttpAnswers): Promise<void> {
  if (!server.listening) return;
  const serverClose = once(server, 'close');
  server.close();
  await Promise.all([sessions.closeAll(), answers.close()]);
  server.closeAllConnections();
  await serverClose;
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`;
}
