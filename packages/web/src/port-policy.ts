import { lookup } from 'node:dns/promises';
import {
  type AddressPolicy,
  type AddressPolicyOptions,
  createAddressPolicy,
  type OutOfReach,
  type Resolve,
} from './address-policy.js';
import { isPrivateAddress } from './private-address.js';

export type { Resolve } from './address-policy.js';
export type { AddressPolicy };

/** The port and host names of this server. It never calls itself. */
export interface Self {
  /** Undefined before the server listens. */
  port(): number | undefined;
  readonly names: readonly string[];
}

/** A program of the service, which no page and no caller may reach. */
export interface OwnProgram {
  /** Describes the program; completes a sentence that begins with a host. */
  readonly reason: string;
  /** Whether it may be reached at public addresses, as everybody can. */
  readonly isPublic?: boolean | undefined;
  /** The names and addresses at which it listens at a port. With one of this machine, it listens at all of them. */
  hostsAt(port: number): readonly string[] | Promise<readonly string[]>;
}

export interface ConnectionOptions extends AddressPolicyOptions {
  readonly ownPrograms?: readonly OwnProgram[] | undefined;
}

/** The policy for a connection to a port that is made now: at their ports, the programs of the service are out of reach. */
export type PortPolicy = (port: number) => Promise<AddressPolicy>;

/** An address of this machine. */
export const THIS_MACHINE = '127.0.0.1';

export function createPortPolicy({ ownPrograms = [], ...options }: ConnectionOptions): PortPolicy {
  const policy = createAddressPolicy(options);
  const resolve = options.resolve ?? ((hostname) => lookup(hostname, { all: true }));
  return async (port) => {
    const outOfReach = await Promise.all(ownPrograms.map((program) => outOfReachAt(port, program, resolve)));
    const found = outOfReach.filter((each) => each !== undefined);
    return found.length === 0 ? policy : createAddressPolicy(options, found);
  };
}

/** This server itself. */
export function selfAsProgram({ port, names }: Self): OwnProgram {
  return {
    reason: 'is this server itself at that port, and it does not call itself.',
    hostsAt: (asked) => (asked === port() ? [...names, THIS_MACHINE] : []),
  };
}

async function outOfReachAt(port: number, program: OwnProgram, resolve: Resolve): Promise<OutOfReach | undefined> {
  const { reason, isPublic = false } = program;
  const names = await program.hostsAt(port);
  if (names.length === 0) return undefined;
  // A name that does not resolve is out of reach by the name alone.
  const resolved = await Promise.all(names.map((name) => resolve(name).catch(() => [])));
  const addresses = resolved.flat().map(({ address }) => address);
  if (isPublic && !addresses.some(isPrivateAddress)) return undefined;
  return { names: [...names, ...addresses], reason };
}
