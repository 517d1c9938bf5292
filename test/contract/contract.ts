import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** The keys that lead to a part of the contract. */
export type Pointer = readonly string[];

/** A part of the contract and its pointer, after its `$ref` is resolved. */
export interface Node {
  readonly pointer: Pointer;
  readonly value: JsonObject;
}

export const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'] as const;

export function readContract(): JsonObject {
  return parse(readFileSync(new URL('../../openapi/v2.yaml', import.meta.url), 'utf8')) as JsonObject;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function entriesOf(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function get(document: Json, pointer: Pointer): Json | undefined {
  let current: Json | undefined = document;
  for (const key of pointer) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isObject(current)) current = current[key];
    else return undefined;
  }
  return current;
}

/** `#/components/schemas/A~1B`, for messages, `$ref`s and the keys of maps. */
export function printed(pointer: Pointer): string {
  return ['#', ...pointer.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

export function parsed(reference: string): Pointer {
  return reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((key) => key !== '')
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The object at a pointer; references are resolved. */
export function follow(document: JsonObject, pointer: Pointer): Node | undefined {
  const value = get(document, pointer);
  if (!isObject(value)) return undefined;
  return typeof value.$ref === 'string' ? follow(document, parsed(value.$ref)) : { pointer, value };
}

/** A copy of the document with another value at one pointer; the rest is shared. */
export function replaced(document: Json, pointer: Pointer, change: (old: Json | undefined) => Json | undefined): Json {
  const [key, ...rest] = pointer;
  if (key === undefined) return change(document) ?? null;
  if (Array.isArray(document)) {
    const copy: (Json | undefined)[] = [...document];
    const index = Number(key);
    copy[index] = rest.length > 0 ? replaced(copy[index] ?? null, rest, change) : change(copy[index]);
    return copy.filter((item) => item !== undefined);
  }
  if (!isObject(document)) return document;
  const { [key]: old, ...others } = document;
  const value = rest.length > 0 ? replaced(old ?? null, rest, change) : change(old);
  return value === undefined ? others : { ...document, [key]: value };
}
