import createClient, { type ClientOptions } from 'openapi-fetch';
import { mergeHeaders, prepareRequest, type RequestHeaders, type RequestParts } from './request.js';
import type { TrawlClient } from './types.js';

export {
  mergeHeaders,
  type PreparedRequest,
  prepareRequest,
  type RequestHeaders,
  type RequestParts,
  type SerializedBody,
} from './request.js';
export type * from './schema.js';
export type { AnswerOf, InputOf, Method, PathOf, TrawlClient } from './types.js';

export interface TrawlClientOptions {
  /** Where the service stands, such as `http://127.0.0.1:3002`. A path is kept. */
  baseUrl: string;
  /** The key is sent as `Authorization: Bearer …`. Leave it out for the calls that need no key. */
  apiKey?: string | undefined;
  /** Makes the requests in place of `globalThis.fetch`: a proxy, a recorder, a transport that retries. */
  fetch?: ClientOptions['fetch'];
  /**
   * These headers are sent with every request. They win over the API key; the headers of a single call win over them.
   */
  headers?: RequestInit['headers'];
}

/**
 * A typed `fetch` for the API. It adds the base URL and the bearer header, and nothing else: no retries, no timeouts.
 * A call resolves to `{ data, error, response }` whatever the status is; `error` is the body the server sent, as text
 * where it is not JSON. A call rejects when no answer came (`TypeError`, or the reason of its aborted `signal`), when a
 * 2xx answer is not JSON (`SyntaxError`), and when a path parameter is missing or leaves its segment (`TypeError`).
 *
 * @throws TypeError when `baseUrl` or `apiKey` cannot be used. No message repeats the key.
 * @example
 * const trawl = createTrawlClient({ baseUrl: 'http://127.0.0.1:3002', apiKey: process.env.TRAWL_API_KEY });
 * const { data, error, response } = await trawl.POST('/v2/search', { body: { query: 'typescript sdk', limit: 5 } });
 * if (data) console.log(data.data?.web);
 * else console.error(response.status, error);
 */
export function createTrawlClient(options: TrawlClientOptions): TrawlClient {
  const { apiKey, fetch } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const authorization = apiKey === undefined ? undefined : `Bearer ${checkedApiKey(apiKey)}`;
  const common = mergeHeaders({ authorization }, options.headers);
  const client = createClient({
    baseUrl,
    // Looked up at each call: a `globalThis.fetch` that tests or tracing patch later is the one used.
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    headers: { 'Content-Type': null }, // Every body brings its own.
  });
  const { request, use, eject } = client as unknown as { request: Send } & Pick<TrawlClient, 'use' | 'eject'>;
  const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => {
    const call = async (path: string, init: Partial<CallInit> = {}): Promise<unknown> => {
      const { params, headers, body: content } = init;
      const parts = { baseUrl, params, headers: [common, headers], body: content };
      const preparedRequest = prepareRequest(method, path, parts);
      // Middleware is told of the path and its parameters, although the URL is written already.
      return request(method, path, {
        ...init,
        params: { ...params, path: params?.path ?? {} },
        pathSerializer: () => preparedRequest.url,
        querySerializer: () => '',
        headers: preparedRequest.headers,
        body: preparedRequest.body,
        bodySerializer: (body: unknown) => body,
      });
    };
    return [method, call];
  });
  // What these functions take is typed by TrawlClient alone.
  return { ...Object.fromEntries(verbs), use, eject };
}

type CallInit = Pick<RequestParts, 'params' | 'body'> & { readonly headers: RequestHeaders };
type Send = (method: string, path: string, init: object) => Promise<unknown>;

function checkedBaseUrl(baseUrl: string): string {
  const url = /^https?:\/\/[^?#]+$/i.test(baseUrl) && URL.canParse(baseUrl) && new URL(baseUrl);
  if (url && !url.username && !url.password) return url.href.replace(/\/+$/, '');
  throw new TypeError('`baseUrl` must be an http:// or https:// URL without credentials, query or fragment');
}

function checkedApiKey(apiKey: string): string {
  const key = apiKey.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  if (/^bearer /i.test(key)) throw new TypeError('`apiKey` begins with "Bearer", which is added by itself');
  throw new TypeError('`apiKey` is empty or holds characters that a header cannot carry, such as a line break');
}
