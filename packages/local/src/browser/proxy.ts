import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectByNet, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canParseUrl } from '../can-parse-url.js';
import { asFetchFailure } from '../web/fetch-errors.js';
import { FetchFailure } from '../web/fetch-types.js';
import type { PortPolicy } from '../web/port-policy.js';

/** What one browser context may load. */
export interface ProxyRules {
  /** Throws for a URL that must not be visited. For https it gets the origin alone. */
  checkUrl(url: string): void;
  /** Whether nothing is loaded from the host. */
  blocks(hostname: string): boolean;
}

/** The access of one browser context. */
export interface ProxyAccess {
  readonly username: string;
  readonly password: string;
  /** Why the last connection to the host and port of this URL failed: a `FetchFailure`, or what `checkUrl` threw. */
  failureFor(url: string): unknown;
  /** Ends its connections, forgets what they loaded, and loads by other rules from now on. */
  restart(rules: ProxyRules): void;
  /** Ends its connections. */
  close(): void;
}

/**
 * A proxy on loopback for everything that the browser loads. It connects only where the address policy of this server
 * allows it, at the time of connecting, and only for those who know the secret of an open browser context.
 */
export interface BrowserProxy {
  readonly url: string;
  open(rules: ProxyRules): ProxyAccess;
  close(): Promise<void>;
}

export type Connect = (target: { host: string; port: number; lookup: LookupFunction }) => Socket;

export interface ProxyOptions {
  readonly policyAt: PortPolicy;
  /** Opens the connection after the policy has allowed the name; `lookup` allows the address. Default: `net.connect`. */
  readonly connect?: Connect | undefined;
}

/** Bytes that the page of one context may load. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Headers between the browser and this proxy. */
const PROXY_HEADERS = new Set(['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'upgrade']);

interface Context {
  rules: ProxyRules;
  readonly sockets: Set<Duplex>;
  readonly failures: Map<string, unknown>;
  bytes: number;
}

interface Target {
  readonly context: Context;
  readonly host: string;
  readonly port: number;
  /** For the rules, and for errors. */
  readonly url: string;
}

export async function startProxy({ policyAt, connect = connectByNet }: ProxyOptions): Promise<BrowserProxy> {
  const contexts = new Map<string, Context>();
  const server = createServer();

  /** Connects to the target; throws when the rules or the policy forbid it. */
  function open({ context, host, port, url }: Target): Socket {
    if (context.rules.blocks(host))
      throw new FetchFailure('forbidden', `Nothing is loaded from ${host}: it serves ads.`);
    context.rules.checkUrl(url);
    if (context.bytes > MAX_BYTES) throw tooLarge();
    const addresses = policyAt(port);
    const denial = addresses.denialFor(host);
    if (denial) throw denial;
    const socket = connect({ host, port, lookup: addresses.lookup });
    track(context, socket);
    socket.on('data', (chunk: Buffer) => {
      context.bytes += chunk.length;
      if (context.bytes > MAX_BYTES) socket.destroy(tooLarge());
    });
    return socket;
  }

  /** Remembers the failure of a connection. */
  function fail({ context, host, port }: Target, failure: unknown): void {
    context.failures.set(hostAndPort(host, port), failure);
  }

  function contextOf(request: IncomingMessage): Context | undefined {
    return contexts.get(request.headers['proxy-authorization'] ?? '');
  }

  function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    client.on('error', () => {});
    const context = contextOf(request);
    const authority = request.url ?? '';
    if (!context) {
      client.end(`HTTP/1.1 407 ${UNAUTHORIZED}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    if (!canParseUrl(`http://${authority}`)) {
      client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${authority}`);
    const target = { context, host: unbracketed(hostname), port: Number(port || 80), url: `https://${authority}/` };
    track(context, client);
    try {
      const server = open(target);
      let isConnected = false;
      server.on('error', (error) => {
        fail(target, asFetchFailure(error, target.url));
        if (isConnected) client.destroy();
        else client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      server.once('connect', () => {
        isConnected = true;
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        if (head.length > 0) server.write(head);
        client.pipe(server).pipe(client);
        server.on('close', () => client.destroy());
      });
      client.on('close', () => server.destroy());
    } catch (error) {
      fail(target, error);
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    }
  }

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const context = contextOf(request);
    if (!context) {
      response.writeHead(407, { 'Proxy-Authenticate': CHALLENGE });
      response.end();
      return;
    }
    const url = request.url !== undefined && canParseUrl(request.url) ? new URL(request.url) : undefined;
    if (url?.protocol !== 'http:') {
      response.writeHead(400);
      response.end();
      return;
    }
    const target = { context, host: unbracketed(url.hostname), port: Number(url.port || 80), url: url.href };
    const giveUp = (failure: unknown) => {
      fail(target, failure);
      // The page must not see a response that the server did not send.
      response.destroy();
    };
    const headers = Object.entries(request.headers).filter(([name]) => !PROXY_HEADERS.has(name));
    try {
      const socket = open(target);
      const upstream = httpRequest({
        createConnection: () => socket,
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers: { ...Object.fromEntries(headers), connection: 'close' },
      });
      const giveUpBy = (error: unknown) => giveUp(asFetchFailure(error, target.url));
      upstream.on('error', giveUpBy);
      upstream.on('response', (incoming) => {
        incoming.on('error', giveUpBy);
        try {
          response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEnd(incoming.rawHeaders));
        } catch (error) {
          return giveUpBy(error);
        }
        incoming.pipe(response);
      });
      response.on('close', () => upstream.destroy());
      request.pipe(upstream);
    } catch (error) {
      giveUp(error);
    }
  }

  server.on('connect', tunnel);
  server.on('request', forward);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The browser ends with the service; until then, the proxy keeps no program running.
  server.unref();
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,

    open(rules) {
      const username = randomBytes(12).toString('hex');
      const password = randomBytes(24).toString('hex');
      const key = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      const context: Context = { rules, sockets: new Set(), failures: new Map(), bytes: 0 };
      contexts.set(key, context);
      return {
        username,
        password,
        failureFor(text) {
          const url = new URL(text);
          const { hostname, port: given, protocol } = url;
          const number = Number(given || (protocol === 'https:' ? 443 : 80));
          return context.failures.get(hostAndPort(unbracketed(hostname), number));
        },
        restart(next) {
          context.rules = next;
          context.bytes = 0;
          context.failures.clear();
          for (const socket of context.sockets) socket.destroy();
        },
        close() {
          contexts.delete(key);
          for (const socket of context.sockets) socket.destroy();
        },
      };
    },

    async close() {
      for (const { sockets } of contexts.values()) for (const socket of sockets) socket.destroy();
      contexts.clear();
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
}

const CHALLENGE = 'Basic realm="pages of this server"';
const UNAUTHORIZED = `Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}`;

function track({ sockets }: Context, socket: Duplex): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

function tooLarge(): FetchFailure {
  return new FetchFailure('too-large', `The page loads more than ${MAX_BYTES / 1024 / 1024} MiB.`);
}

function hostAndPort(host: string, port: number): string {
  return `${host.toLowerCase()} ${port}`;
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Names and values in turn, without those that only concern the connection to the server. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!PROXY_HEADERS.has(name.toLowerCase())) kept.push(name, rawHeaders[index + 1] ?? '');
  }
  return kept;
}
