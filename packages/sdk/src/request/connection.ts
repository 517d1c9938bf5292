import { mergeHeaders } from '@trawl/client/request';
import { type Clock, systemClock } from '../async/clock.js';
import { ConfigurationError } from '../errors/errors.js';
import type { FetchOptions } from '../transport/call.js';
import { type LogEntry, logging } from '../transport/log.js';
import type { Middleware } from '../transport/middleware.js';
import { parseUrl } from '../transport/parse-url.js';
import type { Fetch } from '../transport/redirect.js';
import { createTransport } from '../transport/transport.js';
import { host } from './host.js';
import { checkedKey, createInvoke, type Invoke, refuseInvalid } from './invoke.js';
import { checkOptions, type Names } from './options.js';

/** The options of a client; all of them optional. Every time is in milliseconds. */
export interface TrawlOptions {
  /** The URL of the service, such as `http://127.0.0.1:3002`. Default: `TRAWL_BASE_URL`, else `FIRECRAWL_API_URL`. */
  readonly baseUrl?: string | undefined;
  /**
   * Your API key. Search, scrape, interact and parse also work without one. Default: `TRAWL_API_KEY`. With the URL of
   * `FIRECRAWL_API_URL`: `FIRECRAWL_API_KEY`.
   */
  readonly apiKey?: string | undefined;
  /**
   * Makes the requests in place of `globalThis.fetch`, for instance through a proxy. It gets the URL as text, and an init
   * with method, headers, body and signal. It must not follow redirects: keep `redirect: 'manual'`.
   */
  readonly fetch?: Fetch | undefined;
  /** Headers of every request. */
  readonly headers?: RequestInit['headers'] | undefined;
  /** Functions that see every attempt. The first is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** The time for one attempt, from the request to the end of the response. Default: 90 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The time for all attempts of a call and the waits between them. Jobs have their own. Default: 10 minutes. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often a failed attempt is retried. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** The maximum size of a response in bytes, after it is decompressed. Default: 100,000,000. */
  readonly maxResponseBytes?: number | undefined;
  /** Options of the `fetch` of a platform, such as `next`, `cf`, `dispatcher` or `cache`. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** The clock and the random numbers, for tests. */
  readonly clock?: Clock | undefined;
}

/** A connection to a service. Every call is made on one. */
export interface Connection {
  /** The URL of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** The clock of its calls. */
  readonly clock: Clock;
  /** Calls an operation. */
  readonly invoke: Invoke;
}

/**
 * Connects to a service. Sends nothing yet. `Trawl` has every call on one connection. For a small bundle, import only the
 * functions that you need, and give them a connection.
 *
 * @throws ConfigurationError when an option cannot work.
 * @example
 * const { web } = await search(connect({ baseUrl: 'http://127.0.0.1:3002' }), 'typescript sdk', { limit: 5 });
 */
export function connect(options?: TrawlOptions): Connection {
  const { fetch = platformFetch, headers, middleware = [], clock = systemClock, ...otherOptions } = { ...options };
  checkOptions({ ...options }, CLIENT_OPTIONS, 'the client');
  const service = serviceOf(otherOptions);
  const baseUrl = checkedBaseUrl(service.baseUrl);
  const apiKey = checkedKey(service.apiKey, 'apiKey');
  if (!Array.isArray(middleware) || ![fetch, ...middleware].every((one) => typeof one === 'function')) {
    throw new ConfigurationError('fetch must be a function, and middleware a list of functions.');
  }
  // Pairs, because each call reads them: to iterate a Headers takes longer.
  const commonHeaders = refuseInvalid({ operation: 'headers' }, () => [
    ...mergeHeaders({ authorization: apiKey && `Bearer ${apiKey}` }, headers),
  ]);
  const logs = environment('TRAWL_LOG') === 'debug' ? [logging(writeLine)] : [];
  const send = createTransport({ ...otherOptions, fetch, middleware: [...middleware, ...logs], clock });
  return { baseUrl, clock, invoke: createInvoke({ baseUrl, headers: commonHeaders }, send) };
}

const CLIENT_OPTIONS: Names<TrawlOptions> = {
  baseUrl: 1,
  apiKey: 1,
  fetch: 1,
  headers: 1,
  middleware: 1,
  timeoutMs: 1,
  totalTimeoutMs: 1,
  maxRetries: 1,
  maxResponseBytes: 1,
  fetchOptions: 1,
  clock: 1,
};

/** Looks up `fetch` at each call, so that one that is patched later is used. */
const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init);

/** Standard output belongs to the program: it may be data, or a protocol. */
const writeLine = (entry: LogEntry): void => console.error(`trawl ${JSON.stringify(entry)}`);

/** Where the service is, and the key for it. */
function serviceOf(options: TrawlOptions): Pick<TrawlOptions, 'baseUrl' | 'apiKey'> {
  const baseUrl = options.baseUrl ?? environment('TRAWL_BASE_URL');
  const apiKey = environment('TRAWL_API_KEY');
  if (baseUrl !== undefined || apiKey) return { baseUrl, apiKey: options.apiKey ?? apiKey };
  // The variables of the official client belong together: a key goes only to the URL that was set for it.
  const officialUrl = environment('FIRECRAWL_API_URL');
  return { baseUrl: officialUrl, apiKey: options.apiKey ?? (officialUrl && environment('FIRECRAWL_API_KEY')) };
}

/** An absolute URL without credentials, query and fragment. */
const BASE_URL = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i;

function checkedBaseUrl(baseUrl: string | undefined): string {
  const url = baseUrl && BASE_URL.test(baseUrl) && parseUrl(baseUrl);
  if (url) return url.href.replace(/\/+$/, '');
  const message = baseUrl
    ? 'must be an http:// or https:// URL without credentials, query or fragment.'
    : 'is missing: give the URL of a service. To start one at http://127.0.0.1:3002, run npx @trawl/local.';
  throw new ConfigurationError(`baseUrl (or TRAWL_BASE_URL) ${message}`, { issues: [{ path: ['baseUrl'], message }] });
}

/** An environment variable, where there is an environment that may be read. */
function environment(name: string): string | undefined {
  try {
    return host().env?.[name] || undefined;
  } catch {
    // Deno needs a permission for it.
    return undefined;
  }
}
