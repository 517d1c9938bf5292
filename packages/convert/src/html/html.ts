import { type ChildNode, Document, DomHandler, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import * as domutils from 'domutils';
import { Parser } from 'htmlparser2';
import { withoutCdata } from './cdata.js';

export { type ChildNode, Document, Element, isTag, isText, type ParentNode };

/** No handwritten page nests this deep. Deeper nesting would overflow the stack of every recursive walk. */
export const MAX_DEPTH = 500;

/**
 * A parsed page, with what is known of its source. A `WeakMap` from a page to its elements would keep each page until the next
 * collection of all memory.
 */
class Page extends Document {
  /** The names of its elements, each with the one string that all of them share. */
  readonly names = new Map<string, string>();
  readonly attributes = new Set<string>();
  /** All its elements, after so many changes. */
  listed: { readonly changes: number; readonly elements: readonly Element[] } | undefined;
}

class Handler extends DomHandler {
  readonly page = new Page([]);

  constructor() {
    super();
    this.root = this.page;
    this.dom = this.page.children;
    this.tagStack = [this.page];
  }

  get depth(): number {
    return this.tagStack.length;
  }

  override onopentag(name: string, attribs: Record<string, string>): void {
    const { names } = this.page;
    let shared = names.get(name);
    if (shared === undefined) {
      shared = internalized(name);
      names.set(shared, shared);
    }
    super.onopentag(shared, attribs);
  }

  onattribute(name: string): void {
    this.page.attributes.add(name);
  }
}

/**
 * The same text as the key of a property, which is one string for all of a program. A part of a source is compared letter by letter
 * with the names in the sets that each element is looked up in.
 */
function internalized(text: string): string {
  return Object.keys({ [text]: true })[0] ?? text;
}

/** Turns elements below the maximum depth into siblings at that depth: nothing is lost, and time stays linear. */
class BoundedParser extends Parser {
  readonly #handler: Handler;
  #opening: 'within' | 'beyond' | 'counted' = 'within';
  #closing = false;
  #openBeyond = 0;

  constructor(handler: Handler) {
    super(handler);
    this.#handler = handler;
  }

  override onopentagname(start: number, end: number): void {
    this.#opening = this.#handler.depth > MAX_DEPTH ? 'beyond' : 'within';
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#closing = true;
    super.onclosetag(start, end);
    this.#closing = false;
  }

  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) return true;
    if (this.#closing) {
      if (this.#openBeyond === 0) return false;
      this.#openBeyond--;
      return true;
    }
    if (this.#opening === 'beyond') {
      this.#opening = 'counted';
      this.#openBeyond++;
    }
    return this.#opening === 'counted';
  }
}

/** Parses any text without throwing. */
export function parseHtml(html: string): Document {
  const handler = new Handler();
  new BoundedParser(handler).end(withoutCdata(html));
  return handler.page;
}

/** Whether the source of a page has an element of a name. Few pages have most of them, and a walk over all others finds none. */
export function hasInSource(page: Document, name: string): boolean {
  return !(page instanceof Page) || page.names.has(name);
}

/** Whether the source of a page has an attribute of a name. */
export function hasAttributeInSource(page: Document, name: string): boolean {
  return !(page instanceof Page) || page.attributes.has(name);
}

/** All elements below a node, in the order of the page. It follows the links between nodes, which takes no stack. */
export function* elementsOf(node: ParentNode): Generator<Element> {
  let next: ChildNode | null = node.children[0] ?? null;
  while (next !== null) {
    if (isTag(next)) yield next;
    let current: ChildNode = next;
    next = ('children' in current ? current.children[0] : undefined) ?? null;
    while (next === null && current !== node) {
      next = current.next;
      if (next === null) {
        if (current.parent === null || current.parent === node) return;
        current = current.parent as ChildNode;
      }
    }
  }
}

/**
 * All elements below a node in a list, for callers that visit them several times or change the page on the way. Those of a page are
 * listed once, until its tree changes.
 */
export function elementList(node: ParentNode): readonly Element[] {
  if (!(node instanceof Page)) return listElements(node);
  if (node.listed?.changes !== changes) node.listed = { changes, elements: listElements(node) };
  return node.listed.elements;
}

/** How often the tree of any page was changed, which only the functions below do. */
let changes = 0;

/** The elements below one, from a list of all elements of its page. */
export function elementsBelow(element: Element | Document, all: readonly Element[]): readonly Element[] {
  if (!isTag(element)) return all;
  let last = element;
  for (let inner = last.children.findLast(isTag); inner !== undefined; inner = last.children.findLast(isTag))
    last = inner;
  const start = all.indexOf(element) + 1;
  return last === element ? [] : all.slice(start, all.lastIndexOf(last) + 1);
}

function listElements(node: ParentNode): Element[] {
  const list: Element[] = [];
  const collect = (children: readonly ChildNode[]): void => {
    for (const child of children) {
      if (!isTag(child)) continue;
      list.push(child);
      if (child.children.length > 0) collect(child.children);
    }
  };
  collect(node.children);
  return list;
}

/** The first elements in a node, at most so many: a box may have thousands, and many of them ask how many it has. */
export function firstElements(parent: ParentNode, count: number): Element[] {
  const elements: Element[] = [];
  for (const child of parent.children) {
    if (elements.length === count) break;
    if (isTag(child)) elements.push(child);
  }
  return elements;
}

/** Puts children into a node, with the links between them that a walk follows. */
export function setChildren(parent: ParentNode, children: readonly ChildNode[]): void {
  changes++;
  parent.children = [...children];
  for (const [index, child] of parent.children.entries()) {
    child.parent = parent;
    child.prev = parent.children[index - 1] ?? null;
    child.next = parent.children[index + 1] ?? null;
  }
}

export function removeElement(node: ChildNode): void {
  changes++;
  domutils.removeElement(node);
}

export function replaceElement(node: ChildNode, replacement: ChildNode): void {
  changes++;
  domutils.replaceElement(node, replacement);
}

/** Puts a node behind another one. */
export function append(node: ChildNode, next: ChildNode): void {
  changes++;
  domutils.append(node, next);
}

/** Puts a node in front of another one. */
export function prepend(node: ChildNode, before: ChildNode): void {
  changes++;
  domutils.prepend(node, before);
}

export function prependChild(parent: ParentNode, child: ChildNode): void {
  changes++;
  domutils.prependChild(parent, child);
}

/** Makes an element. That of the DOM alone leaves its children without links, and each walk over the page would end in it. */
export function makeElement(
  name: string,
  attributes: Record<string, string>,
  content: string | readonly ChildNode[],
): Element {
  const element = new Element(name, attributes);
  setChildren(element, typeof content === 'string' ? [new Text(content)] : content);
  return element;
}

/** Pushes items onto a stack so that the first one is popped next. */
export function pushReversed<Item>(stack: Item[], items: readonly Item[]): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item !== undefined) stack.push(item);
  }
}

/** The body of a page, or the page itself where its frames take the place of a body. */
export function bodyOf(document: Document): Element | Document {
  return domutils.findOne(({ name }) => name === 'body', document.children) ?? document;
}

/** The text below a node as in the source, with its white space. */
export function rawText(node: ParentNode): string {
  const [first] = node.children;
  if (node.children.length === 1 && first !== undefined && isText(first)) return first.data;
  const parts: string[] = [];
  const collect = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (isText(child)) parts.push(child.data);
      else if ('children' in child) collect(child);
    }
  };
  collect(node);
  return parts.join('');
}

/** The text below a node with white space collapsed, as a browser shows it on one line. */
export function plainText(node: ParentNode): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

/** Whether there are letters below a node. */
export function hasLetters(node: ParentNode): boolean {
  return node.children.some((child) => (isText(child) ? /\p{L}/u.test(child.data) : isTag(child) && hasLetters(child)));
}

export function hasAttributes({ attribs }: Element): boolean {
  for (const _ in attribs) return true;
  return false;
}

export function attribute(element: Element, name: string): string | undefined {
  const value = element.attribs[name]?.trim();
  return value === '' ? undefined : value;
}
