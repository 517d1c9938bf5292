import { isShown } from '../html/content.js';
import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from '../html/html.js';
import type { RemovedPart } from '../page/data.js';
import { REASONS, type Reason, type Removals } from './removals.js';

/** More of the text is not needed to recognize a part. */
const MAX_TEXT = 80;

/** Lists what a reader of the page sees and the content does not have, in the order of the page. */
export function removedParts(
  body: Element | Document,
  { roots, removals }: { readonly roots: readonly (Element | Document)[]; readonly removals: Removals },
): RemovedPart[] {
  const around = new Set<unknown>();
  for (const root of roots) {
    for (let node: Element | Document | null = root; node !== null; node = node.parent as Element | null) {
      around.add(node);
    }
  }
  const parts: RemovedPart[] = [];
  const add = (node: Element | ChildNode, reason: Reason): void => {
    const text = shownText(node);
    if (text !== '') parts.push({ selector: selectorOf(node), reason, explanation: REASONS[reason], text });
  };
  const collect = (parent: ParentNode, isInside: boolean): void => {
    for (const child of parent.children) {
      if (isTag(child) ? !isShown(child) : !isText(child)) continue;
      const reason = removals.get(child);
      const isRoot = roots.some((root) => root === child);
      if (reason !== undefined && !(around.has(child) && !isInside)) add(child, reason);
      else if (isInside || around.has(child)) {
        if (isTag(child)) collect(child, isInside || isRoot);
      } else add(child, 'outside the main element');
    }
  };
  collect(body, roots.includes(body));
  return parts;
}

function shownText(node: ChildNode): string {
  const words: string[] = [];
  let length = 0;
  const collect = (one: ChildNode): void => {
    if (length > MAX_TEXT) return;
    if (isText(one)) {
      const text = one.data.replace(/\s+/g, ' ').trim();
      if (text !== '') words.push(text);
      length += text.length;
    } else if (isTag(one) && isShown(one)) for (const child of one.children) collect(child);
  };
  collect(node);
  const text = words.join(' ');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).trimEnd()}…` : text;
}

/** A CSS selector of an element; of a text, that of the element around it. */
function selectorOf(node: ChildNode): string {
  const steps: string[] = [];
  for (let one: ChildNode | null = node; one !== null; one = one.parent as ChildNode | null) {
    if (!isTag(one)) continue;
    const { id } = one.attribs;
    if (id !== undefined && /^[A-Za-z][\w-]*$/.test(id)) {
      steps.unshift(`#${id}`);
      break;
    }
    const { name, parent } = one;
    const alike = parent === null ? [] : parent.children.filter((child) => isTag(child) && child.name === name);
    steps.unshift(alike.length > 1 ? `${name}:nth-of-type(${alike.indexOf(one) + 1})` : name);
  }
  return steps.join(' > ');
}
