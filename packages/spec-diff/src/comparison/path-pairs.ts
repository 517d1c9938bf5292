import type { JsonObject } from '../json.js';

/** A path before and after; undefined on the side that lacks it. */
export interface PathPair {
  before: string | undefined;
  after: string | undefined;
}

/** Pairs of paths with the same name, or with names that differ only in those of their parameters. */
export function pathPairs(before: JsonObject, after: JsonObject): PathPair[] {
  const added = Object.keys(after).filter((name) => !(name in before));
  const pairs = Object.keys(before).map((name): PathPair => {
    if (name in after) return { before: name, after: name };
    const alike = added.filter((other) => withoutNames(other) === withoutNames(name));
    return { before: name, after: alike.length === 1 ? alike[0] : undefined };
  });
  const taken = new Set(pairs.map((pair) => pair.after));
  const others = added.filter((name) => !taken.has(name)).map((name): PathPair => ({ before: undefined, after: name }));
  return [...pairs, ...others].filter((pair) => !(pair.before ?? pair.after ?? '').startsWith('x-'));
}

/** A path in which the names of its parameters are left out. */
function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
