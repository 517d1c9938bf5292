import { type Content, shownElements } from '../html/content.js';
import { type Element, elementsOf, isTag, plainText } from '../html/html.js';

const NOTE_ROLES = new Set(['doc-footnote', 'doc-endnote']);
const LIST = /(?:^|[\s_-])(?:footnotes|endnotes)(?:$|[\s_-])/i;
const NOTE = /(?:^|\s)footnote(?:$|\s)/i;

/** The notes of a page that its text refers to, with their labels in Markdown. */
export class Footnotes {
  readonly #notes = new Map<string, Element>();
  readonly #labels = new Map<Element, string>();

  constructor(content: Content) {
    const elements = [...shownElements(content)];
    for (const element of elements) if (isNote(element)) this.#notes.set(element.attribs.id ?? '', element);
    if (this.#notes.size === 0) return;
    for (const { name, attribs } of elements) {
      const note = name === 'a' ? this.#notes.get((attribs.href ?? '').replace(/^#/, '')) : undefined;
      if (note !== undefined && !this.#labels.has(note)) this.#labels.set(note, String(this.#labels.size + 1));
    }
  }

  /** The label of the note that a link leads to. */
  labelAt(link: Element): string | undefined {
    const { href } = link.attribs;
    const note = href?.startsWith('#') ? this.#notes.get(href.slice(1)) : undefined;
    return note && this.#labels.get(note);
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
  const links = [element, ...elementsOf(element)];
  return links.some(({ attribs }) => attribs.href?.startsWith('#')) && /^\P{L}{0,6}$/u.test(plainText(element));
}

function isNote(element: Element): boolean {
  const { name, attribs, parent } = element;
  if (attribs.id === undefined) return false;
  if (NOTE_ROLES.has(attribs.role ?? '') || (name !== 'a' && NOTE.test(attribs.class ?? ''))) return true;
  if (name !== 'li') return false;
  const boxes = [parent, parent?.parent].filter((box) => box !== null && box !== undefined).filter(isTag);
  return boxes.some((box) => box.attribs.role === 'doc-endnotes' || LIST.test(box.attribs.class ?? ''));
}

const SIGNS = /^(?:[\s↩↑^]|\u{fe0e}|\u{fe0f})*$/u;

/** Whether a link leads from a note back to the text. Renderers of Markdown add such links themselves. */
export function isBacklink(element: Element, text: string): boolean {
  const { role, class: classes = '', href = '' } = element.attribs;
  if (role === 'doc-backlink' || /\b(?:footnote-back(?:ref|link)|reversefootnote)\b/.test(classes)) return true;
  return href.startsWith('#') && text !== '' && SIGNS.test(text);
}
