import { isIP, isIPv6 } from 'node:net';
import { Refusal } from '../contract/refusal.js';
import type { Step } from './call.js';
import { refusalReply, send } from './reply.js';

export interface HostCheckOptions {
  /** The address that the server listens at. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** The origin at which clients reach the server, if the operator has named it. */
  readonly publicUrl: string | undefined;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Names as in DNS, with the underscores of some private networks. */
const NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/;

/** The name or address in lower case, of a host that may have a port; undefined for what is no host. */
function hostName(host: string): string | undefined {
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  const [, address] = /^\[(.*)\]$/.exec(name) ?? [];
  const isName = address === undefined ? NAME.test(name) && name.length <= 253 : isIPv6(address);
  return isName ? name : undefined;
}

/**
 * Refuses requests for any other host name. It prevents DNS rebinding: a foreign web page can point its own host name at
 * this address, and make a browser call the server by that name.
 */
export function hostCheck({ host, allowedHosts, publicUrl }: HostCheckOptions): Step {
  const publicNames = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const names = new Set([host, ...allowedHosts, ...publicNames].map((name) => name.toLowerCase()));
  // A server that listens at all addresses may be called by any of them. Rebinding needs a name, so addresses are safe.
  const anyAddress = isIP(host) !== 0 && !LOOPBACK.test(host);
  return async (call, next) => {
    const { host } = call.get('address');
    const refuse = (error: string) => send(call, refusalReply(new Refusal('forbidden', error)));
    const name = hostName(host);
    if (name === undefined) {
      return refuse(`"${host.slice(0, 200)}" is no host name. Call this server by one of its names.`);
    }
    const isAddress = isIP(name.replaceAll(/[[\]]/g, '')) !== 0;
    if (LOOPBACK.test(name) || names.has(name) || (anyAddress && isAddress)) return next();
    return refuse(
      `This server is not called "${name.slice(0, 200)}". Start it with --allowed-host to answer by that name.`,
    );
  };
}
