import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Whether a connection to the address ends on this machine. */
export function isThisMachine(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() === 'loopback') return true;
  const text = address.toNormalizedString();
  // Looked up each time, because the addresses of a machine change with its network.
  return Object.values(networkInterfaces()).some((interfaces = []) =>
    interfaces.some(({ address: own }) => ipaddr.parse(own).toNormalizedString() === text),
  );
}
