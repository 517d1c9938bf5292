import type { JsonObject } from '../json.js';

/** Paths of the same name, and of the same but for the names of their parameters. */
export function pathPairs(before: JsonObject, after: JsonObject): [string | undefined, string | undefined][] {
  const unnamed = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');
  const came = Object.keys(after).filter((name) => !(name in before));
  const pairs = Object.keys(before).map((name): [string, string | undefined] => {
    if (name in after) return [name, name];
    const alike = came.filter((other) => unnamed(other) === unnamed(name));
    return [name, alike.length === 1 ? alike[0] : undefined];
  });
  const taken = new Set(pairs.map(([, now]) => now));
  const isPath = (name: string | undefined) => name !== undefined && !name.startsWith('x-');
  return [
    ...pairs,
    ...came.filter((name) => !taken.has(name)).map((name): [undefined, string] => [undefined, name]),
  ].filter(([name, now]) => isPath(name ?? now));
}
