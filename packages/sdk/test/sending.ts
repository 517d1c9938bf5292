import type { Call } from '../src/transport/call.js';
import type { ReceivedResponse } from '../src/transport/received-response.js';
import { createTransport, type TransportOptions } from '../src/transport/transport.js';
import { VirtualClock } from './virtual-clock.js';

export const KEY = 'fc-0123456789abcdef';

const searching: Call = { operation: 'searchWeb', repeatSafe: true };
export const starting: Call = { operation: 'startCrawl', repeatSafe: false };

export interface Sender {
  readonly clock: VirtualClock;
  send(
    call?: Partial<Call>,
    request?: { path?: string; method?: string; body?: string | Blob | FormData },
  ): Promise<ReceivedResponse>;
}

/** A transport with virtual time, which sends a search by default. */
export function sender(baseUrl: string, options: Partial<TransportOptions> & { clock?: VirtualClock } = {}): Sender {
  const { clock = new VirtualClock() } = options;
  const transport = createTransport({ fetch: globalThis.fetch, middleware: [], ...options, clock });
  return {
    clock,
    send(call, { path = '/v2/search?q=1', method = 'POST', body = '{"query":"sdk"}' } = {}) {
      const headers = new Headers({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
      const prepared = { url: baseUrl + path, method, headers, body: method === 'GET' ? null : body };
      return transport(async () => prepared, { ...searching, ...call });
    },
  };
}

/** The error that a promise rejects with; throws when it resolves. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  const outcome = await promise.then(
    () => 'It did not fail.',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error(String(outcome));
  return outcome as Error & Record<string, unknown>;
}
