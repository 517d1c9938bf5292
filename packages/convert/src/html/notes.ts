import { isBlock } from './content.js';
import { CELLS, HEADINGS, isHeading, TABLE_GROUPS } from './element-names.js';
import { type ChildNode, type Element, elementsOf, isTag, isText, plainText } from './html.js';
import { isWithin } from './within.js';

const NOTE_ROLES = new Set(['doc-footnote', 'doc-endnote']);
const LIST = /(?:^|[\s_-])(?:footnotes|endnotes)(?:$|[\s_-])/i;
const NOTE = /(?:^|\s)footnote(?:$|\s)/i;
/** A number or a sign that refers to a note. */
const LABEL = /^\P{L}{1,6}$/u;
const NO_NOTES = new Set([...HEADINGS, 'table', ...TABLE_GROUPS, 'body', 'main']);

/**
 * The notes that the links of a text lead to, by link: elements that the page declares as notes, those that lead back to
 * their references, and the items of a list that raised numbers refer to.
 */
export function notesOf(text: Iterable<Element>, page: readonly Element[]): Map<Element, Element> {
  const links = [...text].filter((element) => targetOf(element) !== undefined);
  if (links.length === 0) return new Map();
  const targets = new Map<string, Element>();
  const positions = new Map<Element, number>();
  for (const [position, element] of page.entries()) {
    positions.set(element, position);
    for (const id of namesOf(element)) if (!targets.has(id) || isDeclaredNote(element)) targets.set(id, element);
  }
  const insides = new Map<Element, Inside>();
  const insideOf = (note: Element): Inside => {
    const known = insides.get(note) ?? readInside(note);
    insides.set(note, known);
    return known;
  };
  // Lists, each item of which can be referred to.
  const lists = new Map<unknown, boolean>();
  const isItem = ({ name, parent }: Element): boolean => {
    if (name !== 'li' || parent === null) return false;
    const isList = lists.get(parent) ?? parent.children.every((item) => !isTag(item) || item.attribs.id !== undefined);
    lists.set(parent, isList);
    return isList;
  };
  const notes = new Map<Element, Element>();
  for (const link of links) {
    const target = targets.get(targetOf(link) ?? '');
    if (target === undefined) continue;
    if (isDeclaredNote(target)) {
      notes.set(link, target);
      continue;
    }
    if (!isReference(link)) continue;
    const note = noteOf(target);
    if (note === undefined || NO_NOTES.has(note.name) || isWithin(link, note)) continue;
    const inside = insideOf(note);
    if (inside.hasHeading) continue;
    const names = referenceNames(link);
    const isFound =
      (positions.get(target) ?? 0) < (positions.get(link) ?? 0)
        ? beginsWithLinkTo(note, names) && noteOf(link) === undefined
        : names.some((name) => inside.links.has(name)) || (isRaised(link) && isItem(note));
    if (isFound) notes.set(link, note);
  }
  return withoutLists(notes);
}

/** The identifiers by which a note leads back to a reference: those of the link and of the inline elements around and in it. */
export function referenceNames(link: Element): string[] {
  const names = [...namesOf(link), ...[...elementsOf(link)].flatMap(namesOf)];
  for (let node = link.parent; node !== null && isTag(node) && !isBlock(node); node = node.parent)
    names.push(...namesOf(node));
  return names;
}

/** Whether any link of a page leads to another part of it. Without one, the page has no notes. */
export function mayHaveNotes(page: readonly Element[]): boolean {
  return page.some((element) => targetOf(element) !== undefined);
}

/** The identifier in the page that a link, or the label of a note, leads to. */
export function targetOf({ name, attribs }: Element): string | undefined {
  if (name === 'label' && attribs.role === 'doc-noteref') return attribs.for;
  return name === 'a' && attribs.href?.startsWith('#') ? attribs.href.slice(1) : undefined;
}

interface Inside {
  readonly hasHeading: boolean;
  /** The identifiers that its links lead to. */
  readonly links: ReadonlySet<string>;
}

function readInside(note: Element): Inside {
  const links = new Set<string>();
  let hasHeading = false;
  for (const element of elementsOf(note)) {
    const target = targetOf(element);
    if (target !== undefined) links.add(target);
    hasHeading ||= isHeading(element);
  }
  return { hasHeading, links };
}

function namesOf({ name, attribs }: Element): string[] {
  const anchor = name === 'a' ? attribs.name : undefined;
  return [attribs.id, anchor].filter((id) => id !== undefined && id !== '').map(String);
}

function isReference(link: Element): boolean {
  return isRaised(link) || isLabel(link);
}

/** Whether the text of an element is a number or a sign that refers to a note. */
export function isLabel(element: Element): boolean {
  return isLabelText(plainText(element));
}

export function isLabelText(text: string): boolean {
  return LABEL.test(text);
}

/** Whether an element stands behind words of its line, or behind a note. */
export function followsWords({ prev }: Element): boolean {
  for (let node = prev; node !== null; node = node.prev) {
    if (isText(node) && node.data.trim() !== '') return true;
    if (isTag(node)) return plainText(node) !== '' || node.attribs.role === 'doc-footnote';
  }
  return false;
}

/** Whether a link is raised above the line, or has the role of a reference. */
function isRaised(link: Element): boolean {
  if (link.attribs.role === 'doc-noteref') return true;
  if ([...elementsOf(link)].some(({ name }) => name === 'sup')) return true;
  for (let node = link.parent; node !== null && isTag(node) && !isBlock(node); node = node.parent)
    if (node.name === 'sup') return true;
  return false;
}

/** The note that a target is or begins: a block, a row of a table, or one of several notes in a block. */
function noteOf(target: Element): Element | undefined {
  let node: Element = target;
  while (!isBlock(node) && !isAmongNotes(node)) {
    if (!isFirst(node) || node.parent === null || !isTag(node.parent)) return undefined;
    node = node.parent;
  }
  if (!CELLS.has(node.name)) return node;
  const row = node.parent;
  return isFirst(node) && row !== null && isTag(row) && row.name === 'tr' ? row : undefined;
}

/** Whether an inline element has words and a link to another part of the page, as all that stand beside it in its block. */
function isAmongNotes({ parent }: Element): boolean {
  if (parent === null || !isTag(parent) || !isBlock(parent)) return false;
  const nodes = parent.children.filter((node) => (isText(node) ? node.data.trim() !== '' : isTag(node)));
  const elements = nodes.filter(isTag).filter(({ name }) => name !== 'br');
  if (elements.length < 2 || !nodes.every(isTag)) return false;
  return elements.every(
    (element) =>
      !isBlock(element) && /\p{L}/u.test(plainText(element)) && [...elementsOf(element)].some((one) => targetOf(one)),
  );
}

/** Whether the first thing in a note is a link to one of the identifiers. */
function beginsWithLinkTo(note: Element, names: readonly string[]): boolean {
  for (const link of elementsOf(note)) {
    const target = targetOf(link);
    if (target === undefined) continue;
    if (!names.includes(target)) return false;
    let node: Element = link;
    while (node !== note && isFirst(node) && node.parent !== null && isTag(node.parent)) node = node.parent;
    return node === note;
  }
  return false;
}

/** Whether nothing that is read stands before an element in the one around it. */
export function isFirst({ prev }: Element): boolean {
  let node: ChildNode | null = prev;
  while (node !== null && !isTag(node) && !(isText(node) && node.data.trim() !== '')) node = node.prev;
  return node === null;
}

/** Leaves out the boxes that hold several notes. */
function withoutLists(notes: Map<Element, Element>): Map<Element, Element> {
  const all = new Set(notes.values());
  const lists = new Set<Element>();
  for (const note of all) {
    for (let node = note.parent; node !== null && isTag(node); node = node.parent) {
      if (all.has(node) && !isDeclaredNote(node)) lists.add(node);
    }
  }
  return new Map([...notes].filter(([, note]) => !lists.has(note)));
}

/** Whether the page declares an element as a note, by its role or by a class. */
function isDeclaredNote(element: Element): boolean {
  const { name, attribs, parent } = element;
  if (attribs.id === undefined) return false;
  if (NOTE_ROLES.has(attribs.role ?? '') || (name !== 'a' && NOTE.test(attribs.class ?? ''))) return true;
  if (name !== 'li') return false;
  const boxes = [parent, parent?.parent].filter((box) => box !== null && box !== undefined).filter(isTag);
  return boxes.some((box) => box.attribs.role === 'doc-endnotes' || LIST.test(box.attribs.class ?? ''));
}
