import { parseUrl } from './parse-url.js';

/** The `fetch` of the platform, or the caller's own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export const MOST_REDIRECTS = 5;

/**
 * Fetches without ever taking the key to another origin. A GET follows redirects within its origin; any other redirect
 * comes back as the answer it is, and the caller makes an error of it. Browsers hide where a redirect leads, so there
 * every one of them comes back (as `opaqueredirect`).
 */
export function fetchWithinOrigin(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  return init.method === 'GET' ? follow(fetch, url, init) : fetch(url, init);
}

/** Apart from the rest, so that what never follows has no promise more than `fetch` itself. */
async function follow(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  let response = await fetch(url, init);
  let from = url;
  for (let hops = 0; hops < MOST_REDIRECTS; hops++) {
    const to = redirectTarget(response, from);
    if (!to || to.origin !== new URL(from).origin) break;
    await response.body?.cancel();
    from = to.href;
    response = await fetch(from, init);
  }
  return response;
}

/** Where a redirect leads; undefined when the response is none, or does not say. */
export function redirectTarget(response: Response, from: string): URL | undefined {
  const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
  const target = location ? parseUrl(location, from) : undefined;
  // No platform fetches a URL with credentials, and no message is to show them.
  return target && Object.assign(target, { username: '', password: '' });
}
