import { operations, resolved } from './contract.js';
import type { OperationName, Query } from './operation.js';

/** The contract's defaults for the query parameters of an operation. */
export function queryDefaults<Op extends OperationName>(operation: Op): Partial<Query<Op>> {
  const parameters = operations().find(({ id }) => id === operation)?.parameters ?? [];
  const defaults = parameters.flatMap(({ name, in: location, schema }) => {
    const { default: value } = typeof schema === 'boolean' ? {} : { ...resolved(schema), ...schema };
    return location !== 'query' || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(defaults) as Partial<Query<Op>>;
}
