import { type ChildNode, Document, DomHandler, Element, isTag, isText, type ParentNode } from 'domhandler';
import { Parser } from 'htmlparser2';

export { type ChildNode, Document, Element, isTag, isText, type ParentNode };

/** No page that a person wrote nests this deep; what a machine nests deeper would overflow the stack of every walker. */
const DEEPEST = 500;

class Handler extends DomHandler {
  get depth(): number {
    return this.tagStack.length;
  }
}

/** Elements below the deepest level become siblings on it: nothing is lost, and time stays linear. */
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
    this.#opening = this.#handler.depth > DEEPEST ? 'beyond' : 'within';
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

/** Never throws, whatever the text is. */
export function parseHtml(html: string): Document {
  const handler = new Handler();
  new BoundedParser(handler).end(html);
  return handler.root;
}

/** All elements below a node, in the order of the page. */
export function* elementsOf(node: ParentNode): Generator<Element> {
  // No generators within generators: each element would pass through those of all levels above it.
  const waiting = [...node.children].reverse();
  for (let child = waiting.pop(); child; child = waiting.pop()) {
    if (!isTag(child)) continue;
    yield child;
    pushReversed(waiting, child.children);
  }
}

/** Onto a stack, so that the first of them comes next. */
export function pushReversed<Item>(stack: Item[], items: readonly Item[]): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item !== undefined) stack.push(item);
  }
}

export function findElement(node: ParentNode, test: (element: Element) => boolean): Element | undefined {
  for (const element of elementsOf(node)) if (test(element)) return element;
  return undefined;
}

/** The text below a node as it stands in the source, with nothing collapsed. */
export function rawText(node: ParentNode): string {
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

export function attribute(element: Element, name: string): string | undefined {
  const value = element.attribs[name]?.trim();
  return value === '' ? undefined : value;
}
