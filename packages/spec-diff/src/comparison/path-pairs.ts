import type { JsonObject } from '../json.js';

/** A path before and after; undefined on the side that lacks it. */
export interface PathPair {
  before: string | undefined;
  after: string | undefined;
}

/** What stands before the paths of a side in the URLs of its servers, and in the paths themselves on the other side. */
export interface BasePath {
  before: string;
  after: string;
}

export const NO_BASE_PATH: BasePath = { before: '', after: '' };

/** Pairs of paths that lead to one address, or to addresses that differ only in the names of their parameters. */
export function pathPairs(before: JsonObject, after: JsonObject, base = NO_BASE_PATH): PathPair[] {
  const addresses = new Map(Object.keys(after).map((name) => [`${base.after}${name}`, name]));
  const own = new Set(Object.keys(before).map((name) => `${base.before}${name}`));
  const added = [...addresses].filter(([address]) => !own.has(address));
  const pairs = Object.keys(before).map((name): PathPair => {
    const address = `${base.before}${name}`;
    const same = addresses.get(address);
    if (same !== undefined) return { before: name, after: same };
    const alike = added.filter(([other]) => withoutNames(other) === withoutNames(address));
    return { before: name, after: alike.length === 1 ? alike[0]?.[1] : undefined };
  });
  const taken = new Set(pairs.map((pair) => pair.after));
  const names = added.map(([, name]) => name).filter((name) => !taken.has(name));
  const others = names.map((name): PathPair => ({ before: undefined, after: name }));
  return [...pairs, ...others].filter((pair) => !(pair.before ?? pair.after ?? '').startsWith('x-'));
}

/** A path in which the names of its parameters are left out. */
function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
