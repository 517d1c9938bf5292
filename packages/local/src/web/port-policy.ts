import { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './address-policy.js';

/** The port and host names of this server. It never calls itself. */
export interface Self {
  /** Undefined as long as it does not listen. */
  port(): number | undefined;
  readonly names: readonly string[];
}

export interface ConnectionOptions extends AddressPolicyOptions {
  readonly self?: Self | undefined;
}

/** The policy for connections to a port: at its own port, this server is out of reach as well. */
export type PortPolicy = (port: number) => AddressPolicy;

export function createPortPolicy({ self, ...options }: ConnectionOptions): PortPolicy {
  const policy = createAddressPolicy(options);
  const policyAtOwnPort = createAddressPolicy(options, self?.names ?? []);
  return (port) => (port === self?.port() ? policyAtOwnPort : policy);
}
