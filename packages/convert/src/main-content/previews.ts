import { elementBefore, isBlock } from '../html/content.js';
import { type Document, type Element, elementsOf } from '../html/html.js';
import { textOutsideLinks } from './elements.js';
import type { Removals } from './removals.js';
import type { Site } from './site.js';

/** Removes what opens over a link in a sentence: the same link again, and the titles of other pages of the site. */
export function removePreviews(root: Element | Document, removals: Removals, site: Site): void {
  for (const element of elementsOf(root)) {
    const link = element.name === 'a' || isBlock(element) ? undefined : elementBefore(element);
    const page = link?.name === 'a' ? site.otherPage(link.attribs.href) : undefined;
    if (page === undefined || textOutsideLinks(element).trim() !== '') continue;
    const pages = [...elementsOf(element)].flatMap(({ name, attribs }) =>
      name === 'a' ? [site.otherPage(attribs.href)] : [],
    );
    if (pages.length > 1 && pages[0] === page && !pages.includes(undefined)) removals.set(element, 'said again');
  }
}
