import { type Fetch, FetchFailure, type FetchRequest, type FetchResult } from './fetch-types.js';
import type { Self } from './port-policy.js';

/** Answers a request for a page that this server serves, or returns undefined for all else. */
export type OwnPages = (request: Request) => Promise<Response | undefined>;

const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Adds to what can be fetched the pages that this server serves to everybody. They are read in this process: the server
 * opens no connection to itself, and none of its other paths can be reached in this way.
 */
export function withOwnPages(fetch: Fetch, { port }: Pick<Self, 'port'>, pages: OwnPages): Fetch {
  return async (request) => {
    const response = isOwn(request) ? await pages(new Request(request.url)) : undefined;
    if (response?.status !== 200) return fetch(request);
    request.checkUrl?.(request.url);
    return resultOf(request, response);
  };

  function isOwn({ url, post }: FetchRequest): boolean {
    if (post !== undefined || !URL.canParse(url)) return false;
    const { protocol, hostname, port: portOfUrl, username, password } = new URL(url);
    // No request can be made of a URL with a password. The fetch says so.
    if (username || password) return false;
    return protocol === 'http:' && OWN_NAMES.has(hostname) && Number(portOfUrl || 80) === port();
  }
}

async function resultOf({ url, onBody, maxBytes }: FetchRequest, response: Response): Promise<FetchResult> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (maxBytes !== undefined && bytes.length > maxBytes)
    throw new FetchFailure('too-large', `The page has more than ${maxBytes} bytes.`);
  await onBody?.(bytes);
  return { url, status: response.status, headers: response.headers, body: onBody ? new Uint8Array() : bytes };
}
