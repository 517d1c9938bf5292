import { isObject, type Json, type JsonObject } from '../json.js';
import type { Place } from '../references.js';
import { type Pair, pathBelow } from './pair.js';

/** Two schemas that are compared, and what is told of them. */
export interface Sites {
  base: Place;
  head: Place;
  pair: Pair;
}

/** A schema as an object: `false` allows nothing. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : value === false ? { not: {} } : {};
}

export function keysOf(before: JsonObject, after: JsonObject): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(after)]);
}

export function below(place: Place, key: string, value: Json | undefined): Place {
  return { value, path: pathBelow(place, key) };
}

export function places(place: Place, keyword: string, values: readonly Json[]): Place[] {
  return values.map((value, index) => ({ value, path: pathBelow(place, keyword, `${index}`) }));
}
