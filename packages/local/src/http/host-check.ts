import { isIP } from 'node:net';
import { Refusal } from '../contract/refusal.js';
import type { Middleware } from './middleware.js';
import { refuse } from './reply.js';

export interface HostCheckParts {
  /** Where the server listens. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Answers only those who call this server by a name of its own. A web page of somebody else's can make a browser call
 * it by another: its own name, pointed at this address.
 */
export function hostCheck({ host, allowedHosts }: HostCheckParts): Middleware {
  const names = new Set([host, ...allowedHosts].map((name) => name.toLowerCase()));
  // Who listens everywhere is called by addresses that cannot be foretold; an address cannot be pointed elsewhere.
  const anyAddress = isIP(host) !== 0 && !LOOPBACK.test(host);
  return (request, next) => {
    const given = request.headers.get('host') ?? new URL(request.url).host;
    const name = given.replace(/:\d+$/, '').toLowerCase();
    const isAddress = isIP(name.replaceAll(/[[\]]/g, '')) !== 0;
    if (LOOPBACK.test(name) || names.has(name) || (anyAddress && isAddress)) return next(request);
    const error = `This server is not called "${name.slice(0, 200)}". Start it with --allowed-host to answer by that name.`;
    return refuse(new Refusal(403, { error }));
  };
}
