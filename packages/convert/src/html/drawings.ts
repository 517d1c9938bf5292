import { isBlock, isShown } from './content.js';
import { type Element, elementsOf, isTag, isText, makeElement, plainText, replaceElement } from './html.js';
import { isHiddenByStyle } from './style-declarations.js';

/** Parts of a drawing that are drawn nowhere, or only where others refer to them. */
const UNDRAWN = new Set([
  'defs',
  'symbol',
  'marker',
  'pattern',
  'clippath',
  'mask',
  'title',
  'desc',
  'metadata',
  'style',
  'script',
]);

/** Writes the words of a drawing in its place, a line for each text: a reader sees those of a diagram or a chart. */
export function writeDrawing(svg: Element): void {
  if (isHiddenDrawing(svg)) return;
  const texts = textsIn(svg, []);
  if (texts.length === 0) return;
  if (svg.parent !== null && isTag(svg.parent) && isInline(svg.parent)) {
    replaceElement(svg, makeElement('span', {}, texts.join(' ')));
    return;
  }
  const lines = texts.flatMap((text, index) => [
    ...(index === 0 ? [] : [makeElement('br', {}, [])]),
    makeElement('span', {}, text),
  ]);
  // A logo has one text; one that has several is a figure.
  replaceElement(svg, makeElement(texts.length === 1 ? 'div' : 'figure', {}, lines));
}

/** Whether an element holds words of one line. */
function isInline(parent: Element): boolean {
  return parent.name === 'p' || /^h[1-6]$/.test(parent.name) || !isBlock(parent);
}

function isHiddenDrawing({ attribs }: Element): boolean {
  return attribs.hidden !== undefined || isHiddenByStyle(attribs.style) || attribs.display === 'none';
}

function textsIn(parent: Element, texts: string[]): string[] {
  for (const child of parent.children) {
    if (!isTag(child) || UNDRAWN.has(child.name.toLowerCase()) || isHiddenDrawing(child)) continue;
    if (child.name !== 'text' && child.name.toLowerCase() !== 'foreignobject') textsIn(child, texts);
    // Outlines and shadows are drawn as the same text once more.
    else for (const text of linesOf(child)) if (texts.at(-1) !== text) texts.push(text);
  }
  return texts;
}

function linesOf(element: Element): string[] {
  if (element.name === 'text') return [wordsOf(element)].filter((words) => words !== '');
  const blocks = [...elementsOf(element)].filter(
    (inner) => isBlock(inner) && isShown(inner) && !inner.children.some((child) => isTag(child) && isBlock(child)),
  );
  return (blocks.length === 0 ? [element] : blocks).map(plainText).filter((text) => text !== '');
}

/** The words of a text. A span with a place of its own is a line, or a word. */
function wordsOf(element: Element): string {
  let words = '';
  for (const child of element.children) {
    if (isText(child)) words += child.data;
    else if (isTag(child) && !UNDRAWN.has(child.name)) {
      const isPlaced = ['x', 'y', 'dy'].some((attribute) => child.attribs[attribute] !== undefined);
      words += isPlaced ? ` ${wordsOf(child)}` : wordsOf(child);
    }
  }
  return words.replace(/\s+/g, ' ').trim();
}
