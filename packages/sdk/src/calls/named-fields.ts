import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';

/** Refuses text or a list where the request of a job belongs: the functions that start and follow a job take that first. */
export function checkNamedFields([operation, , , , calledAs]: Operation, request: unknown, field: string): void {
  if (typeof request !== 'string' && !Array.isArray(request)) return;
  throw new ConfigurationError(`${calledAs} takes an object with named fields: { ${field}: … }.`, { operation });
}
