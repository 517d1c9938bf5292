import { asList, type Json, stableText } from './json.js';

/** A value as it stands in a sentence. */
export function quoted(value: Json | undefined): string {
  return value === undefined ? 'nothing' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

export function listed(values: readonly (Json | undefined)[], last = 'and'): string {
  const all = values.map(quoted);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`;
}

/** "gained `c` and lost `a`"; empty where nothing came or went. */
export function gainsAndLosses(before: Json | undefined, after: Json | undefined): { gained: Json[]; lost: Json[] } {
  const missing = (from: Json | undefined, other: Json | undefined) => {
    const texts = new Set(asList(other).map(stableText));
    return asList(from).filter((value) => !texts.has(stableText(value)));
  };
  return { gained: missing(after, before), lost: missing(before, after) };
}
