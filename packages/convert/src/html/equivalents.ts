import { writeDrawing } from './drawings.js';
import {
  append,
  type Document,
  type Element,
  elementList,
  elementsOf,
  isTag,
  makeElement,
  plainText,
  prepend,
  prependChild,
} from './html.js';
import { writeListing } from './listings.js';
import { writeNoteLines } from './note-lines.js';
import { isAttributedQuote } from './quotes.js';
import { writeSidenote } from './sidenotes.js';
import { completeTable } from './table-parts.js';

/** The elements of AMP, which its script replaces, and those of HTML that they stand for. */
const AMP = new Map([
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
  ['amp-iframe', 'iframe'],
]);

/** Writes what only a script or a style makes readable as HTML that is readable by itself. */
export function writeEquivalents(page: Document): void {
  for (const element of elementList(page)) {
    const name = AMP.get(element.name);
    if (name !== undefined) element.name = name;
    else if (element.name === 'ruby') encloseReadings(element);
    else if (element.name === 'svg') writeDrawing(element);
    else {
      if (element.name === 'table') completeTable(element);
      writeListing(element);
      labelPanels(element);
      writeSidenote(element);
      writeNoteLines(element);
      hidePortrait(element);
    }
  }
}

/** Puts readings in parentheses, as a browser without ruby shows them. */
function encloseReadings(ruby: Element): void {
  const parts = [...elementsOf(ruby)];
  if (parts.some(({ name }) => name === 'rp')) return;
  for (const reading of parts) {
    if (reading.name !== 'rt') continue;
    prepend(reading, makeElement('rp', {}, '('));
    append(reading, makeElement('rp', {}, ')'));
  }
}

/** Hides the picture of the author beside the name above a quote. */
function hidePortrait(quote: Element): void {
  if (!isAttributedQuote(quote)) return;
  const [title] = quote.children.filter(isTag);
  const pictures = title === undefined ? [] : [...elementsOf(title)].filter(({ name }) => name === 'img');
  if (title !== undefined && plainText(title) !== '') for (const picture of pictures) picture.attribs.hidden = '';
}

/** Puts the labels of tabs, which stand in a row of their own, above what each of them opens. */
function labelPanels(row: Element): void {
  if (row.children.length < 2) return;
  if (!row.children.every((label) => !isTag(label) || isTabLabel(label))) return;
  const labels = row.children.filter(isTag);
  if (labels.length < 2) return;
  const next = elementAfter(row);
  if (next === undefined) return;
  const panels = [next.children.filter(isTag), followingPanels(row)].find(({ length }) => length === labels.length);
  if (panels === undefined || labels.some((label) => plainText(label) === '')) return;
  for (const [index, panel] of panels.entries()) {
    const label = labels[index];
    if (label === undefined) continue;
    prependChild(panel, makeElement('p', {}, [makeElement('strong', {}, plainText(label))]));
  }
  row.attribs.hidden = '';
}

function isTabLabel({ name, attribs, children }: Element): boolean {
  if (name === 'label') return attribs.for !== undefined;
  return attribs.role === 'tab' || children.some((child) => isTag(child) && child.attribs.role === 'tab');
}

function followingPanels(row: Element): Element[] {
  const panels: Element[] = [];
  for (let next = elementAfter(row); next?.attribs.role === 'tabpanel'; next = elementAfter(next)) panels.push(next);
  return panels;
}

function elementAfter({ next }: Element): Element | undefined {
  let node = next;
  while (node !== null && !isTag(node)) node = node.next;
  return node ?? undefined;
}
