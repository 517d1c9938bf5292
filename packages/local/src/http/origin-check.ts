import { canParseUrl } from '@trawl/base/can-parse-url';
import { operations } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { Step } from './call.js';
import type { CalledAddress } from './called-address.js';
import { refusalReply, send } from './reply.js';

export interface OriginCheckOptions {
  /** The origins whose pages may call the API. */
  readonly allowedOrigins: readonly string[];
  /** The paths to which any page may link; none by default. */
  readonly isLinkable?: (path: string) => boolean;
}

/**
 * Refuses requests that web pages of other origins make. The server has no cookies, but a browser on this machine can
 * reach it when the author of the page cannot.
 */
export function originCheck({ allowedOrigins, isLinkable = () => false }: OriginCheckOptions): Step {
  const allowed = originsOf(allowedOrigins);
  return async (call, next) => {
    const request = call.req.raw;
    const isLink = isTopNavigation(request) && isLinkable(new URL(request.url).pathname);
    if (isLink || !isOfAnotherOrigin(request, call.get('address'))) return next();
    const origin = request.headers.get('origin') ?? '';
    if (isApiCall(request) && allowed.has(origin)) return next();
    const advice = canParseUrl(origin)
      ? `Start it with --allowed-origin ${new URL(origin).origin} to let this page call the API, or call it`
      : 'Call it';
    const error = `This server does not answer web pages of another origin. ${advice} from a program, such as the server of your page.`;
    // Every browser of today sends this header, so it may be a server that passes on the origin of its page.
    const isOfServer = !request.headers.has('sec-fetch-site');
    return send(call, refusalReply(new Refusal('forbidden', isOfServer ? `${error} ${OF_SERVER}` : error)));
  };
}

const OF_SERVER =
  'If this is a server, it has named the origin of its page, as the `fetch` that SvelteKit gives to `load` does: call without this `fetch`.';

/** Origins as browsers write them. */
export function originsOf(urls: readonly string[]): ReadonlySet<string> {
  return new Set(urls.map((url) => new URL(url).origin));
}

let roots: ReadonlySet<string> | undefined;

/** Whether a request is for the API, and not for the pages and the controls of this server. */
export function isApiCall({ url }: Request): boolean {
  roots ??= new Set(operations().map(({ path }) => rootOf(path)));
  return roots.has(rootOf(new URL(url).pathname));
}

/** The first part of a path, such as `v2`. */
const rootOf = (path: string): string => path.split('/')[1] ?? '';

/** Reads the headers with which browsers name the origin of a request. No page can change them. */
function isOfAnotherOrigin({ headers }: Request, address: CalledAddress): boolean {
  const origin = headers.get('origin');
  // Sandboxed pages of every site have the origin `null`.
  if (origin === 'null') return true;
  // The browser compares the origin with the address that it called, which a proxy may change on the way.
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  if (origin === null) return false;
  return !canParseUrl(origin) || !address.hosts.includes(new URL(origin).host);
}

/** Whether the browser shows the response as a page of its own, which no other page can read. */
function isTopNavigation({ method, headers }: Request): boolean {
  return (
    method === 'GET' && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  );
}
