import { createHash } from 'node:crypto';
import { canParseUrl } from '@trawl/base/can-parse-url';
import { isPrivateAddress } from './private-address.js';

/** A proxy that the service goes out through. */
export interface ProxyServer {
  /** Its name in errors, which callers see. */
  readonly name: string;
  readonly protocol: 'http' | 'https' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Requests with `proxy: "enhanced"` leave through enhanced proxies, all others through basic ones. */
  readonly kind: 'basic' | 'enhanced';
  /** The country that it leaves from, as two capital letters. */
  readonly country: string | undefined;
  /** The hosts that it is for, such as `*.example.com`. Without any, it is for all. */
  readonly hosts: readonly string[];
}

/** What a request wants of the proxy that it leaves through. */
export interface ProxyWish {
  readonly kind?: ProxyServer['kind'] | undefined;
  readonly country?: string | undefined;
}

/** `host` sends all requests to a host through the same proxy, `request` each one through the next. */
export const PROXY_ROTATIONS = ['host', 'request'] as const;

export type ProxyRotation = (typeof PROXY_ROTATIONS)[number];

export interface OutgoingProxies {
  /** Whether a connection to the host that wants such a proxy leaves through one. */
  offers(kind: ProxyServer['kind'], host: string): boolean;
  /** The proxy for a connection to the host; undefined for a direct one, as to all addresses of private networks. */
  choose(host: string, wish?: ProxyWish): ProxyServer | undefined;
}

const DEFAULT_PORTS = { http: 80, https: 443, socks5: 1080 } as const;

/**
 * Reads a proxy such as `http://user:password@proxy.example:8080#name=berlin&country=DE&kind=enhanced&hosts=*.example.com`;
 * returns undefined where the text is none. The first proxy without a name has the name `proxy 1`.
 */
export function readProxy(text: string, number = 1): ProxyServer | undefined {
  if (!canParseUrl(text)) return undefined;
  const url = new URL(text);
  const protocol = url.protocol.replace(/:$/, '').replace('socks5h', 'socks5');
  if (!isProxyProtocol(protocol) || url.hostname === '' || url.search !== '' || !/^\/?$/.test(url.pathname)) {
    return undefined;
  }
  const details = new URLSearchParams(url.hash.slice(1));
  const { name = `proxy ${number}`, kind = 'basic', country, hosts, ...rest } = Object.fromEntries(details);
  const isKind = kind === 'basic' || kind === 'enhanced';
  if (!isKind || (country !== undefined && !/^[A-Z]{2}$/.test(country)) || Object.keys(rest).length > 0)
    return undefined;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (name === '' || username === undefined || password === undefined) return undefined;
  return {
    name,
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || DEFAULT_PORTS[protocol]),
    username,
    password,
    kind,
    country,
    hosts: hosts === undefined ? [] : hosts.toLowerCase().split(','),
  };
}

/** The text of a part of a URL; undefined where a `%` begins no escape. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function isProxyProtocol(protocol: string): protocol is ProxyServer['protocol'] {
  return Object.hasOwn(DEFAULT_PORTS, protocol);
}

export interface OutgoingProxyOptions {
  /** As `readProxy` reads them. */
  readonly proxies: readonly string[];
  readonly proxyRotation: ProxyRotation;
}

export function createOutgoingProxies({ proxies, proxyRotation }: OutgoingProxyOptions): OutgoingProxies {
  const servers = proxies.flatMap((text, index) => readProxy(text, index + 1) ?? []);
  let requests = 0;

  function positionFor(host: string): number {
    if (proxyRotation === 'request') return requests++;
    return createHash('sha1').update(host).digest().readUInt32BE();
  }

  function serversFor(hostname: string): readonly ProxyServer[] {
    const host = hostname.toLowerCase();
    return servers.filter(({ hosts }) => hosts.length === 0 || hosts.some((one) => matchesHost(host, one)));
  }

  return {
    offers: (kind, host) => !isPrivateAddress(host) && serversFor(host).some((server) => server.kind === kind),
    choose(hostname, { kind = 'basic', country } = {}) {
      if (servers.length === 0 || isPrivateAddress(hostname)) return undefined;
      const forHost = serversFor(hostname);
      const ofKind = forHost.filter((server) => server.kind === kind);
      // What there is no enhanced proxy for leaves through a basic one, and a warning says so.
      const candidates = fromCountry(
        ofKind.length > 0 ? ofKind : forHost.filter((one) => one.kind === 'basic'),
        country,
      );
      return candidates[positionFor(hostname.toLowerCase()) % candidates.length];
    },
  };
}

/** The proxies of the country. Where there is none, or no country is wanted, those of no country, or else all. */
function fromCountry(servers: readonly ProxyServer[], country: string | undefined): readonly ProxyServer[] {
  const inCountry = country === undefined ? [] : servers.filter((server) => server.country === country);
  if (inCountry.length > 0) return inCountry;
  const anywhere = servers.filter((server) => server.country === undefined);
  return anywhere.length > 0 ? anywhere : servers;
}

/**
 * Whether a host fits a pattern: `example.com` is that host alone, and `*.example.com` each one below it. The dot at the end
 * of a whole name makes no difference.
 */
export function matchesHost(hostname: string, pattern: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
