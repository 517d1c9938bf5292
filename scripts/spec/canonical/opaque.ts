import { isObject, type Json, stableText } from '../json.js';

/** Stands before a text that is no text. No document holds it: it is a character that YAML does not allow. */
const MARK = '\u0001';

/** Redocly sees plain values and lists of them; whatever else is data becomes text, so that a change in it is seen. */
export function opaque(value: Json): Json {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object') ? value.map(asPlain) : value;
  return asPlain(value);
}

/** Of an extension it sees not even lists. */
export function opaqueList(value: Json): Json {
  return asPlain(value);
}

function asPlain(value: Json): Json {
  return isObject(value) || Array.isArray(value) ? MARK + stableText(value) : value;
}

/** The value that became text. */
export function transparent(value: Json): Json {
  if (Array.isArray(value)) return value.map(transparent);
  return typeof value === 'string' && value.startsWith(MARK) ? JSON.parse(value.slice(MARK.length)) : value;
}

export function withoutMarks(sentence: string): string {
  return sentence.replaceAll(MARK, '');
}

export function byText(left: Json, right: Json): number {
  const [first, second] = [stableText(left), stableText(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}
