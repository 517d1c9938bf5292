import { type ChildNode, type Element, elementsOf, isTag, isText, makeElement, setChildren } from './html.js';
import { isLabel, targetOf } from './notes.js';

const BOXES = new Set(['p', 'div', 'li', 'dd', 'td']);

/** Puts each note into an element of its own where a block has several, each on a line that begins with its label. */
export function writeNoteLines(box: Element): void {
  if (box.children.length < 2 || !BOXES.has(box.name)) return;
  const first = box.children.find((node) => !isBlank(node));
  if (first === undefined || !isNoteLabel(first)) return;
  const starts = box.children.filter((node) => isNoteLabel(node) && isAtStart(node));
  if (starts.length < 2) return;
  const starting = new Set<ChildNode>(starts);
  const notes: ChildNode[][] = [];
  for (const node of box.children) {
    if (starting.has(node)) notes.push([node]);
    else notes.at(-1)?.push(node);
  }
  setChildren(
    box,
    notes.flatMap((nodes) => {
      const end = nodes.findLastIndex((node) => !isBlank(node) && !isBreak(node)) + 1;
      return [makeElement('span', {}, nodes.slice(0, end)), ...nodes.slice(end)];
    }),
  );
}

/** Whether a node is a label that is referred to and leads back, such as `<a id="note-1" href="#reference-1">[1]</a>`. */
function isNoteLabel(node: ChildNode): boolean {
  if (!isTag(node) || (node.name !== 'a' && node.name !== 'sup' && node.name !== 'span')) return false;
  const elements = [node, ...elementsOf(node)];
  return elements.some((element) => targetOf(element) !== undefined) && elements.some(isNamed) && isLabel(node);
}

function isNamed({ name, attribs }: Element): boolean {
  return attribs.id !== undefined || (name === 'a' && attribs.name !== undefined);
}

/** Whether a node begins the block or a line of it. */
function isAtStart({ prev }: ChildNode): boolean {
  let node = prev;
  while (node !== null && isBlank(node)) node = node.prev;
  return node === null || isBreak(node);
}

function isBreak(node: ChildNode): boolean {
  return isTag(node) && node.name === 'br';
}

function isBlank(node: ChildNode): boolean {
  return isText(node) ? node.data.trim() === '' : !isTag(node);
}
