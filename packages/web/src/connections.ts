import { portOf } from '@trawl/base/url-port';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type AddressPolicy, createAddressPolicy } from './address-policy.js';
import type { OutgoingProxies, ProxyServer, ProxyWish } from './outgoing-proxies.js';
import { type ConnectionOptions, createPortPolicy, type PortPolicy } from './port-policy.js';
import { openTunnel } from './proxy-tunnel.js';

/**
 * How a connection is made: `verifying` requires a valid certificate, `trusting` accepts any certificate, and `own`
 * reaches private networks whatever the policy is.
 */
export type ConnectionKind = 'verifying' | 'trusting' | 'own';

export interface Exchange {
  readonly url: URL;
  readonly kind: ConnectionKind;
  readonly proxy?: ProxyWish | undefined;
  readonly headers: Headers;
  /** The body of a POST; without it the request is a GET. */
  readonly post: string | undefined;
  readonly signal: AbortSignal;
}

/** Opens connections to other servers where the policy allows it, and keeps them for the next exchange. */
export interface Connections {
  exchange(exchange: Exchange): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** How connections are made, and through which proxies. */
export interface RoutedConnectionOptions extends ConnectionOptions {
  readonly proxies?: OutgoingProxies | undefined;
}

/** Bytes of the headers of a response. Browsers take as many. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Servers that are remembered to speak HTTP/2 alone. */
const MAX_HTTP2_ORIGINS = 1000;

/** How an agent connects. HTTP/2 is spoken only with servers that speak nothing else. */
interface AgentKind {
  readonly kind: ConnectionKind;
  readonly allowH2: boolean;
}

/** Whether a server has refused HTTP/1.1 before it was sent anything. */
function speaksHttp2Alone(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';
}

export function createConnections(options: RoutedConnectionOptions): Connections {
  /** By the proxy, which several may name alike; undefined stands for direct connections. */
  const agents = new Map<ProxyServer | undefined, Map<string, Agent>>();
  /** The tunnels that are being opened. */
  const openings = new Set<AbortController>();
  const policyAt = createPortPolicy(options);
  // The operator of this server named these URLs, so private networks are allowed.
  const openPolicy = createAddressPolicy({ ...options, allowPrivateNetworks: true });
  const openPolicyAt: PortPolicy = async () => openPolicy;
  /** The servers that speak HTTP/2 alone. */
  const http2Origins = new Set<string>();
  let undici: Undici | undefined;

  function openAgent(
    { Agent, buildConnector }: Undici,
    { kind, allowH2 }: AgentKind,
    proxy: ProxyServer | undefined,
  ): Agent {
    const rejectUnauthorized = kind !== 'trusting';
    const addressesAt = kind === 'own' ? openPolicyAt : policyAt;
    const connectors = new WeakMap<AddressPolicy, Connector>();
    const connectorFor = (addresses: AddressPolicy): Connector => {
      const existingConnector = connectors.get(addresses);
      if (existingConnector) return existingConnector;
      const connector = buildConnector({ rejectUnauthorized, allowH2, lookup: addresses.lookup });
      connectors.set(addresses, connector);
      return connector;
    };
    return new Agent({
      connect(target, callback) {
        const connect = (addresses: AddressPolicy): void => {
          const denial = addresses.denialFor(target.hostname);
          const connector = connectorFor(addresses);
          if (denial) callback(denial, null);
          else if (proxy) connectThrough({ proxy, addresses, connector, openings }, target, callback);
          else connector(target, callback);
        };
        addressesAt(portOf(target)).then(connect, (error) => callback(error, null));
      },
      allowH2,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The deadline of the request is the only one.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  function agentFor(undici: Undici, kind: AgentKind, proxy: ProxyServer | undefined): Agent {
    const byKind = agents.get(proxy) ?? new Map<string, Agent>();
    agents.set(proxy, byKind);
    const key = `${kind.kind} ${kind.allowH2}`;
    const agent = byKind.get(key) ?? openAgent(undici, kind, proxy);
    byKind.set(key, agent);
    return agent;
  }

  /** What the operator has named is reached directly. */
  function proxyFor({ url, kind, proxy }: Exchange): ProxyServer | undefined {
    return kind === 'own' ? undefined : options.proxies?.choose(url.hostname, proxy);
  }

  return {
    async exchange(exchange) {
      const { url, kind, headers, post, signal } = exchange;
      signal.throwIfAborted();
      // Loaded with the first page: loading it takes longer than the rest of the start of the server.
      undici ??= await import('undici');
      const library = undici;
      const proxy = proxyFor(exchange);
      const body = post === undefined ? {} : ({ method: 'POST', body: post } as const);
      const send = (allowH2: boolean) => {
        const dispatcher = agentFor(library, { kind, allowH2 }, proxy);
        return unlessAborted(
          library.request(url, { dispatcher, headers: Object.fromEntries(headers), signal, ...body }),
          signal,
        );
      };
      if (http2Origins.has(url.origin)) return send(true);
      try {
        return await send(false);
      } catch (error) {
        if (!speaksHttp2Alone(error)) throw error;
        if (http2Origins.size >= MAX_HTTP2_ORIGINS) http2Origins.clear();
        http2Origins.add(url.origin);
        return send(true);
      }
    },

    async close() {
      for (const opening of openings) opening.abort();
      await Promise.all([...agents.values()].flatMap((byKind) => [...byKind.values()].map((agent) => agent.destroy())));
    },
  };
}

/** Rejects as soon as the signal aborts: undici itself does so only when the connection of the request is open. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** How a proxy is reached, and what it may be asked for. */
interface ProxyRoute {
  readonly proxy: ProxyServer;
  readonly addresses: AddressPolicy;
  /** Makes a connection of TLS in the tunnel. */
  readonly connector: Connector;
  /** The tunnels that are being opened. Aborting one ends it. */
  readonly openings: Set<AbortController>;
}

/** Connects to the target through a proxy, where the policy allows it as far as this machine can tell. */
function connectThrough(
  { proxy, addresses, connector, openings }: ProxyRoute,
  target: buildConnector.Options,
  callback: buildConnector.Callback,
): void {
  const { hostname, protocol } = target;
  const connect = async () => {
    const denial = await addresses.denialThroughProxy(hostname);
    if (denial) throw denial;
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const opening = new AbortController();
    openings.add(opening);
    return openTunnel(proxy, { host, port: portOf(target) }, opening.signal).finally(() => openings.delete(opening));
  };
  connect().then(
    (socket) => {
      if (protocol === 'https:') connector({ ...target, httpSocket: socket }, callback);
      else callback(null, socket);
    },
    (error) => callback(error, null),
  );
}

type Undici = typeof import('undici');

type Connector = ReturnType<Undici['buildConnector']>;
