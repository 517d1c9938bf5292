import { asList } from '../json.js';
import type { Place } from '../references.js';
import type { Pair } from './pair.js';
import { pathBelow } from './pair.js';
import { at, comparePlain, objectOf } from './places.js';

/** Keywords that say how the parts of a body are written down: by their names, in their order, and all of the rest. */
export const ENCODINGS = ['encoding', 'prefixEncoding', 'itemEncoding'];

/** Compares how the parts of two bodies are written down, each in a pair of its own. */
export function compareEncodings(base: Place, head: Place, pairOf: () => Pair): void {
  const [before, after] = [encodingsOf(base), encodingsOf(head)];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [own, other] = [before.get(id), after.get(id)];
    const place = own ?? other;
    if (!place) continue;
    const nothing = { ...place, value: undefined };
    comparePlain('Encoding', own ?? nothing, other ?? nothing, pairOf());
  }
}

function encodingsOf(media: Place): Map<string, Place> {
  const [named, inOrder, ofItems] = ENCODINGS.map((key) => at(media, key));
  const places: [string, Place][] = [];
  if (named) for (const name of Object.keys(objectOf(named.value))) places.push([`name ${name}`, at(named, name)]);
  if (inOrder) {
    for (const [index, value] of asList(inOrder.value).entries())
      places.push([`place ${index}`, { value, path: pathBelow(inOrder, `${index}`) }]);
  }
  if (ofItems?.value !== undefined) places.push(['items', ofItems]);
  return new Map(places);
}
