import { canParseUrl } from '../can-parse-url.js';
import { Refusal } from '../contract/refusal.js';
import type { Addresses } from './addresses.js';
import type { Middleware } from './middleware.js';
import { refuse } from './reply.js';

/**
 * Refuses requests that web pages of other origins make. The server has no cookies, but a browser on this machine can
 * reach it when the author of the page cannot. Any page may link to the paths that are linkable.
 */
export function originCheck(isLinkable: (path: string) => boolean, addresses: Pick<Addresses, 'hostsOf'>): Middleware {
  return async (request, next) => {
    const isLink = isTopNavigation(request) && isLinkable(new URL(request.url).pathname);
    if (isLink || !isOfAnotherOrigin(request, addresses)) return next(request);
    const error =
      'This server does not answer web pages of another origin. Call it from a program, such as the server of your page.';
    return refuse(new Refusal(403, { error }));
  };
}

/** Reads the headers with which browsers name the origin of a request. No page can change them. */
function isOfAnotherOrigin(request: Request, addresses: Pick<Addresses, 'hostsOf'>): boolean {
  const { headers } = request;
  const origin = headers.get('origin');
  // Sandboxed pages of every site have the origin `null`.
  if (origin === 'null') return true;
  // The browser compares the origin with the address that it called, which a proxy may change on the way.
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  if (origin === null) return false;
  return !canParseUrl(origin) || !addresses.hostsOf(request).includes(new URL(origin).host);
}

/** Whether the browser shows the response as a page of its own, which no other page can read. */
function isTopNavigation({ method, headers }: Request): boolean {
  return (
    method === 'GET' && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  );
}
