import { type Method, operationsOf, pointerOf } from '../../openapi/walk.mjs';
import { broken, type Contract, type Operation, type Parameter, type Reference, resolve } from './openapi.js';

/** An operation together with what its surroundings say about it. */
export interface PlacedOperation {
  operation: Operation;
  method: Method;
  path: string;
  /** Where it stands in the contract, for messages. */
  pointer: string;
  parameters: Parameter[];
}

/** Every call that a caller makes, in the contract's order. Webhooks are calls that the service makes, and are not here. */
export function* operations(contract: Contract): Generator<PlacedOperation> {
  for (const { keys, method, path, item, ...entry } of operationsOf(contract)) {
    const operation = entry.operation as Operation;
    const pointer = pointerOf(keys);
    if (!operation.operationId) throw broken(pointer, 'it has no operationId, which names its sample.');
    yield { operation, method, path, pointer, parameters: merge(contract, item.parameters, operation.parameters) };
  }
}

/** Every call that the service makes to an address of its user. */
export function webhooks(contract: Contract): Operation[] {
  return operationsOf(contract, 'webhooks').map(({ operation }) => operation as Operation);
}

export function allOperations(contract: Contract): Operation[] {
  return [...[...operations(contract)].map(({ operation }) => operation), ...webhooks(contract)];
}

function merge(
  contract: Contract,
  ofPath: (Parameter | Reference)[] = [],
  ofOperation: (Parameter | Reference)[] = [],
): Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const parameterOrReference of [...ofPath, ...ofOperation]) {
    const parameter = resolve(contract, parameterOrReference);
    byName.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byName.values()];
}
