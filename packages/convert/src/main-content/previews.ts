import { elementBefore, isBlock } from '../html/content.js';
import { type Element, elementsOf } from '../html/html.js';
import { textOutsideLinks } from './elements.js';
import type { Removals } from './removals.js';
import type { Site } from './site.js';

/** Removes what opens over a link in a sentence: the same link again, and the titles of other pages of the site. */
export function removePreviews(elements: readonly Element[], removals: Removals, site: Site): void {
  for (const element of elements) {
    const link = element.name === 'a' || isBlock(element) ? undefined : elementBefore(element);
    const page = link?.name === 'a' ? site.otherPage(link.attribs.href) : undefined;
    if (page === undefined || textOutsideLinks(element).trim() !== '') continue;
    const links = [...elementsOf(element)].filter(({ name }) => name === 'a').map(({ attribs }) => attribs.href);
    const repeats = links.length > 1 && site.otherPage(links[0]) === page;
    if (repeats && links.every((href) => site.isWithin(href))) removals.set(element, 'said again');
  }
}
