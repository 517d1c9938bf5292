import { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './address-policy.js';

export { isPrivateAddress, type Resolve } from './address-policy.js';
export type { AddressPolicy };

/** The port and host names of this server. It never calls itself. */
export interface Self {
  /** Undefined before the server listens. */
  port(): number | undefined;
  readonly names: readonly string[];
}

/**
 * The ports at which the browser of this server takes DevTools commands. A page that reached one could read files of the
 * machine.
 */
export interface DevTools {
  /** Its host names and addresses, as far as they are known by now. */
  readonly names: readonly string[];
  has(port: number): boolean;
}

export interface ConnectionOptions extends AddressPolicyOptions {
  readonly self?: Self | undefined;
  readonly devTools?: DevTools | undefined;
}

/** The policy for connections to a port: at their own ports, this server and its browser are out of reach as well. */
export type PortPolicy = (port: number) => AddressPolicy;

const SELF = 'is this server itself at that port, and it does not call itself.';
const BROWSER = 'is the browser of this server at that port, and only the server gives it commands.';

export function createPortPolicy({ self, devTools, ...options }: ConnectionOptions): PortPolicy {
  const policy = createAddressPolicy(options);
  const policyAtOwnPort = createAddressPolicy(options, { names: self?.names ?? [], reason: SELF });
  const policyAtDevTools = createAddressPolicy(options, {
    get names() {
      return devTools?.names ?? [];
    },
    reason: BROWSER,
  });
  return (port) => {
    if (port === self?.port()) return policyAtOwnPort;
    return devTools?.has(port) ? policyAtDevTools : policy;
  };
}
