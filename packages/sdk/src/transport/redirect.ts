import { parseUrl } from './parse-url.js';

/** The `fetch` of the platform, or your own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export const MAX_REDIRECTS = 5;

/**
 * Fetches without ever sending the key to another origin. A GET follows redirects within its origin. Any other redirect is
 * returned, and becomes an error. Browsers hide where a redirect leads, so they return every one, as `opaqueredirect`.
 */
export function fetchWithinOrigin(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  return init.method === 'GET' ? follow(fetch, url, init) : fetch(url, init);
}

/** A function of its own, so that a request that never follows costs no extra promise. */
async function follow(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  let response = await fetch(url, init);
  let currentUrl = url;
  for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
    const target = redirectTarget(response, currentUrl);
    if (!target || target.origin !== new URL(currentUrl).origin) break;
    await response.body?.cancel();
    currentUrl = target.href;
    response = await fetch(currentUrl, init);
  }
  return response;
}

/** Where a redirect leads. Returns undefined if the response is not a redirect, or does not tell. */
export function redirectTarget(response: Response, requestUrl: string): URL | undefined {
  const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
  const target = location ? parseUrl(location, requestUrl) : undefined;
  // No platform fetches a URL with credentials, and no message may show them.
  return target && Object.assign(target, { username: '', password: '' });
}
