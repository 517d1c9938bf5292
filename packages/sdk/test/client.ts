import type { TrawlOptions } from '../src/connection.js';
import { Trawl } from '../src/trawl.js';
import type { MisbehavingServer } from './misbehaving-server.js';
import { KEY } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

/** A client of a server on loopback, with a key, whose waits are over at once. */
export function clientOf(server: MisbehavingServer, options: TrawlOptions = {}): Trawl {
  return new Trawl({ baseUrl: server.url, apiKey: KEY, clock: new VirtualClock(), ...options });
}
