import { Text } from 'domhandler';
import { type ChildNode, type Element, isTag, isText, plainText, prependChild, setChildren } from './html.js';
import { followsWords } from './notes.js';

/** Writes a note that a checkbox shows beside a text as a footnote: the label of the checkbox becomes the reference. */
export function writeSidenote(label: Element): void {
  const id = label.attribs.for;
  if (label.name !== 'label' || id === undefined || /\p{L}/u.test(plainText(label))) return;
  const box = nextElement(label);
  const note = box && nextElement(box);
  if (box?.name !== 'input' || box.attribs.type !== 'checkbox' || box.attribs.id !== id) return;
  if (note?.name !== 'span' || !/\p{L}/u.test(plainText(note)) || !followsWords(label)) return;
  note.attribs.id ??= `${id}-note`;
  note.attribs.role = 'doc-footnote';
  // In plain text, the note is apart from the word before it.
  prependChild(note, new Text(' '));
  setChildren(label, []);
  label.attribs.for = note.attribs.id;
  label.attribs.role = 'doc-noteref';
}

/** The next element, unless there is text before it. */
function nextElement({ next }: Element): Element | undefined {
  let node = next;
  while (node !== null && !isTag(node) && !isWords(node)) node = node.next;
  return node !== null && isTag(node) ? node : undefined;
}

function isWords(node: ChildNode): boolean {
  return isText(node) && node.data.trim() !== '';
}
