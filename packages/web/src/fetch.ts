import { parseUrl } from '@trawl/base/can-parse-url';
import {
  type ConnectionKind,
  type Connections,
  createConnections,
  type RoutedConnectionOptions,
} from './connections.js';
import { ACCEPT_ENCODING } from './content-encoding.js';
import { asFetchFailure } from './fetch-errors.js';
import { type Fetch, FetchFailure, type FetchRequest, type FetchResult } from './fetch-types.js';
import { createBodyPlaces, discard, readBody } from './read-body.js';
import { RedirectCookies } from './redirect-cookies.js';
import { refreshTarget } from './refresh.js';
import { utf8Header } from './utf8-header.js';

export interface FetchOptions extends RoutedConnectionOptions {
  /** Sent as `User-Agent` unless the request sets one. */
  readonly userAgent: string;
  /** Bytes after decompression, for requests that set no limit. */
  readonly maxBytes?: number | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 10;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Headers that belong to the connection: the caller cannot set them. */
const CONNECTION_HEADERS = new Set(
  'connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

/** Headers that a redirect to another origin keeps; cookies and keys are meant for the first origin only. */
const CROSS_ORIGIN_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

/** One request on the way to a page: the first one, or one that follows a redirect. */
interface Visit {
  readonly url: URL;
  readonly kind: ConnectionKind;
  readonly headers: Headers;
}

/** What the visits on the way to a page have in common. */
interface Way {
  readonly cookies: RedirectCookies;
  readonly visited: Set<string>;
}

/** Only the named server may be in a private network and gets the headers of the caller, not the target of its redirect. */
function visitOfOtherOrigin(url: URL, { headers }: Visit, request: FetchRequest): Visit {
  return { url, kind: kindOf({ ...request, privateNetworks: false }), headers: crossOriginHeaders(headers) };
}

/** Fetches pages over HTTP from the addresses that the policy allows. */
export class Fetcher {
  readonly fetch: Fetch = (request) => this.#fetchBeforeDeadline(request);
  readonly #options: FetchOptions;
  readonly #connections: Connections;
  readonly #places = createBodyPlaces();

  constructor(options: FetchOptions) {
    this.#options = options;
    this.#connections = createConnections(options);
  }

  async #fetchBeforeDeadline(request: FetchRequest): Promise<FetchResult> {
    const { signal } = request;
    const controller = new AbortController();
    const abort = (reason: FetchFailure) => controller.abort(reason);
    const onAbort = () => abort(new FetchFailure('aborted', 'The request was given up.', { cause: signal?.reason }));
    const timer = setTimeout(
      () => abort(new FetchFailure('timeout', `The page took longer than ${request.timeoutMs} ms.`)),
      request.timeoutMs,
    );
    if (signal?.aborted) onAbort();
    // `AbortSignal.any` would keep every request in memory for as long as the signal lives.
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.#follow(request, controller.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  /** Makes one request; returns the page, or the URL that it redirects to. */
  async #visit(
    { url, kind, headers }: Visit,
    { cookies, visited }: Way,
    request: FetchRequest,
    signal: AbortSignal,
  ): Promise<FetchResult | URL> {
    try {
      const response = await this.#connections.exchange({
        url,
        kind,
        proxy: request.proxy,
        headers: cookies.addTo(headers, url),
        post: request.post,
        signal,
      });
      const { statusCode: status, body } = response;
      const responseHeaders = toHeaders(response.headers);
      const location = request.post === undefined && REDIRECT_STATUSES.has(status) && responseHeaders.get('location');
      if (location) {
        discard(body);
        await cookies.store(url, responseHeaders);
        return checkedUrl(utf8Header(location), url.href);
      }
      if (request.onBody && (status < 200 || status > 299)) {
        // The caller wants the body of a success, not of an error page.
        discard(body);
        return { url: url.href, status, headers: responseHeaders, body: new Uint8Array() };
      }
      const maxBytes = request.maxBytes ?? this.#options.maxBytes ?? MAX_BYTES;
      const readResult = await readBody(body, responseHeaders, {
        maxBytes,
        onBody: request.onBody,
        places: this.#places,
        signal,
      });
      const page = { url: url.href, status, headers: responseHeaders, body: readResult };
      const target = request.followsRefresh && (await this.#refreshOf(page, visited));
      if (!target) return page;
      await cookies.store(url, responseHeaders);
      return target;
    } catch (error) {
      throw asFetchFailure(signal.aborted ? signal.reason : error, url.href);
    }
  }

  /** Where a page that was read sends its readers; undefined where they have been, as they would go round for ever. */
  async #refreshOf(page: FetchResult, visited: ReadonlySet<string>): Promise<URL | undefined> {
    if (page.status < 200 || page.status > 299) return undefined;
    const target = await refreshTarget({ ...page, url: new URL(page.url) });
    return target && !visited.has(target.href) ? target : undefined;
  }

  async #follow(request: FetchRequest, signal: AbortSignal): Promise<FetchResult> {
    let visit: Visit = {
      url: checkedUrl(request.url),
      kind: kindOf(request),
      headers: headersOf(request, this.#options.userAgent),
    };
    const way: Way = { cookies: new RedirectCookies(), visited: new Set() };
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      await request.checkUrl?.(visit.url.href);
      way.visited.add(visit.url.href);
      const result = await this.#visit(visit, way, request, signal);
      if (!(result instanceof URL)) return result;
      visit =
        result.origin === visit.url.origin ? { ...visit, url: result } : visitOfOtherOrigin(result, visit, request);
    }
    throw new FetchFailure('redirects', `The page redirects more than ${MAX_REDIRECTS} times.`);
  }
}

function kindOf({ privateNetworks, skipTlsVerification }: FetchRequest): ConnectionKind {
  if (privateNetworks) return 'own';
  return skipTlsVerification ? 'trusting' : 'verifying';
}

function checkedUrl(text: string, base?: string): URL {
  const url = parseUrl(text, base);
  if (!url) throw new FetchFailure('forbidden', `"${text}" is not a URL.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure('forbidden', `Only http: and https: are fetched, not ${url.protocol}`);
  }
  if (url.username || url.password) {
    throw new FetchFailure('forbidden', 'A URL with a user name or password is not fetched. Send a header instead.');
  }
  return url;
}

function headersOf({ headers = {} }: FetchRequest, userAgent: string): Headers {
  const all = new Headers({
    'User-Agent': userAgent,
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  });
  for (const [name, value] of Object.entries(headers)) {
    try {
      all.set(name, value);
    } catch {
      throw new FetchFailure('protocol', `The header "${name}" holds characters that HTTP cannot carry.`);
    }
  }
  for (const name of CONNECTION_HEADERS) all.delete(name);
  all.set('Accept-Encoding', ACCEPT_ENCODING);
  return all;
}

function crossOriginHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)));
}

function toHeaders(nodeHeaders: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(nodeHeaders)) {
    for (const value of [values].flat()) if (value !== undefined) headers.append(name, value);
  }
  return headers;
}
