import { operations } from '../contract/contract.js';

let patterns: { id: string; method: string; pattern: RegExp }[] | undefined;

/** The `operationId` of a call, at its path or its older path. */
export function operationOf(method: string, pathname: string): string | undefined {
  patterns ??= operations().flatMap(({ id, method: verb, path, olderPath = [] }) =>
    [path, olderPath].flat().map((template) => ({ id, method: verb, pattern: toPattern(template) })),
  );
  // The contract lists fixed paths before those with parameters, so the first match is the right one.
  return patterns.find((candidate) => candidate.method === method && candidate.pattern.test(pathname))?.id;
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
