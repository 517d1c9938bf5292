import { elementBefore, isBlock } from '../html/content.js';
import { type Document, type Element, elementsOf } from '../html/html.js';
import { isSameSite, resolveUrl } from '../html/urls.js';
import { textOutsideLinks } from './elements.js';
import type { Removals } from './removals.js';

/** Removes what opens over a link in a sentence: the same link again, and the titles of other pages of the site. */
export function removePreviews(root: Element | Document, removals: Removals, baseUrl: string): void {
  for (const element of elementsOf(root)) {
    const link = element.name === 'a' || isBlock(element) ? undefined : elementBefore(element);
    const page = link?.name === 'a' ? otherPageOfSite(link.attribs.href, baseUrl) : undefined;
    if (page === undefined || textOutsideLinks(element).trim() !== '') continue;
    const pages = [...elementsOf(element)].flatMap(({ name, attribs }) =>
      name === 'a' ? [otherPageOfSite(attribs.href, baseUrl)] : [],
    );
    if (pages.length > 1 && pages[0] === page && !pages.includes(undefined)) removals.set(element, 'said again');
  }
}

/** The address of another page of the site, without its fragment. */
export function otherPageOfSite(href: string | undefined, baseUrl: string): string | undefined {
  const url = resolveUrl(href, baseUrl)?.replace(/#.*/, '');
  if (url === undefined || url === baseUrl.replace(/#.*/, '')) return undefined;
  return isSameSite(new URL(url).hostname, new URL(baseUrl).hostname) ? url : undefined;
}
