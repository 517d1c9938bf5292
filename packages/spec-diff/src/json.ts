/** A value of JSON. A whole number that a double cannot hold is a bigint. */
export type Json = string | number | bigint | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Keys from the root of a document to one of its places. */
export type Path = readonly string[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an object; one without keys of what is none. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether two values are the same, in whatever order their keys stand. */
export function areSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    const areLists = Array.isArray(left) && Array.isArray(right) && left.length === right.length;
    return areLists && left.every((item, index) => areSame(item, right[index]));
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && areSame(left[name], right[name]));
}

/** The text of a value that is the same for all values that mean the same: the order of keys means nothing. */
export function stableText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`;
  if (!isObject(value)) return value === undefined ? 'undefined' : jsonText(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${stableText(value[key])}`).join(',')}}`;
}

/** The JSON of a value; numbers stand in it as they were written. */
export function jsonText(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${jsonText(inner)}`);
  return `{${entries.join()}}`;
}

export function isNumber(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** One order for values of any kind. */
export function byText(left: Json, right: Json): number {
  // Nearly all values that are sorted are texts.
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const [first, second] = areTexts ? [left, right] : [stableText(left), stableText(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The values of a list without doubles, in one order. */
export function sortedSet(values: readonly Json[]): Json[] {
  if (values.every((value) => typeof value === 'string')) return [...new Set(values)].sort();
  // Each text is made once, because that takes a while.
  const texts = new Map(values.map((value) => [stableText(value), value]));
  return [...texts.keys()].sort().map((text) => texts.get(text) ?? null);
}

/** An object with other values; the same object where they are the same. Loops leave the most stack to what is nested. */
export function mapped(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  const entries: [string, Json][] = [];
  let isSame = true;
  for (const key of Object.keys(object)) {
    const value = object[key] as Json;
    const now = change(key, value);
    isSame &&= now === value;
    entries.push([key, now]);
  }
  return isSame ? object : Object.fromEntries(entries);
}

/** A list with other items; the same list where they are the same. */
export function mappedList(list: Json[], change: (item: Json, index: number) => Json): Json[] {
  const items: Json[] = [];
  let isSame = true;
  for (const [index, item] of list.entries()) {
    const now = change(item, index);
    isSame &&= now === item;
    items.push(now);
  }
  return isSame ? list : items;
}

/** The keys that a JSON pointer such as `#/paths/~1v2~1search/post` names. */
export function pathOf(pointer: string): Path {
  const tokens = pointer.replace(/^[^#]*#\/?/, '').split('/');
  if (tokens.length === 1 && tokens[0] === '') return [];
  return tokens.map((token) => decoded(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON pointer (RFC 6901) to where these keys lead. */
export function pointerOf(path: Path): string {
  return `#/${path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}

/** A `%` that encodes nothing stands for itself. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** The type of a value as JSON Schema names it. */
export function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) || typeof value === 'bigint' ? 'integer' : typeof value;
}

export function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
