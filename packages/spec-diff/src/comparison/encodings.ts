import { asList, objectOf } from '../json.js';
import type { Place } from '../references.js';
import type { Comparison } from './comparison.js';
import { at, entriesOf } from './places.js';

/** Keywords that say how the parts of a body are serialized: by their names, in their order, and all of the rest. */
export const ENCODINGS = ['encoding', 'prefixEncoding', 'itemEncoding'];

/** Compares how the parts of two bodies are serialized. */
export function compareEncodings(before: Place, after: Place, comparison: Comparison): void {
  const [own, others] = [encodingsOf(before), encodingsOf(after)];
  for (const id of new Set([...own.keys(), ...others.keys()])) {
    const place = own.get(id) ?? others.get(id);
    if (!place) continue;
    const nothing = { ...place, value: undefined };
    comparison.compareKeys('Encoding', own.get(id) ?? nothing, others.get(id) ?? nothing);
  }
}

function encodingsOf(media: Place): Map<string, Place> {
  const named = at(media, 'encoding');
  const items = at(media, 'itemEncoding');
  const names = Object.keys(objectOf(named.value));
  const inOrder = entriesOf(media, 'prefixEncoding', asList(at(media, 'prefixEncoding').value));
  return new Map<string, Place>([
    ...names.map((name) => [`name ${name}`, at(named, name)] as const),
    ...inOrder.map((place, index) => [`position ${index}`, place] as const),
    ...(items.value === undefined ? [] : [['items', items] as const]),
  ]);
}
