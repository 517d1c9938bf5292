import type { Json } from './json.js';

/**
 * The value of a text that is JSON. The parser of JSON takes a tenth of the time that the parser of YAML takes.
 *
 * @returns Undefined of a text that is no JSON, and of one that names a key twice, of which the parser would take the last.
 */
export function jsonOf(text: string): Json | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser of YAML names the fault and its line.
    return undefined;
  }
  return keysWrittenIn(text) === keysIn(value) ? value : undefined;
}

/** How often a quote that is not escaped stands before a colon: only those at the end of a key do. */
function keysWrittenIn(text: string): number {
  return text.match(/[^\\]"\s*:/g)?.length ?? 0;
}

function keysIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  let count = Array.isArray(value) ? 0 : values.length;
  for (const inner of values) count += keysIn(inner);
  return count;
}
