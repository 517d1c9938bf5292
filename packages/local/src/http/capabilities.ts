import { contract, operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';
import { isServed } from '../routes/route-not-found.js';
import type { Service, ServiceCapabilities } from './service.js';

/** What a server can do. */
export interface Capabilities extends ServiceCapabilities {
  /** The version of the server. */
  readonly version: string;
  /** The version of the contract that it serves. */
  readonly contract: string;
  /** Whether it serves each operation. */
  readonly operations: Readonly<Record<OperationName, boolean>>;
}

export function capabilitiesOf({ routes, capabilities }: Service, version: string): Capabilities {
  const servedOperations = operations().map(({ id }) => [id, isServed(routes[id])] as const);
  return {
    version,
    contract: contract().info.version,
    ...capabilities,
    operations: Object.fromEntries(servedOperations) as Record<OperationName, boolean>,
  };
}
