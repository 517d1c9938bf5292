import { isObject, type Json, type JsonObject, objectOf, type Path } from '../json.js';
import type { Place } from '../references.js';

/** The value of a key of a place, which may be none. */
export function at(place: Place, key: string): Place {
  const { value } = place;
  return below(place, key, isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
}

/** What stands under a key of a place, where its value is known. */
export function below({ path, use }: Place, key: string, value: Json | undefined): Place {
  return { value, path: [...path, key], ...(use && { use: { ...use, below: [...use.below, key] } }) };
}

export function atPath(place: Place, path: Path): Place {
  return path.reduce(at, place);
}

/** The entries of a list that stands under a key of a place. */
export function entriesOf(place: Place, key: string, values: readonly Json[]): Place[] {
  const list = below(place, key, [...values]);
  return values.map((value, index) => below(list, `${index}`, value));
}

/** A place with one of its keys only. */
export function only(place: Place, key: string): Place {
  const value = objectOf(place.value)[key];
  return { ...place, value: value === undefined ? {} : { [key]: value } };
}

/** A schema as an object: `false` allows nothing. */
export function schemaOf(value: Json | undefined): JsonObject {
  return value === false ? { not: {} } : objectOf(value);
}

export function keysOf(before: JsonObject, after: JsonObject): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(after)]);
}
