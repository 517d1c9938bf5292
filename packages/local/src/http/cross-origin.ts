import { canParseUrl } from '@trawl/base/can-parse-url';
import { hostOf, isLoopback } from '@trawl/base/loopback';
import type { Middleware } from './middleware.js';
import { isApiCall, originsOf } from './origin-check.js';
import { plainOf, plainResponse } from './plain-response.js';

/** Seconds for which a browser need not ask again. */
const MAX_AGE = 600;

/**
 * Lets pages of the allowed origins read what the API answers them, and asks for nothing more of browsers that ask first.
 * Pages of this machine can read why they are refused. All others read nothing, so no page of the web learns who answers.
 */
export function crossOrigin(allowedOrigins: readonly string[]): Middleware {
  const allowed = originsOf(allowedOrigins);
  return async (request, next) => {
    const origin = request.headers.get('origin');
    if (origin === null || !isApiCall(request)) return next(request);
    if (!allowed.has(origin) && !isOfThisMachine(origin)) return next(request);
    const shared = { 'access-control-allow-origin': origin, vary: 'Origin' };
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
    if (isPreflight) return new Response(null, { status: 204, headers: { ...shared, ...permissionsFor(request) } });
    return withHeaders(await next(request), { ...shared, 'access-control-expose-headers': '*' });
  };
}

function isOfThisMachine(origin: string): boolean {
  return canParseUrl(origin) && isLoopback(hostOf(origin));
}

/** What a browser asks for before it sends a request. */
function permissionsFor({ headers }: Request): Record<string, string> {
  const requestedHeaders = headers.get('access-control-request-headers');
  return {
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    ...(requestedHeaders !== null && { 'access-control-allow-headers': requestedHeaders }),
    // Chromium asks this for pages of the internet that call a server of a private network.
    ...(headers.has('access-control-request-private-network') && { 'access-control-allow-private-network': 'true' }),
    'access-control-max-age': String(MAX_AGE),
  };
}

function withHeaders(response: Response, added: Readonly<Record<string, string>>): Response {
  const plain = plainOf(response);
  if (plain) return plainResponse({ ...plain, headers: { ...plain.headers, ...added } });
  const headers = new Headers([...response.headers, ...Object.entries(added)]);
  return new Response(response.body, { status: response.status, headers });
}
