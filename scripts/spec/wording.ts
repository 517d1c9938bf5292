import type { Json } from './json.js';

/** A value as it stands in a sentence. */
export function quoted(value: Json | undefined): string {
  return value === undefined ? 'nothing' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

export function listed(values: readonly (Json | undefined)[]): string {
  const all = values.map(quoted);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
