import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a name is one of this machine, wherever it resolves to. */
export function isLoopbackName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname);
}

/** Whether the host of a URL is an address that is not public, or a name of this machine. No proxy is asked for it. */
export function isPrivateAddress(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isLoopbackName(hostname) || (isIP(address) !== 0 && ipaddr.process(address).range() !== 'unicast');
}
