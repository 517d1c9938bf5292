import { Refusal } from '../contract/refusal.js';
import type { Middleware } from './middleware.js';
import { refuse } from './reply.js';

/**
 * Keeps web pages of other origins from using a browser to call this server: it has no cookies, so that what a browser
 * brings along is being on this machine. The pages at the given paths may be linked to from anywhere.
 */
export function originCheck(linkable: readonly string[]): Middleware {
  return (request, next) => {
    const isLink = isTopNavigation(request) && linkable.includes(new URL(request.url).pathname);
    if (isLink || !isOfAnotherOrigin(request)) return next(request);
    const error =
      'This server does not answer web pages of another origin. Call it from a program, such as the server of your page.';
    return refuse(new Refusal(403, { error }));
  };
}

/** Only browsers say where a request comes from, and no page can make them say something else. */
function isOfAnotherOrigin({ headers, url }: Request): boolean {
  const origin = headers.get('origin');
  // Of pages that are kept from having an origin, nobody knows whose they are.
  if (origin === 'null') return true;
  // Compared by the browser with the address that it called, which a proxy may have changed since.
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  if (origin === null) return false;
  const host = headers.get('host') ?? new URL(url).host;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Whether the answer is shown as a page of its own, which no other page can read. */
function isTopNavigation({ method, headers }: Request): boolean {
  return (
    method === 'GET' && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  );
}
