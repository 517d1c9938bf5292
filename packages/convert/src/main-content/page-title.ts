import { findOne } from 'domutils';
import { type Dropped, isShown } from '../html/content.js';
import { isHeading } from '../html/element-names.js';
import { type ChildNode, type Document, type Element, elementList, isTag, plainText, rawText } from '../html/html.js';

/**
 * The heading among some elements that names the page: the one that repeats the title of the document, wherever the layout has it, or else
 * the first heading of the first level.
 */
export function titleOf(document: Document, elements: readonly Element[], droppedNodes: Dropped): Element | undefined {
  const names = documentTitles(document);
  let title: Element | undefined;
  let rank = names.length;
  for (const element of elements) {
    if (!isHeading(element) || element.name > 'h3' || !isVisible(element) || isSiteName(element)) continue;
    const name = nameOf(plainText(element));
    const namePosition = name === '' ? -1 : names.indexOf(name);
    const isFirst =
      namePosition === -1 && title === undefined && element.name === 'h1' && !isDropped(element, droppedNodes);
    if (isFirst || (namePosition !== -1 && namePosition < rank)) {
      title = element;
      if (namePosition !== -1) rank = namePosition;
    }
  }
  return title;
}

/** Separators between the title of a page and the name of its site. */
const SEPARATOR = / [|–—·•»:/-]+ |: /;

/** Lists the titles in the head of a page, the most certain first. One part of a title may be the name of the site. */
function documentTitles(document: Document): string[] {
  const whole: string[] = [];
  const parts: string[] = [];
  let site: string | undefined;
  for (const element of elementList(document)) {
    const { name, attribs } = element;
    if (name === 'body') break;
    if (name === 'meta' && attribs.property === 'og:site_name') site = nameOf(attribs.content ?? '');
    const title = name === 'title' ? rawText(element) : attribs.property === 'og:title' ? attribs.content : undefined;
    if (title === undefined) continue;
    whole.push(nameOf(title));
    for (const part of title.trim().replace(/\s+/g, ' ').split(SEPARATOR)) parts.push(nameOf(part));
  }
  return [...whole, ...parts].filter((name) => name !== '' && name !== site);
}

/** The words of a title, for comparison. */
export function nameOf(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Whether a heading only links to the home page: on old pages the first heading is the name of the site. */
function isSiteName(heading: Element): boolean {
  const link = findOne(({ name }) => name === 'a', heading.children);
  return (
    link !== null &&
    /^(?:\.?\/|(?:https?:)?\/\/[^/]+\/?|(?:\.\.?\/)*index\.\w+)$/.test(link.attribs.href ?? '') &&
    plainText(link) === plainText(heading)
  );
}

function isVisible(element: Element): boolean {
  for (let node: ChildNode | null = element; node !== null; node = node.parent) {
    if (isTag(node) && !isShown(node)) return false;
  }
  return true;
}

/** Whether a node or one of its ancestors is dropped. */
export function isDropped(element: Element, droppedNodes: Dropped): boolean {
  for (let node: ChildNode | null = element; node !== null; node = node.parent) if (droppedNodes.has(node)) return true;
  return false;
}
