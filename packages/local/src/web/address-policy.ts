import { lookup as resolveByNode } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { meaningsOf } from './embedded-ipv4.js';
import { FetchFailure } from './fetch-types.js';
import { isMetadataAddress, isMetadataName } from './metadata-services.js';
import { isThisMachine } from './this-machine.js';

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
  /** What keeps a host of a URL from being visited; names mostly pass, because `lookup` decides on their addresses. */
  objectionTo(hostname: string): FetchFailure | undefined;
  /** For `net.connect`: gives only addresses that may be visited, and fails when none is left. */
  readonly lookup: LookupFunction;
}

// Neither a page nor somebody's private network: "this host", and all hosts at once.
const NEVER = new Set(['linkLocal', 'multicast', 'broadcast', 'unspecified']);

/** All that has been given out so far; outside of it lie old ways to write IPv4 addresses, such as `::127.0.0.1`. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

const PRIVATE =
  'is not a public address. Private networks are not fetched unless the server is started with --allow-private-networks.';
const NEVER_FETCHED =
  'is not a public address. Link-local, multicast and unspecified addresses are never fetched, nor what tells the secrets of a machine in a cloud.';
const SELF = 'is this server itself at that port, and it does not call itself.';

/**
 * The policy for all ports, or for the one that the server listens at: then with the names that it is called by there.
 */
export function createAddressPolicy(
  { allowPrivateNetworks, resolve }: AddressPolicyOptions,
  ownNames?: readonly string[],
): AddressPolicy {
  const resolveName: Resolve = resolve ?? ((hostname) => resolveByNode(hostname, { all: true }));
  const selves = new Set(ownNames?.map(plainName));

  /** What keeps an address from being visited. */
  function objection(address: string): string | undefined {
    // An IPv4 address inside an IPv6 one counts as what it is; other ways to embed one are ranges of their own.
    const parsed = ipaddr.process(address);
    const meanings = meaningsOf(address);
    if (NEVER.has(parsed.range()) || meanings.some(isMetadataAddress)) return NEVER_FETCHED;
    if (ownNames && meanings.some(isThisMachine)) return SELF;
    if (allowPrivateNetworks) return undefined;
    const isPublic = parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
    return isPublic ? undefined : PRIVATE;
  }

  function objectionToName(name: string): string | undefined {
    if (isMetadataName(name)) return NEVER_FETCHED;
    return selves.has(plainName(name)) ? SELF : undefined;
  }

  const refusal = (hostname: string, why: string) => new FetchFailure('forbidden', `${hostname} ${why}`);

  return {
    objectionTo(hostname) {
      const address = hostname.replace(/^\[(.*)\]$/, '$1');
      const why = isIP(address) ? objection(address) : objectionToName(hostname);
      return why === undefined ? undefined : refusal(hostname, why);
    },

    lookup(hostname, options, callback) {
      resolveName(hostname).then(
        (addresses) => {
          const judged = addresses.map((each) => ({ ...each, why: objection(each.address) }));
          const usable = judged
            .filter(({ why, family }) => why === undefined && (!options.family || options.family === family))
            .map(({ address, family }) => ({ address, family }));
          const [first] = usable;
          const why = judged.find((each) => each.why !== undefined)?.why;
          if (!first) callback(why === undefined ? unresolved(hostname) : refusal(hostname, why), '');
          else if (options.all) callback(null, usable);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, ''),
      );
    },
  };
}

/** As names are compared. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function unresolved(hostname: string): FetchFailure {
  return new FetchFailure('dns', `The host name ${hostname} does not resolve.`);
}
