import type { Json } from '../openapi.js';

const KEY = 'trawl.reference.ids';

/** Keeps the id that an answer to a call names, for the calls about the same thing, until the window is closed. */
export function keepId(path: string, answer: Json): void {
  const id = idIn([answer]);
  if (id !== undefined) sessionStorage.setItem(KEY, JSON.stringify({ ...ids(), [familyOf(path)]: id }));
}

/** The id of the last answer about the thing that a parameter of a path names, such as the `checkId` of a monitor. */
export function lastId(path: string, parameter: string): string | undefined {
  return ids()[familyOf(path, parameter)];
}

function ids(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
}

/**
 * What a path is about: what stands before a parameter, or before the last one. `/v2/crawl` for `/v2/crawl`, and for the
 * `id` of `/v2/crawl/{id}/errors`.
 */
function familyOf(path: string, parameter?: string): string {
  const end = parameter === undefined ? path.search(/\/\{[^/]*\}$/) : path.indexOf(`/{${parameter}}`);
  return end < 0 ? path : path.slice(0, end);
}

/** How deep an answer says its id, in levels of objects and lists. */
const DEEPEST = 4;

/** The id that stands outermost: `id` before names such as `jobId`; of a list, that of its first member. */
function idIn(values: readonly Json[], depth = 0): string | undefined {
  const objects = values.flatMap((value) => (Array.isArray(value) ? value.slice(0, 1) : [value])).filter(isObject);
  if (objects.length === 0 || depth > DEEPEST) return undefined;
  const entries = objects.flatMap((object) => Object.entries(object));
  const named = entries.find(([name, value]) => name === 'id' && typeof value === 'string');
  const [, id] = named ?? entries.find(([name, value]) => /Id$/.test(name) && typeof value === 'string') ?? [];
  const inner = entries.map(([, value]) => value).filter((value): value is Json => typeof value === 'object');
  return typeof id === 'string' ? id : idIn(inner, depth + 1);
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
