import type { PageImage } from '../page/page.js';
import { type Content, shownElements } from './content.js';
import { attribute, elementsOf, type ParentNode } from './html.js';
import { imageUrl, resolveUrl } from './urls.js';

/** The targets of all links of a page, for crawls and maps: absolute HTTP URLs without fragments. */
export function pageLinks(page: ParentNode, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const element of elementsOf(page)) {
    if (element.name !== 'a' && element.name !== 'area') continue;
    const url = resolveUrl(element.attribs.href, baseUrl);
    if (url !== undefined && /^https?:/.test(url)) links.add(url.replace(/#.*$/s, ''));
  }
  return [...links];
}

/** The links of the content, absolute and without duplicates. It leaves out links within the page. */
export function contentLinks(content: Content, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const element of shownElements(content)) {
    const href = element.attribs.href;
    if (element.name !== 'a' || href === undefined || href.trim().startsWith('#')) continue;
    const url = resolveUrl(href, baseUrl);
    if (url !== undefined && !url.startsWith('data:')) links.add(url);
  }
  return [...links];
}

/** The images of the content, each URL once. */
export function contentImages(content: Content, baseUrl: string): PageImage[] {
  const images = new Map<string, PageImage>();
  for (const element of shownElements(content)) {
    if (element.name !== 'img') continue;
    const url = imageUrl(element, baseUrl);
    if (url === undefined || url.startsWith('data:') || images.has(url)) continue;
    images.set(url, {
      url,
      alt: attribute(element, 'alt') ?? '',
      width: pixels(element.attribs.width),
      height: pixels(element.attribs.height),
    });
  }
  return [...images.values()];
}

function pixels(value: string | undefined): number | undefined {
  const number = /^\s*(\d{1,6})\s*(?:px)?\s*$/.exec(value ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}
