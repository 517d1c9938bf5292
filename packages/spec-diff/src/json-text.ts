import { exactInteger } from './exact-number.js';
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
    value = LONG_INTEGER.test(text) ? withLongIntegers(text) : JSON.parse(text);
  } catch {
    // The parser of YAML names the fault and its line.
    return undefined;
  }
  return keysWrittenIn(text) === keysIn(value) ? value : undefined;
}

/** A whole number of so many digits that a double may not hold it. */
const LONG_INTEGER = /\d{16}/;

/** Texts, which are passed over, and such numbers. */
const TEXT_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** JSON.parse would round them. */
function withLongIntegers(text: string): Json {
  const integers: (number | bigint)[] = [];
  // No text of a contract begins so, because it is checked below.
  const mark = unusedMark(text);
  const marked = text.replace(TEXT_OR_LONG_INTEGER, (found) => {
    if (found.startsWith('"')) return found;
    integers.push(exactInteger(found));
    return `"${mark}${integers.length - 1}"`;
  });
  return JSON.parse(marked, (_key, value) =>
    typeof value === 'string' && value.startsWith(mark) ? integers[Number(value.slice(mark.length))] : value,
  );
}

/** The beginning of no text in a document. */
function unusedMark(text: string): string {
  let mark = 'integer ';
  while (text.includes(mark)) mark += '#';
  return mark;
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
