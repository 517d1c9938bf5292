import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { placeOf, valueAt } from '../../openapi/walk.mjs';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** The keys that lead to a part of the contract. */
export type Pointer = readonly string[];

/** A part of the contract and its pointer, after its `$ref` is resolved. */
export interface Node {
  readonly pointer: Pointer;
  readonly value: JsonObject;
}

let contract: JsonObject | undefined;

/** A copy of the caller's own. To parse the text takes thirty times as long. */
export function readContract(): JsonObject {
  contract ??= parse(readFileSync(new URL('../../openapi/v2.yaml', import.meta.url), 'utf8')) as JsonObject;
  return structuredClone(contract);
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
  return valueAt(document, pointer);
}

/** The object at a pointer; references are resolved. */
export function follow(contract: JsonObject, pointer: Pointer): Node | undefined {
  const place = placeOf(contract, pointer)?.map(String);
  const value = place && get(contract, place);
  return place && isObject(value) ? { pointer: place, value } : undefined;
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
