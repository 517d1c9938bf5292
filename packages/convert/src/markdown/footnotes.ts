import { type Content, shownElements } from '../html/content.js';
import {
  type ChildNode,
  type Element,
  elementList,
  elementsOf,
  isTag,
  isText,
  type ParentNode,
  plainText,
} from '../html/html.js';
import { mayHaveNotes, notesOf, referenceNames, targetOf } from '../html/notes.js';

/** The notes of a page that its text refers to, with their labels in Markdown. */
export class Footnotes {
  readonly #notes: ReadonlyMap<Element, Element>;
  readonly #labels = new Map<Element, string>();
  readonly #references = new Set<string>();

  constructor(content: Content) {
    const mayReferToNotes = content.roots.some((root) => mayHaveNotes(elementList(outermost(root))));
    const elements = mayReferToNotes ? [...shownElements(content)] : [];
    this.#notes = notesOf(elements, elements);
    for (const [link, note] of this.#notes) {
      if (!this.#labels.has(note)) this.#labels.set(note, String(this.#labels.size + 1));
      for (const name of referenceNames(link)) this.#references.add(name);
    }
  }

  /** The label of the note that a link leads to. */
  labelAt(link: Element): string | undefined {
    const note = this.#notes.get(link);
    return note && this.#labels.get(note);
  }

  /** Whether a link leads to a reference. */
  leadsBack(link: Element): boolean {
    return this.#references.has(targetOf(link) ?? '');
  }

  /** The content without the notes. */
  withoutNotes(content: Content): Content {
    if (this.#labels.size === 0) return content;
    const isNote = (node: ChildNode) => isTag(node) && this.isNote(node);
    return { ...content, dropped: { has: (node) => content.dropped.has(node) || isNote(node) } };
  }

  isNote(element: Element): boolean {
    return this.#labels.has(element);
  }

  /** The notes and their labels, in the order of the first references. */
  entries(): Iterable<[Element, string]> {
    return this.#labels;
  }
}

/** Whether an element at the beginning of a note is its label, such as `[1]`, which leads back to the text. */
export function isLabelOfNote(element: Element): boolean {
  const links = [element, ...elementsOf(element)].filter(({ attribs }) => attribs.href?.startsWith('#'));
  if (links.length === 0) return false;
  const isShort = links.every((link) => /^(?:\P{L}{0,6}|\p{L}{1,2})$/u.test(plainText(link)));
  return isShort && /^\P{L}{0,20}$/u.test(textWithoutLinks(element).replace(/\s+/g, ' '));
}

function textWithoutLinks(element: Element): string {
  if (element.name === 'a') return '';
  return element.children
    .map((child) => (isText(child) ? child.data : isTag(child) ? textWithoutLinks(child) : ''))
    .join('');
}

const SIGNS = /^(?:[\s↩↑^]|\u{fe0e}|\u{fe0f})*$/u;

/** Whether a link leads from a note back to the text. Renderers of Markdown add such links themselves. */
export function isBacklink(element: Element, text: string): boolean {
  const { role, class: classes = '', href = '' } = element.attribs;
  if (role === 'doc-backlink' || /\b(?:footnote-back(?:ref|link)|reversefootnote)\b/.test(classes)) return true;
  return href.startsWith('#') && text !== '' && SIGNS.test(text);
}

/** The page that a node stands in. */
function outermost(node: ParentNode): ParentNode {
  let page = node;
  while (page.parent !== null) page = page.parent;
  return page;
}
