import { lookup as resolveByNode } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { reachableAddresses } from './embedded-ipv4.js';
import { FetchFailure } from './fetch-types.js';
import { isMetadataAddress, isMetadataName } from './metadata-services.js';
import { isLoopbackName } from './private-address.js';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export interface AddressPolicyOptions {
  /** Whether pages on this machine and in its private networks may be fetched. */
  readonly allowPrivateNetworks: boolean;
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve | undefined;
}

/** Decides which hosts may be connected to. It checks at connect time, so that no name can change its address after the check. */
export interface AddressPolicy {
  /** The failure for a host of a URL that must not be visited. Most names pass, because `lookup` checks their addresses. */
  denialFor(hostname: string): FetchFailure | undefined;
  /**
   * The failure for a host that a proxy connects to: if this machine knows a forbidden address for its name. A name that this
   * machine does not know passes, because only the proxy can resolve it.
   */
  denialThroughProxy(hostname: string): Promise<FetchFailure | undefined>;
  /** The `lookup` of `net.connect`. Returns only addresses that may be visited, and fails when there are none. */
  readonly lookup: LookupFunction;
}

// Such an address belongs to no single other machine: it means "this host", or all hosts at once.
const BLOCKED_RANGES = new Set(['linkLocal', 'multicast', 'broadcast', 'unspecified']);

/** All IPv6 addresses assigned so far. Old ways to write IPv4 addresses, such as `::127.0.0.1`, lie outside of it. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

const PRIVATE =
  'is not a public address. Private networks are not fetched unless the server is started with --allow-private-networks.';
const NEVER_FETCHED =
  'is not a public address. Link-local, multicast and unspecified addresses are never fetched, nor what tells the secrets of a machine in a cloud.';

/** A program that listens at a port and must not be reached. */
export interface OutOfReach {
  /** Its host names and addresses. One of this machine stands for all of them. */
  readonly names: readonly string[];
  /** Describes the program; completes a sentence that begins with a host. */
  readonly reason: string;
}

/** What names below `localhost` resolve to, whatever a name server or a proxy says (RFC 6761). */
const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The policy for all ports, or with `outOfReach` for a port at which there are programs that must not be reached. */
export function createAddressPolicy(
  { allowPrivateNetworks, resolve }: AddressPolicyOptions,
  outOfReach: readonly OutOfReach[] = [],
): AddressPolicy {
  const resolveByPolicy: Resolve = resolve ?? ((hostname) => resolveByNode(hostname, { all: true }));
  const resolveName: Resolve = async (hostname) => (isLoopbackName(hostname) ? LOOPBACK : resolveByPolicy(hostname));
  const programs = outOfReach.map(({ names, reason }) => ({
    names: new Set(names.map(normalizedName)),
    isHere: names.some((name) => isIP(name) !== 0 && isThisMachine(ipaddr.process(name))),
    reason,
  }));

  function programAt(address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined {
    const name = normalizedName(address.toString());
    return programs.find(({ names, isHere }) => names.has(name) || (isHere && isThisMachine(address)))?.reason;
  }

  /** Returns why an address must not be visited. */
  function denialReason(address: string): string | undefined {
    // `process` turns an IPv4-mapped address into the IPv4 address; the range of other embeddings is not `unicast`.
    const ipAddress = ipaddr.process(address);
    const reachable = reachableAddresses(address);
    if (BLOCKED_RANGES.has(ipAddress.range()) || reachable.some(isMetadataAddress)) return NEVER_FETCHED;
    const program = reachable.map(programAt).find((reason) => reason !== undefined);
    if (program !== undefined) return program;
    if (allowPrivateNetworks) return undefined;
    const isPublic = ipAddress.range() === 'unicast' && (ipAddress.kind() === 'ipv4' || ipAddress.match(GLOBAL_IPV6));
    return isPublic ? undefined : PRIVATE;
  }

  function nameDenialReason(name: string): string | undefined {
    if (isMetadataName(name)) return NEVER_FETCHED;
    if (isLoopbackName(name)) return LOOPBACK.map(({ address }) => denialReason(address)).find(Boolean);
    return programs.find(({ names }) => names.has(normalizedName(name)))?.reason;
  }

  const denial = (hostname: string, why: string) => new FetchFailure('forbidden', `${hostname} ${why}`);

  function denialFor(hostname: string): FetchFailure | undefined {
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    const why = isIP(address) ? denialReason(address) : nameDenialReason(hostname);
    return why === undefined ? undefined : denial(hostname, why);
  }

  return {
    denialFor,

    async denialThroughProxy(hostname) {
      const failure = denialFor(hostname);
      if (failure || isIP(hostname.replace(/^\[(.*)\]$/, '$1'))) return failure;
      const addresses = await resolveName(hostname).catch(() => []);
      const why = addresses.map(({ address }) => denialReason(address)).find((reason) => reason !== undefined);
      return why === undefined ? undefined : denial(hostname, why);
    },

    lookup(hostname, options, callback) {
      resolveName(hostname).then(
        (addresses) => {
          const checkedAddresses = addresses.map((each) => ({ ...each, why: denialReason(each.address) }));
          const usable = checkedAddresses
            .filter(({ why, family }) => why === undefined && (!options.family || options.family === family))
            .map(({ address, family }) => ({ address, family }));
          const [first] = usable;
          const why = checkedAddresses.find((each) => each.why !== undefined)?.why;
          if (!first) callback(why === undefined ? unresolved(hostname) : denial(hostname, why), '');
          else if (options.all) callback(null, usable);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, ''),
      );
    },
  };
}

/** The form in which names and addresses are compared. */
function normalizedName(name: string): string {
  if (isIP(name)) return ipaddr.process(name).toString();
  return name.toLowerCase().replace(/\.$/, '');
}

function unresolved(hostname: string): FetchFailure {
  return new FetchFailure('dns', `The host name ${hostname} does not resolve.`);
}

/** Whether a connection to the address ends on this machine. */
function isThisMachine(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() === 'loopback' || address.range() === 'unspecified') return true;
  const text = address.toNormalizedString();
  // Looked up each time, because the addresses of a machine change with its network.
  return Object.values(networkInterfaces()).some((interfaces = []) =>
    interfaces.some(({ address: own }) => ipaddr.parse(own).toNormalizedString() === text),
  );
}
