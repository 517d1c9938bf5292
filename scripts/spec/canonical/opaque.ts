import { isObject, type Json, stableText } from '../json.js';

/** Redocly sees plain values and lists of them; whatever else is data becomes text, so that a change in it is seen. */
export function opaque(value: Json): Json {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object') ? value.map(asPlain) : value;
  return asPlain(value);
}

function asPlain(value: Json): Json {
  return isObject(value) || Array.isArray(value) ? stableText(value) : value;
}

export function byText(left: Json, right: Json): number {
  const [first, second] = [stableText(left), stableText(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}
