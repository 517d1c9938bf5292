import type { PageImage } from '../page/data.js';
import { type Content, shownElements } from './content.js';
import { attribute, type Element, elementsOf, isTag, type ParentNode, pushReversed } from './html.js';
import { imageUrl, resolveUrl } from './urls.js';

/** The targets of all links of a page, for crawls and maps: absolute HTTP URLs without fragments. */
export function pageLinks(page: ParentNode, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const element of elementsOf(page)) {
    const url = resolveUrl(targetOf(element), baseUrl);
    if (url !== undefined && /^https?:/.test(url)) links.add(url.replace(/#.*$/s, ''));
  }
  return [...links];
}

/**
 * The links of the content, absolute and without duplicates. Those of parts that wait for a click are among them: a
 * menu that unfolds leads somewhere as well.
 */
export function contentLinks(content: Content, baseUrl: string): string[] {
  const links = new Set<string>();
  const stack: Element[] = [];
  for (const root of content.roots) {
    if (isTag(root)) stack.push(root);
    else pushReversed(stack, root.children.filter(isTag));
    for (let element = stack.pop(); element; element = stack.pop()) {
      if (content.dropped.has(element) || element.name === 'noscript' || element.name === 'template') continue;
      const url = resolveUrl(targetOf(element), baseUrl);
      if (url !== undefined && !url.startsWith('data:')) links.add(url);
      pushReversed(stack, element.children.filter(isTag));
    }
  }
  return [...links];
}

/** Returns the URL that an element leads to. A link to `#` alone is a button. */
function targetOf({ name, attribs }: Element): string | undefined {
  if (name === 'a' || name === 'area') return attribs.href?.trim() === '#' ? undefined : attribs.href;
  return name === 'frame' || name === 'iframe' ? attribs.src : undefined;
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
