import { canParseUrl } from '@trawl/base/can-parse-url';
import { hostOf, isLoopback } from '@trawl/base/loopback';
import type { Call, Step } from './call.js';
import { isApiCall, originsOf } from './origin-check.js';
import { sentReply } from './reply.js';

/** Seconds for which a browser need not ask again. */
const MAX_AGE = 600;

/**
 * Lets pages of the allowed origins read what the API answers them, and asks for nothing more of browsers that ask first.
 * Pages of this machine can read why they are refused. All others read nothing, so no page of the web learns who answers.
 */
export function crossOrigin(allowedOrigins: readonly string[]): Step {
  const allowed = originsOf(allowedOrigins);
  return async (call, next) => {
    const request = call.req.raw;
    const origin = request.headers.get('origin');
    if (origin === null || !isApiCall(request)) return next();
    if (!allowed.has(origin) && !isOfThisMachine(origin)) return next();
    const shared = { 'access-control-allow-origin': origin, vary: 'Origin' };
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
    if (isPreflight) return new Response(null, { status: 204, headers: { ...shared, ...permissionsFor(request) } });
    await next();
    addHeaders(call, { ...shared, 'access-control-expose-headers': '*' });
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

function addHeaders(call: Call, added: Readonly<Record<string, string>>): void {
  const reply = sentReply(call);
  if (reply) call.env.reply = { ...reply, headers: { ...reply.headers, ...added } };
  else for (const [name, value] of Object.entries(added)) call.header(name, value, { append: true });
}
