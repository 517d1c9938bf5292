import { type Fetch, FetchFailure, type FetchRequest, type FetchResult } from './fetch-types.js';
import type { Self } from './port-policy.js';

/** Answers a request for a page that this server serves, or returns undefined for all else. */
export type OwnPages = (request: Request) => Promise<Response | undefined>;

const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Adds to what can be fetched the pages that this server serves to everybody. */
export function withOwnPages(fetch: Fetch, self: Pick<Self, 'port'>, pages: OwnPages): Fetch {
  const ownPages = atOwnAddress(self, pages);
  return async (request) => {
    const page = request.post === undefined ? await readPage(request.url, ownPages) : undefined;
    if (!page) return fetch(request);
    await request.checkUrl?.(page.url);
    return resultOf(request, page);
  };
}

/** Answers a request for a URL of this server; returns undefined for every other URL. */
export type OwnUrls = (url: string) => Promise<Response | undefined>;

/**
 * The pages by their URLs. They are read in this process: the server opens no connection to itself, and none of its other
 * paths can be reached in this way.
 */
export function atOwnAddress({ port }: Pick<Self, 'port'>, pages: OwnPages): OwnUrls {
  return async (url) => (isOwn(url) ? pages(new Request(url)) : undefined);

  function isOwn(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, port: portOfUrl, username, password } = new URL(url);
    // A `Request` cannot have a URL with a password. The fetch refuses such a URL with a reason.
    if (username || password) return false;
    return protocol === 'http:' && OWN_NAMES.has(hostname) && Number(portOfUrl || 80) === port();
  }
}

interface OwnPage {
  readonly url: string;
  readonly response: Response;
}

/** A page, or the one that its path without a slash leads to. Such a redirect never leads to another server. */
async function readPage(url: string, pages: OwnUrls): Promise<OwnPage | undefined> {
  const response = await pages(url);
  if (response?.status === 200) return { url, response };
  const location = response?.status === 308 ? response.headers.get('location') : null;
  if (location === null) return undefined;
  const target = new URL(location, url).href;
  const targetResponse = await pages(target);
  return targetResponse?.status === 200 ? { url: target, response: targetResponse } : undefined;
}

async function resultOf({ onBody, maxBytes }: FetchRequest, { url, response }: OwnPage): Promise<FetchResult> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (maxBytes !== undefined && bytes.length > maxBytes)
    throw new FetchFailure('too-large', `The page has more than ${maxBytes} bytes.`);
  await onBody?.(bytes);
  return { url, status: response.status, headers: response.headers, body: onBody ? new Uint8Array() : bytes };
}
