import createClient, { type ClientOptions, type Middleware } from 'openapi-fetch';
import { serializeBody } from './body.js';
import type { TrawlClient } from './types.js';

export type * from './schema.js';
export type { TrawlClient } from './types.js';

export interface TrawlClientOptions {
  /** Where the service stands, such as `http://127.0.0.1:3002`. A path is kept. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`. Leave it out for the calls that need no key. */
  apiKey?: string | undefined;
  /** Makes the requests in place of `globalThis.fetch`: a proxy, a recorder, a transport that retries. */
  fetch?: ClientOptions['fetch'];
  /** Sent with every request. They win over the API key; the headers of a single call win over them. */
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
export function createTrawlClient({ baseUrl, apiKey, fetch, headers }: TrawlClientOptions): TrawlClient {
  const client = createClient({
    baseUrl: checkedBaseUrl(baseUrl),
    // Looked up at each call: a `globalThis.fetch` that tests or tracing patch later is the one used.
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    headers: {
      'Content-Type': null, // Every serialized body brings its own.
      ...(apiKey !== undefined && { authorization: `Bearer ${checkedApiKey(apiKey)}` }),
      ...Object.fromEntries(new Headers(headers)),
    },
    bodySerializer: serializeBody,
  });
  client.use(pathParametersStayInTheirSegment);
  return client as unknown as TrawlClient; // The same functions; what they take is typed by TrawlClient alone.
}

/** A `/` in a parameter is encoded; what is refused here would still lead to another route. */
const pathParametersStayInTheirSegment: Middleware = {
  onRequest({ schemaPath, params }) {
    for (const [, name = ''] of schemaPath.matchAll(/\{(.+?)\}/g)) {
      if (!/^\.{0,2}$/.test(String(params.path?.[name] ?? ''))) continue;
      throw new TypeError(`${schemaPath}: the path parameter "${name}" must not be missing, empty, "." or ".."`);
    }
  },
};

function checkedBaseUrl(baseUrl: string): string {
  const url = /^https?:\/\/[^?#]+$/i.test(baseUrl) && URL.canParse(baseUrl) && new URL(baseUrl);
  if (url && !url.username && !url.password) return url.href.replace(/\/+$/, '');
  throw new TypeError('`baseUrl` must be an http:// or https:// URL without credentials, query or fragment');
}

function checkedApiKey(apiKey: string): string {
  const key = apiKey.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('`apiKey` is empty or holds characters that a header cannot carry, such as a line break');
}
