import { operations } from '../contract/contract.js';

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

let patterns: { id: string; method: string; pattern: RegExp }[] | undefined;

function operationOf(method: string, pathname: string): string | undefined {
  patterns ??= operations().map(({ id, method: verb, path }) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return { id, method: verb, pattern };
  });
  // In the order of the contract, which lists fixed paths before those with parameters.
  return patterns.find((candidate) => candidate.method === method && candidate.pattern.test(pathname))?.id;
}
