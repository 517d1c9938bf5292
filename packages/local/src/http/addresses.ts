import ipaddr from 'ipaddr.js';
import type { Step } from './call.js';
import { CalledAddress } from './called-address.js';

export interface AddressesOptions {
  /** The origin at which clients reach this server, if the operator has named it. */
  readonly publicUrl?: string | undefined;
  /** IP addresses and ranges of the proxies whose `X-Forwarded-Host` and `X-Forwarded-Proto` count. By default, none. */
  readonly trustedProxies?: readonly string[];
}

/** Says at which address clients have called this server, which a reverse proxy may hide. */
export class Addresses {
  readonly #ranges: readonly Range[];
  readonly #publicOrigin: URL | undefined;

  constructor({ publicUrl, trustedProxies = [] }: AddressesOptions = {}) {
    this.#ranges = trustedProxies.map(rangeOf);
    this.#publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  }

  /** The address that a request has called. Headers of proxies count only if it came from that of a trusted one. */
  of(request: Request, sender: string | undefined): CalledAddress {
    const isForwarded = this.#ranges.length > 0 && sender !== undefined && this.isTrusted(sender);
    return new CalledAddress(request, isForwarded, this.#publicOrigin);
  }

  /** The address that a request has called which another node of the service has passed on: its headers count. */
  ofPassedOn(request: Request): CalledAddress {
    return new CalledAddress(request, true, this.#publicOrigin);
  }

  /** Knows the address of a call from its sender. */
  readonly step: Step = (call, next) => {
    call.set('address', this.of(call.req.raw, call.env.incoming?.socket.remoteAddress));
    return next();
  };

  /** Whether the address is that of a proxy whose headers count. */
  isTrusted(address: string): boolean {
    const sender = ipaddr.process(address);
    return this.#ranges.some(([network, bits]) => sender.kind() === network.kind() && sender.match(network, bits));
  }
}

type Range = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** The range that an address or a range in CIDR notation stands for. */
function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
