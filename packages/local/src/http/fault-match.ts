import { operationOf } from './operation-of.js';

/** The requests that a fault applies to; all of them when no field is set. */
export interface FaultMatch {
  /** An operation by its `operationId`. */
  readonly operation?: string;
  readonly method?: string;
  /** The beginning of the path. */
  readonly path?: string;
}

export function matches(request: Request, { operation, method, path }: FaultMatch = {}): boolean {
  const { pathname } = new URL(request.url);
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (path !== undefined && !pathname.startsWith(path)) return false;
  return operation === undefined || operationOf(request.method, pathname) === operation;
}
