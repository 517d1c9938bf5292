import type { TrawlOptions } from '../src/request/connection.js';
import { Trawl } from '../src/trawl.js';
import { KEY } from './sending.js';
import { VirtualClock } from './virtual-clock.js';

/** A client of a server on loopback, with a key, whose waits are over at once. */
export function clientOf(server: { readonly url: string }, options: TrawlOptions = {}): Trawl {
  return new Trawl({ baseUrl: server.url, apiKey: KEY, clock: new VirtualClock(), ...options });
}
