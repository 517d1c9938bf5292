import { isIP } from 'node:net';
import { Refusal } from '../contract/refusal.js';
import type { Middleware } from './middleware.js';
import { refuse } from './reply.js';

export interface HostCheckOptions {
  /** The address that the server listens at. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Refuses requests for any other host name. It prevents DNS rebinding: a foreign web page can point its own host name at
 * this address, and make a browser call the server by that name.
 */
export function hostCheck({ host, allowedHosts }: HostCheckOptions): Middleware {
  const names = new Set([host, ...allowedHosts].map((name) => name.toLowerCase()));
  // A server that listens at all addresses may be called by any of them. Rebinding needs a name, so addresses are safe.
  const anyAddress = isIP(host) !== 0 && !LOOPBACK.test(host);
  return (request, next) => {
    const hostHeader = request.headers.get('host') ?? new URL(request.url).host;
    const name = hostHeader.replace(/:\d+$/, '').toLowerCase();
    const isAddress = isIP(name.replaceAll(/[[\]]/g, '')) !== 0;
    if (LOOPBACK.test(name) || names.has(name) || (anyAddress && isAddress)) return next(request);
    const error = `This server is not called "${name.slice(0, 200)}". Start it with --allowed-host to answer by that name.`;
    return refuse(new Refusal(403, { error }));
  };
}
