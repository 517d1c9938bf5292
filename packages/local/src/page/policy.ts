import { lookup as resolveByNode } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FetchFailure } from './fetched.js';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export interface AddressPolicyOptions {
  /** Whether pages on this machine and in its private networks may be fetched. */
  readonly allowPrivateNetworks: boolean;
  /** The resolver of the system unless told otherwise. */
  readonly resolve?: Resolve | undefined;
}

/** Which machines may be talked to. Asked at connect time, so that no name can change its address after the check. */
export interface AddressPolicy {
  /** What keeps a host of a URL from being visited; names pass, because `lookup` decides on them. */
  objectionTo(hostname: string): FetchFailure | undefined;
  /** For `net.connect`: gives only addresses that may be visited, and fails when none is left. */
  readonly lookup: LookupFunction;
}

// Neither a page nor somebody's private network: multicast, the cloud's metadata service, "this host".
const NEVER = new Set(['linkLocal', 'multicast', 'broadcast', 'unspecified']);

/** All that has been given out so far; outside of it lie old ways to write IPv4 addresses, such as `::127.0.0.1`. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

export function createAddressPolicy({ allowPrivateNetworks, resolve }: AddressPolicyOptions): AddressPolicy {
  const resolveName: Resolve = resolve ?? ((hostname) => resolveByNode(hostname, { all: true }));

  function mayVisit(address: string): boolean {
    // An IPv4 address inside an IPv6 one counts as what it is; other ways to embed one are ranges of their own.
    const parsed = ipaddr.process(address);
    if (allowPrivateNetworks) return !NEVER.has(parsed.range());
    return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
  }

  function refusal(hostname: string): FetchFailure {
    const remedy = allowPrivateNetworks
      ? 'Link-local, multicast and unspecified addresses are never fetched.'
      : 'Private networks are not fetched unless the server is started with --allow-private-networks.';
    return new FetchFailure('forbidden', `${hostname} is not a public address. ${remedy}`);
  }

  return {
    objectionTo(hostname) {
      const address = hostname.replace(/^\[(.*)\]$/, '$1');
      return isIP(address) && !mayVisit(address) ? refusal(hostname) : undefined;
    },

    lookup(hostname, options, callback) {
      resolveName(hostname).then(
        (addresses) => {
          const open = addresses.filter(({ address }) => mayVisit(address));
          const usable = open.filter(({ family }) => !options.family || options.family === family);
          const [first] = usable;
          if (!first) callback(open.length < addresses.length ? refusal(hostname) : unresolved(hostname), '');
          else if (options.all) callback(null, [...usable]);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, ''),
      );
    },
  };
}

function unresolved(hostname: string): FetchFailure {
  return new FetchFailure('dns', `The host name ${hostname} does not resolve.`);
}
