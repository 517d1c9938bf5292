import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  validateHeaderValue,
} from 'node:http';
import { type AddressInfo, connect as connectByNet, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canParseUrl } from '@trawl/base/can-parse-url';
import { portOf } from '@trawl/base/url-port';
import { asFetchFailure } from '@trawl/web/fetch-errors';
import { FetchFailure } from '@trawl/web/fetch-types';
import type { OutgoingProxies, ProxyServer, ProxyWish } from '@trawl/web/outgoing-proxies';
import type { OwnUrls } from '@trawl/web/own-pages';
import { type AddressPolicy, type OwnProgram, type PortPolicy, THIS_MACHINE } from '@trawl/web/port-policy';
import { openTunnel } from '@trawl/web/proxy-tunnel';

/** What one browser context, or a program, may load. */
export interface ProxyRules {
  /** What it wants of the proxies of this service. */
  readonly proxyWish?: ProxyWish | undefined;
  /** Bytes that it may load. Default: 128 MiB. */
  readonly maxBytes?: number | undefined;
  /** Throws for a URL that must not be visited. For https it gets the origin alone. */
  checkUrl(url: string): void;
  /** Whether nothing is loaded from the host. */
  blocks(hostname: string): boolean;
}

/** The access of one browser context, or of a program. */
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
 * A proxy on loopback for everything that the browser and other programs load. It connects only where the address policy of
 * this server allows it, at the time of connecting, and only for those who know the secret of an open browser context.
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
  /** The proxies that everything is loaded through. By default, there are none. */
  readonly proxies?: Pick<OutgoingProxies, 'choose'> | undefined;
  /** The pages of this server that a browser may show. By default, there are none. */
  readonly ownUrls?: OwnUrls | undefined;
}

type CompleteOptions = { readonly [Name in keyof ProxyOptions]-?: NonNullable<ProxyOptions[Name]> };

/** Bytes that the page of one context may load, where its rules say nothing else. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Bytes of the headers of a request and of a response. Browsers take as many. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Headers between the browser and this proxy. */
const PROXY_HEADERS = new Set(['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'upgrade']);

/** A server that the browser asks for. */
interface Target {
  readonly host: string;
  readonly port: number;
  /** For the rules, and for errors. */
  readonly url: string;
}

const ports = new Set<number>();

/** The proxies of this process. Only the browser and the programs that the service starts may use them. */
export const ownProxies: OwnProgram = {
  reason: 'is a proxy of this server at that port, and only its browser uses it.',
  hostsAt: (port) => (ports.has(port) ? [THIS_MACHINE] : []),
};

export async function startProxy({
  policyAt,
  connect = connectByNet,
  proxies = { choose: () => undefined },
  ownUrls = async () => undefined,
}: ProxyOptions): Promise<BrowserProxy> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The browser ends with the service; until then, the proxy keeps no program running.
  server.unref();
  return new LoopbackProxy(server, { policyAt, connect, proxies, ownUrls });
}

class LoopbackProxy implements BrowserProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #options: CompleteOptions;
  /** By what the browser sends as `Proxy-Authorization`. */
  readonly #contexts = new Map<string, ContextTraffic>();

  constructor(server: Server, options: CompleteOptions) {
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
    ports.add(port);
    this.#server = server;
    this.#options = options;
    server.on('connect', (request, client, head) => this.#tunnel(request, client, head));
    server.on('request', (request, response) => this.#respond(request, response));
  }

  open(rules: ProxyRules): ProxyAccess {
    const context = new ContextTraffic(rules, () => this.#contexts.delete(context.authorization));
    this.#contexts.set(context.authorization, context);
    return context;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) context.endConnections();
    this.#contexts.clear();
    this.#server.closeAllConnections();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
    ports.delete(Number(new URL(this.url).port));
  }

  #contextOf(request: IncomingMessage): ContextTraffic | undefined {
    return this.#contexts.get(request.headers['proxy-authorization'] ?? '');
  }

  /** Carries the bytes of an https connection, which this proxy cannot read. */
  #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    client.on('error', () => {});
    const context = this.#contextOf(request);
    if (!context) {
      client.end(`HTTP/1.1 407 ${UNAUTHORIZED}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const target = tunnelTarget(request.url ?? '');
    if (!target) {
      client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    context.track(client);
    this.#open(context, target).then(
      (socket) =>
        joinSockets(client, head, socket, (error) => context.recordFailure(target, asFetchFailure(error, target.url))),
      (error) => {
        context.recordFailure(target, error);
        client.end(isForbidden(error) ? 'HTTP/1.1 403 Forbidden\r\n\r\n' : BAD_GATEWAY);
      },
    );
  }

  /** Answers a request by plain http: with a page of this server, or with what another server responds. */
  #respond(request: IncomingMessage, response: ServerResponse): void {
    const context = this.#contextOf(request);
    if (!context) {
      response.writeHead(407, { 'Proxy-Authenticate': CHALLENGE });
      response.end();
      return;
    }
    const target = httpTarget(request.url ?? '');
    if (!target) {
      response.writeHead(400);
      response.end();
      return;
    }
    const giveUp = (failure: unknown) => {
      context.recordFailure(target, failure);
      // The page must not see a response that the server did not send.
      response.destroy();
    };
    const respond = async () => {
      const page = await this.#ownPage(context, request, target);
      if (page) return sendPage(page, response);
      const socket = await this.#open(context, target);
      if (response.destroyed) return socket.destroy();
      relayRequest(request, response, {
        socket,
        target,
        onError: (error) => giveUp(asFetchFailure(error, target.url)),
      });
    };
    respond().catch(giveUp);
  }

  /** A page of this server, if its own page or nobody's asks for it: pages of others learn nothing of this server. */
  async #ownPage(context: ContextTraffic, request: IncomingMessage, target: Target): Promise<Response | undefined> {
    if (request.method !== 'GET' || !OWN_SITES.has(String(request.headers['sec-fetch-site']))) return undefined;
    context.checkTarget(target.host, target.url);
    return this.#options.ownUrls(target.url);
  }

  /** Connects to the target, directly or through a proxy; throws when the rules, the policy or the proxy forbid it. */
  async #open(context: ContextTraffic, { host, port, url }: Target): Promise<Socket> {
    context.checkTarget(host, url);
    const { policyAt, proxies, connect } = this.#options;
    const addresses = await policyAt(port);
    const denial = addresses.denialFor(host);
    if (denial) throw denial;
    const proxy = proxies.choose(host, context.proxyWish);
    const socket = proxy
      ? await openThrough(proxy, addresses, { host, port })
      : connect({ host, port, lookup: addresses.lookup });
    context.track(socket);
    context.countBytes(socket);
    return socket;
  }
}

async function openThrough(
  proxy: ProxyServer,
  addresses: AddressPolicy,
  target: { readonly host: string; readonly port: number },
): Promise<Socket> {
  const denial = await addresses.denialThroughProxy(target.host);
  if (denial) throw denial;
  return openTunnel(proxy, target);
}

/** Whether the browser must not load the URL, and not that a proxy has failed. */
function isForbidden(error: unknown): boolean {
  return !(error instanceof FetchFailure) || error.reason === 'forbidden';
}

const BAD_GATEWAY = 'HTTP/1.1 502 Bad Gateway\r\n\r\n';

/** Who asks, as the browser says in a header that no page can set: the browser itself, or a page of the same server. */
const OWN_SITES = new Set(['none', 'same-origin']);

async function sendPage(page: Response, response: ServerResponse): Promise<void> {
  response.writeHead(page.status, Object.fromEntries(page.headers));
  response.end(Buffer.from(await page.arrayBuffer()));
}

/** What one browser context loads. */
class ContextTraffic implements ProxyAccess {
  readonly username = randomBytes(12).toString('hex');
  readonly password = randomBytes(24).toString('hex');
  readonly authorization = `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
  #rules: ProxyRules;
  readonly #onClose: () => void;
  readonly #sockets = new Set<Duplex>();
  readonly #failures = new Map<string, unknown>();
  #bytes = 0;

  constructor(rules: ProxyRules, onClose: () => void) {
    this.#rules = rules;
    this.#onClose = onClose;
  }

  failureFor(text: string): unknown {
    const url = new URL(text);
    return this.#failures.get(hostAndPort(unbracketed(url.hostname), portOf(url)));
  }

  restart(rules: ProxyRules): void {
    this.#rules = rules;
    this.#bytes = 0;
    this.#failures.clear();
    this.endConnections();
  }

  close(): void {
    this.#onClose();
    this.endConnections();
  }

  endConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get proxyWish(): ProxyWish | undefined {
    return this.#rules.proxyWish;
  }

  /** Throws when the rules forbid the target, or when the page has loaded too much. */
  checkTarget(host: string, url: string): void {
    if (this.#rules.blocks(host)) throw new FetchFailure('forbidden', `Nothing is loaded from ${host}: it serves ads.`);
    this.#rules.checkUrl(url);
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
  }

  get #maxBytes(): number {
    return this.#rules.maxBytes ?? MAX_BYTES;
  }

  /** Ends the socket together with the context. */
  track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  countBytes(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#maxBytes) socket.destroy(tooLarge(this.#maxBytes));
    });
  }

  recordFailure({ host, port }: Target, failure: unknown): void {
    this.#failures.set(hostAndPort(host, port), failure);
  }
}

/** The target of `CONNECT host:port`; undefined where that is no address. */
function tunnelTarget(authority: string): Target | undefined {
  if (!canParseUrl(`http://${authority}`)) return undefined;
  const { hostname, port } = new URL(`http://${authority}`);
  return { host: unbracketed(hostname), port: Number(port || 80), url: `https://${authority}/` };
}

/** The target of a request with a whole URL; undefined where that is no URL of http. */
function httpTarget(text: string): Target | undefined {
  if (!canParseUrl(text)) return undefined;
  const { protocol, hostname, port, href } = new URL(text);
  return protocol === 'http:' ? { host: unbracketed(hostname), port: Number(port || 80), url: href } : undefined;
}

/** Passes on all bytes in both directions, once the server is connected. */
function joinSockets(client: Duplex, head: Buffer, server: Socket, onError: (error: unknown) => void): void {
  if (client.destroyed) {
    server.destroy();
    return;
  }
  let isConnected = false;
  server.on('error', (error) => {
    onError(error);
    if (isConnected) client.destroy();
    else client.end(BAD_GATEWAY);
  });
  const onConnect = () => {
    isConnected = true;
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) server.write(head);
    client.pipe(server).pipe(client);
    server.on('close', () => client.destroy());
  };
  client.on('close', () => server.destroy());
  // A connection through a proxy is open already.
  if (server.connecting) server.once('connect', onConnect);
  else onConnect();
}

interface Upstream {
  readonly socket: Socket;
  readonly target: Target;
  onError(error: unknown): void;
}

function relayRequest(request: IncomingMessage, response: ServerResponse, upstream: Upstream): void {
  const { socket, target, onError } = upstream;
  const { pathname, search } = new URL(target.url);
  const headers = Object.entries(request.headers).filter(([name]) => !PROXY_HEADERS.has(name));
  const outbound = httpRequest({
    createConnection: () => socket,
    method: request.method,
    path: `${pathname}${search}`,
    headers: { ...Object.fromEntries(headers), connection: 'close' },
    maxHeaderSize: MAX_HEADER_BYTES,
    // Browsers take more than what is proper HTTP.
    insecureHTTPParser: true,
  });
  outbound.on('error', onError);
  outbound.on('response', (inbound) => {
    inbound.on('error', onError);
    try {
      response.writeHead(inbound.statusCode ?? 502, inbound.statusMessage, endToEnd(inbound.rawHeaders));
    } catch (error) {
      return onError(error);
    }
    inbound.pipe(response);
  });
  response.on('close', () => outbound.destroy());
  request.pipe(outbound);
}

const CHALLENGE = 'Basic realm="pages of this server"';
const UNAUTHORIZED = `Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}`;

function tooLarge(maxBytes: number): FetchFailure {
  return new FetchFailure('too-large', `The page loads more than ${maxBytes / 1024 / 1024} MiB.`);
}

function hostAndPort(host: string, port: number): string {
  return `${host.toLowerCase()} ${port}`;
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Names and values in turn, without those that only concern the connection to the server, or that HTTP cannot carry. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  const headers: string[] = [];
  const isChunked = rawHeaders.some((text, index) => index % 2 === 0 && text.toLowerCase() === 'transfer-encoding');
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const key = name.toLowerCase();
    // Where both are sent, chunks count.
    if (PROXY_HEADERS.has(key) || (isChunked && key === 'content-length')) continue;
    if (isProper(name, value)) headers.push(name, value);
  }
  return headers;
}

function isProper(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
