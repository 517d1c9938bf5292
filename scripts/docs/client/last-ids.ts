import type { Json } from '../openapi.js';

const KEY = 'trawl.reference.ids';

/** Where answers say the id of what was made. */
const PLACES: readonly (readonly string[])[] = [
  ['id'],
  ['data', 'id'],
  ['jobId'],
  ['data', 'metadata', 'scrapeId'],
  ['scrapeId'],
];

/** Keeps the id that an answer to a call names, for the calls about the same thing, until the window is closed. */
export function keepId(path: string, answer: Json): void {
  const id = PLACES.map((names) => names.reduce(fieldOf, answer as Json | undefined)).find(
    (value) => typeof value === 'string',
  );
  if (typeof id === 'string') sessionStorage.setItem(KEY, JSON.stringify({ ...ids(), [familyOf(path)]: id }));
}

/** The id of the last answer about the thing that a call is about. */
export function lastId(path: string): string | undefined {
  return ids()[familyOf(path)];
}

function ids(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
}

/** What stands before the first parameter of a path: `/v2/crawl` for `/v2/crawl/{id}/errors`. */
function familyOf(path: string): string {
  return path.split('/{')[0] ?? path;
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
}
