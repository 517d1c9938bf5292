import { mergeHeaders } from '@trawl/client';
import { type Clock, systemClock } from '../async/clock.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Middleware } from '../transport/middleware.js';
import { parseUrl } from '../transport/parse-url.js';
import type { Fetch } from '../transport/redirect.js';
import { createTransport } from '../transport/transport.js';
import { host } from './host.js';
import { checkedKey, createInvoke, type Invoke, refuseInvalid } from './invoke.js';

/** How to reach a service, and how patiently; all of it optional. Every time is in milliseconds. */
export interface TrawlOptions {
  /** Where the service stands, such as `http://127.0.0.1:3002`; `TRAWL_BASE_URL` unless given. */
  readonly baseUrl?: string | undefined;
  /** `TRAWL_API_KEY` unless given. Search, scrape, interact and parse also work without one. */
  readonly apiKey?: string | undefined;
  /**
   * Makes the requests in place of `globalThis.fetch`: a proxy, an agent, a recorder. It gets the URL as text, and method,
   * headers, body and signal beside it; `redirect` has to stay `manual`.
   */
  readonly fetch?: Fetch | undefined;
  /** Sent with every request. */
  readonly headers?: RequestInit['headers'];
  /** Sees every attempt once; the first is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Time for one attempt, its whole answer included; 90 seconds unless told otherwise. */
  readonly timeoutMs?: number | undefined;
  /** Time for all attempts and the waits between them; 10 minutes unless told otherwise. Jobs have their own. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often a failed attempt is repeated; 2 unless told otherwise. */
  readonly maxRetries?: number | undefined;
  /** How many bytes an answer may have, once it is unpacked; 100,000,000 unless told otherwise. */
  readonly maxResponseBytes?: number | undefined;
  /** Time and chance; for tests. */
  readonly clock?: Clock | undefined;
}

/** A way to a service, on which every call is made. */
export interface Connection {
  /** Where the service is, without a slash at its end. */
  readonly baseUrl: string;
  /** Where its calls get the time from. */
  readonly clock: Clock;
  /** Makes the call of an operation. */
  readonly invoke: Invoke;
}

/**
 * Connects to a service. Nothing is sent yet. `Trawl` has every call on one connection; a program that has to be small
 * takes the functions that it needs, and with them only what these need.
 *
 * @throws ConfigurationError when an option cannot work.
 * @example
 * const { web } = await search(connect({ baseUrl: 'http://127.0.0.1:3002' }), 'typescript sdk', { limit: 5 });
 */
export function connect(given?: TrawlOptions): Connection {
  const { fetch = platformFetch, headers, middleware = [], clock = systemClock, ...options } = { ...given };
  const baseUrl = checkedBaseUrl(options.baseUrl ?? environment('TRAWL_BASE_URL'));
  const apiKey = checkedKey(options.apiKey ?? environment('TRAWL_API_KEY'), 'apiKey');
  if (!Array.isArray(middleware) || ![fetch, ...middleware].every((one) => typeof one === 'function')) {
    throw new ConfigurationError('fetch must be a function, and middleware a list of functions.');
  }
  const common = refuseInvalid('headers', () =>
    mergeHeaders(apiKey ? { authorization: `Bearer ${apiKey}` } : {}, headers),
  );
  const send = createTransport({ ...options, fetch, middleware, clock });
  return { baseUrl, clock, invoke: createInvoke({ baseUrl, headers: common }, send) };
}

/** Looked up at each call, so that a `fetch` patched later counts. */
const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init);

function checkedBaseUrl(given: string | undefined): string {
  const url = given && /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(given) && parseUrl(given);
  if (url) return url.href.replace(/\/+$/, '');
  throw new ConfigurationError(
    `baseUrl (or TRAWL_BASE_URL) ${given ? 'must be' : 'is missing: give'} an http:// or https:// URL without credentials, query or fragment.`,
  );
}

/** Where there is an environment, and it may be read. */
function environment(name: string): string | undefined {
  try {
    return host().env?.[name] || undefined;
  } catch {
    // Deno asks for a permission; without one there is no such variable for us.
    return undefined;
  }
}
