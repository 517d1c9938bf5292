import { areSame, isObject, type Json, type JsonObject, type Path } from '../json.js';
import type { Place } from '../references.js';
import { type Pair, pathBelow } from './pair.js';

/** Compares keys whose values are seen as a whole. */
export function comparePlain(node: string, base: Place, head: Place, pair: Pair, others: readonly string[] = []): void {
  const [before, after] = [objectOf(base.value), objectOf(head.value)];
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (others.includes(keyword) || areSame(before[keyword], after[keyword])) continue;
    const sides = { base: at(base, keyword), head: at(head, keyword) };
    pair.differences.push({ kind: 'modified', node, keyword, ...sides });
  }
}

export function at(place: Place, key: string): Place {
  const value = objectOf(place.value);
  return { value: Object.hasOwn(value, key) ? value[key] : undefined, path: pathBelow(place, key) };
}

export function placeBelow(place: Place, path: Path): Place {
  return path.reduce(at, place);
}

/** A place with one of its keys only. */
export function pick(place: Place, key: string): Place {
  const value = objectOf(place.value)[key];
  return { value: value === undefined ? {} : { [key]: value }, path: place.path };
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
