import { networkInterfaces } from 'node:os';
import { ownUrl } from '../base/own-url.js';

/** Where other machines reach a server; undefined before it listens. */
export function nodeAddress(host: string, port: number | undefined): string | undefined {
  if (port === undefined) return undefined;
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  return ownUrl((listensEverywhere && firstAddress()) || host, port);
}

/** The first address of this machine in a network; undefined when it is in none. */
function firstAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.find((address) => address?.family === 'IPv4' && !address.internal)?.address;
}
