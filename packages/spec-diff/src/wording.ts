import type { Json } from './json.js';

/** How long a value may be that is shown in a sentence. */
const LONGEST = 200;

/** A value as it stands in a sentence. */
export function quoted(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  // Between the quotes of code, an empty text could not be seen.
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
}

export function listed(values: readonly (Json | undefined)[], last = 'and'): string {
  return joined(values.map(quoted), last);
}

/** Names in one sentence: "a, b and c". */
export function joined(names: readonly string[], last = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** What became of a value; the value itself only where it can be read at a glance. */
export function transition(name: string, before: Json | undefined, after: Json | undefined): string {
  if (isLong(before) || isLong(after)) return `${name} changed.`;
  if (before === undefined) return `${name} is ${quoted(after)} now; it was not set before.`;
  if (after === undefined) return `${name} was removed; it was ${quoted(before)}.`;
  return `${name} went from ${quoted(before)} to ${quoted(after)}.`;
}

function isLong(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && JSON.stringify(value).length > LONGEST;
}
