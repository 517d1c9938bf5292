import ipaddr from 'ipaddr.js';

export interface AddressesOptions {
  /** The origin at which clients reach this server, if the operator has named it. */
  readonly publicUrl?: string | undefined;
  /** IP addresses and ranges of the proxies whose `X-Forwarded-Host` and `X-Forwarded-Proto` count. By default, none. */
  readonly trustedProxies?: readonly string[];
}

/** Says at which address a client has called this server, which a reverse proxy may hide. */
export interface Addresses {
  /** Notes which address a request came from. Headers of proxies count only if it is that of a trusted one. */
  noteSender(request: Request, address: string | undefined): void;
  /** Makes the headers of proxies count: another node of the service has passed the request on. */
  trust(request: Request): void;
  /** Whether the address is that of a proxy whose headers count. */
  isTrusted(address: string): boolean;
  /** The host, with its port, that the client has called. */
  hostOf(request: Request): string;
  /** The hosts that are this server for the client: the one that it has called, and the public one. */
  hostsOf(request: Request): readonly string[];
  /** The origin with which absolute URLs in the response begin. */
  baseUrlOf(request: Request): string;
}

export function createAddresses({ publicUrl, trustedProxies = [] }: AddressesOptions = {}): Addresses {
  const ranges = trustedProxies.map(rangeOf);
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  const forwardedRequests = new WeakSet<Request>();

  function isTrusted(address: string): boolean {
    const sender = ipaddr.process(address);
    return ranges.some(([network, bits]) => sender.kind() === network.kind() && sender.match(network, bits));
  }

  /** The first value is the one of the proxy that is nearest to the client. */
  function forwarded(request: Request, name: string): string | undefined {
    if (!forwardedRequests.has(request)) return undefined;
    const [value = ''] = (request.headers.get(name) ?? '').split(',');
    return value.trim() || undefined;
  }

  function hostOf(request: Request): string {
    return forwarded(request, 'x-forwarded-host') ?? request.headers.get('host') ?? new URL(request.url).host;
  }

  return {
    noteSender(request, address) {
      if (ranges.length > 0 && address !== undefined && isTrusted(address)) forwardedRequests.add(request);
    },
    isTrusted,
    trust: (request) => forwardedRequests.add(request),
    hostOf,
    hostsOf: (request) => [hostOf(request), ...(publicOrigin ? [publicOrigin.host] : [])],
    baseUrlOf(request) {
      if (publicOrigin) return publicOrigin.origin;
      const protocol = forwarded(request, 'x-forwarded-proto') === 'https' ? 'https' : 'http';
      return `${protocol}://${hostOf(request)}`;
    },
  };
}

type Range = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** The range that an address or a range in CIDR notation stands for. */
function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
