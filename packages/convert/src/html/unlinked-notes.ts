import { Text } from 'domhandler';
import { isBlock, isShowable, isShown, mayHide } from './content.js';
import { isHeading } from './element-names.js';
import {
  append,
  type ChildNode,
  type Document,
  type Element,
  elementList,
  elementsOf,
  hasAttributes,
  hasLetters,
  isTag,
  isText,
  makeElement,
  plainText,
  prependChild,
  rawText,
  removeElement,
  setChildren,
} from './html.js';
import { followsWords, isFirst, isLabel, isLabelText, targetOf } from './notes.js';
import { isWithin } from './within.js';

/** Links references to the notes that only a script, a number or a heading joins to them, so that both are footnotes. */
export function linkNotes(page: Document): void {
  const elements = elementList(page);
  const hides = mayHide(page);
  const hidden: Element[] = [];
  const numbers: Element[] = [];
  const labels: Element[] = [];
  for (const element of elements) {
    if (hides && hasAttributes(element) && isShowable(element) && !isShown(element)) {
      const last = hidden.at(-1);
      if (last === undefined || !isWithin(element, last)) hidden.push(element);
    } else if (element.name === 'sup' && isNumber(element)) numbers.push(element);
    else if (isHeading(element) && element.children.some(isLinkInPage) && isLabel(element)) labels.push(element);
  }
  linkHiddenNotes(hidden, elements);
  linkNumberedNotes(
    numbers.filter((number, index) => !linkNoteBehind(number, `note-behind-${index + 1}`)),
    elements,
  );
  if (labels.length > MAX_NOTES) return;
  const targets = new Set(labels.length > 0 ? elements.map(targetOf) : []);
  for (const label of labels) gatherHeadedNote(label, targets);
}

/** More are something else, and each is put into a box of its own. */
const MAX_NOTES = 999;

function isLinkInPage(node: ChildNode): boolean {
  return isTag(node) && targetOf(node) !== undefined;
}

/** Notes that a script shows: they are hidden in their references, or an attribute of these has their identifiers. */
function linkHiddenNotes(hidden: readonly Element[], elements: readonly Element[]): void {
  const byId = new Map<string, Element>();
  for (const [position, note] of hidden.entries()) {
    if (!hasLetters(note)) continue;
    if (note.attribs.id !== undefined) byId.set(note.attribs.id, note);
    const { parent } = note;
    if (parent === null || !isTag(parent) || isBlock(parent) || !followsWords(parent)) continue;
    if (parent.children.length > MAX_PARTS || !isLabelText(textBeside(note, parent))) continue;
    removeElement(note);
    append(parent, note);
    // In plain text, the note is apart from its label.
    prependChild(note, new Text(' '));
    link(parent, note, `hidden-note-${position + 1}`);
  }
  if (byId.size === 0) return;
  for (const element of elements) {
    if (isBlock(element) || !hasAttributes(element) || !isShown(element)) continue;
    const id = Object.entries(element.attribs).find(([name, value]) => name !== 'id' && byId.has(value))?.[1] ?? '';
    const note = byId.get(id);
    if (note !== undefined && isLabel(element) && followsWords(element)) link(element, note, id);
  }
}

/** A reference holds its note, its label, and text around them. */
const MAX_PARTS = 4;

function textBeside(node: Element, parent: Element): string {
  const others = parent.children.filter((child) => child !== node);
  return others
    .map((other) => (isTag(other) ? rawText(other) : isText(other) ? other.data : ''))
    .join('')
    .trim();
}

/** A note that stands behind its raised number and begins with it again, as those of LaTeXML, which styles take out of the line. */
function linkNoteBehind(number: Element, id: string): boolean {
  const label = plainText(number);
  const note = number.next;
  if (note === null || !isTag(note) || isBlock(note)) return false;
  const again = labelAtStart(note, label);
  if (again === undefined || !hasLetters(note)) return false;
  removeElement(again);
  // Some have it both raised and as the label of an item.
  const item = labelAtStart(note, label);
  if (item !== undefined) removeElement(item);
  // In plain text, the note is apart from its label.
  prependChild(note, new Text(' '));
  link(number, note, id);
  return true;
}

/** The element of nothing but a label with which a box begins. */
function labelAtStart(box: Element, label: string): Element | undefined {
  for (let node = box; ; ) {
    const first = node.children.find((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
    if (first === undefined || !isTag(first)) return undefined;
    if (isAllText(first) && plainText(first) === label) return first;
    node = first;
  }
}

function isAllText({ children }: Element): boolean {
  return children.every(isText);
}

/** Notes that begin with the numbers which are raised in the text, or are the items of a list that has as many. */
function linkNumberedNotes(numbers: readonly Element[], elements: readonly Element[]): void {
  const references = numbers.filter(followsWords);
  const starts = numbers.filter((number) => blockThatBeginsWith(number) !== undefined);
  // Where they do not count from 1 on, some may be powers.
  if (references.length < 2 || !isCount(references) || !isCount(starts)) return;
  if (starts.length === references.length) {
    for (const [index, start] of starts.entries()) {
      const reference = references[index];
      if (reference === undefined) continue;
      link(reference, gatherNote(start, starts[index + 1]), `note-${index + 1}`);
      reference.attribs.id ??= `to-note-${index + 1}`;
      // The label of a note leads back.
      toLink(start, reference.attribs.id, 'doc-backlink');
    }
    return;
  }
  const items = starts.length === 0 ? numberedItems(elements, references.length) : [];
  for (const [index, item] of items.entries()) {
    const reference = references[index];
    if (reference !== undefined) link(reference, item, `note-${index + 1}`);
  }
}

/** A note whose label is the heading above it, as a link that leads back. */
function gatherHeadedNote(heading: Element, targets: ReadonlySet<string | undefined>): void {
  const label = [...elementsOf(heading)].find((element) => targetOf(element) !== undefined);
  const { parent } = heading;
  if (label === undefined || parent === null) return;
  const id = label.attribs.id ?? label.attribs.name ?? heading.attribs.id;
  if (id === undefined || !targets.has(id)) return;
  const position = parent.children.indexOf(heading);
  const following = parent.children.slice(position + 1);
  const end = following.findIndex((node) => isTag(node) && !isTextBlock(node));
  const text = end < 0 ? following : following.slice(0, end);
  if (!text.some(isTag)) return;
  heading.name = 'span';
  enclose([heading, ...text], id);
}

const TEXT_BLOCKS = new Set(['p', 'ul', 'ol', 'dl', 'pre', 'blockquote', 'table']);

function isTextBlock(element: Element): boolean {
  return !isBlock(element) || TEXT_BLOCKS.has(element.name);
}

function isNumber(element: Element): boolean {
  return isAllText(element) && /^\d{1,3}$/.test(plainText(element)) && !isInLink(element);
}

function isInLink({ parent }: Element): boolean {
  for (let node = parent; node !== null && isTag(node) && !isBlock(node); node = node.parent)
    if (node.name === 'a') return true;
  return false;
}

function isCount(numbers: readonly Element[]): boolean {
  return numbers.every((number, index) => plainText(number) === String(index + 1));
}

/** The block that has nothing before an element. */
function blockThatBeginsWith(element: Element): Element | undefined {
  let block = element;
  while (!isBlock(block) && block.parent !== null && isTag(block.parent)) block = block.parent;
  return isBlock(block) && beginsWith(block, element) ? block : undefined;
}

function beginsWith(box: Element, element: Element): boolean {
  for (let node = element; node !== box; node = node.parent) {
    if (!isFirst(node) || node.parent === null || !isTag(node.parent)) return false;
  }
  return true;
}

/** The block that begins with a label, with the blocks up to that of the next label beside it. */
function gatherNote(start: Element, next: Element | undefined): Element {
  const block = blockThatBeginsWith(start) ?? start;
  const last = next && blockThatBeginsWith(next);
  const siblings = block.parent?.children ?? [];
  if (last === undefined || last.parent !== block.parent) return block;
  const blocks = siblings.slice(siblings.indexOf(block), siblings.indexOf(last));
  const isOne = blocks.every((node) => node === block || (isText(node) && node.data.trim() === ''));
  return isOne || blocks.some((node) => isTag(node) && !isTextBlock(node)) ? block : enclose(blocks);
}

/** The items of a list whose identifiers end with their numbers. */
function numberedItems(elements: readonly Element[], count: number): Element[] {
  for (const { name, children } of elements) {
    if (name !== 'ol') continue;
    const items = children.filter(isTag);
    const isNumbered = ({ attribs }: Element, index: number) =>
      /\d+$/.exec(attribs.id ?? '')?.[0] === String(index + 1);
    if (items.length === count && items.every(isNumbered)) return items;
  }
  return [];
}

/** Puts siblings into a box of their own, in the place of the first. */
function enclose(nodes: readonly ChildNode[], id?: string): Element {
  const [first] = nodes;
  const parent = first?.parent;
  const siblings = parent?.children ?? [];
  const position = first === undefined ? 0 : siblings.indexOf(first);
  const before = siblings.slice(0, position);
  const after = siblings.slice(position + nodes.length);
  const box = makeElement('div', id === undefined ? {} : { id, role: 'doc-footnote' }, nodes);
  if (parent) setChildren(parent, [...before, box, ...after]);
  return box;
}

/** Makes an element a reference to a note, which gets an identifier if it has none. */
function link(reference: Element, note: Element, id: string): void {
  delete note.attribs.hidden;
  delete note.attribs.style;
  note.attribs.role = 'doc-footnote';
  note.attribs.id ??= id;
  toLink(reference, note.attribs.id, 'doc-noteref');
}

function toLink(element: Element, id: string, role: string): void {
  setChildren(element, [makeElement('a', { href: `#${id}`, role }, plainText(element))]);
}
