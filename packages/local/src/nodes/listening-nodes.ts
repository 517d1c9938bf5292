import { networkInterfaces } from 'node:os';
import { hostOf } from '@trawl/base/loopback';
import { portOf } from '@trawl/base/url-port';
import { type OwnProgram, THIS_MACHINE } from '@trawl/web/port-policy';
import { type ListeningAddress, sharedOf } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';

/** How old the list of nodes may be: a connection needs no query of its own. */
const MAX_AGE_MS = 250;

/** Every address at which this process is reached: those of its machine, and the one by which other nodes call it. */
export function listeningAddresses(
  host: string,
  port: number | undefined,
  address: string | undefined,
): readonly ListeningAddress[] {
  if (port === undefined) return [];
  const interfaces = Object.values(networkInterfaces()).flatMap((each = []) =>
    each.filter(({ internal }) => !internal),
  );
  const addresses = interfaces.map((each) => each.address);
  // A machine without a network has all nodes.
  const hosts = new Set([host, ...(addresses.length > 0 ? addresses : [THIS_MACHINE])]);
  return [...[...hosts].map((each) => ({ host: each, port })), ...(address === undefined ? [] : [addressOf(address)])];
}

function addressOf(url: string): ListeningAddress {
  return { host: hostOf(url), port: portOf(new URL(url)) };
}

/** The nodes of the service, which none of them calls for a caller. */
export function listeningNodes(stores: Stores): OwnProgram {
  let known: readonly ListeningAddress[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      known = await sharedOf(stores).nodes.listening();
      readAt = performance.now();
    } catch {
      // While the database is away, the nodes are where they were.
    } finally {
      reading = undefined;
    }
  }

  return {
    reason: 'is a node of this service at that port, and it does not call itself.',
    async hostsAt(port) {
      if (performance.now() - readAt > MAX_AGE_MS) {
        reading ??= read();
        await reading;
      }
      return known.filter((each) => each.port === port).map(({ host }) => host);
    },
  };
}
