import { operations } from '../contract/contract.js';

/** Which requests a fault is for; without any of these for all. */
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
  // In the order of the contract, where the fixed paths stand before those with parameters.
  return patterns.find((candidate) => candidate.method === method && candidate.pattern.test(pathname))?.id;
}
