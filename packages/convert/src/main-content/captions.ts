import { type Element, elementsOf, plainText } from '../html/html.js';
import { nameOf } from './page-title.js';
import type { Removals } from './removals.js';

/** Removes captions that say no more than the alternative text of their picture, which stays. */
export function removeRepeatedCaptions(elements: readonly Element[], removals: Removals): void {
  for (const figure of elements) {
    if (figure.name !== 'figure') continue;
    const parts = [...elementsOf(figure)];
    const alternatives = parts.flatMap(({ name, attribs }) => (name === 'img' ? [nameOf(attribs.alt ?? '')] : []));
    for (const caption of parts) {
      if (caption.name !== 'figcaption') continue;
      const text = nameOf(plainText(caption));
      if (text !== '' && alternatives.some((alternative) => alternative.includes(text)))
        removals.set(caption, 'alternative text');
    }
  }
}
