import { findOne } from 'domutils';
import { escapeText } from 'entities';
import { type Element, isTag, plainText } from './html.js';

/** MathJax draws no formula that is nested so deeply, and the stack can hold it. */
const MAX_DEPTH = 100;

/**
 * The MathML of a formula that MathJax 3 or 4 has drawn with fonts of its own, where the page has kept no source of it: its
 * elements have the names of MathML, and the classes of its characters name their codes. Undefined for any other drawing.
 */
export function mathmlOfDrawing(container: Element): string | undefined {
  const math = findOne(({ name }) => name === 'mjx-math', container.children);
  return math === null ? undefined : `<math>${inside(math, 0)}</math>`;
}

function inside(parent: Element | null, depth: number): string {
  if (parent === null || depth > MAX_DEPTH) return '';
  return parent.children.map((node) => (isTag(node) ? mathmlOf(node, depth + 1) : '')).join('');
}

function mathmlOf(element: Element, depth: number): string {
  const name = element.name.replace(/^mjx-/, '');
  const row = (parent: Element | null) => `<mrow>${inside(parent, depth)}</mrow>`;
  const part = (named: string) => findOne((inner) => inner.name === `mjx-${named}`, element.children);
  switch (name) {
    case 'mi':
    case 'mo':
    case 'mn':
    case 'mtext':
    case 'ms':
      return `<${name}>${escapeText(charactersOf(element))}</${name}>`;
    case 'mfrac':
      return `<mfrac>${row(part('num'))}${row(part('den'))}</mfrac>`;
    case 'msqrt':
      return `<msqrt>${row(part('box'))}</msqrt>`;
    case 'mroot':
      return `<mroot>${row(part('box'))}${row(part('root'))}</mroot>`;
    case 'msub':
    case 'msup':
    case 'msubsup':
      return withScripts(element, name, depth);
    case 'munder':
    case 'mover':
    case 'munderover':
      if (element.children.some((child) => isTag(child) && child.name === 'mjx-script'))
        return withScripts(element, name.replace('under', 'sub').replace('over', 'sup'), depth);
      return `<${name}>${[
        part('base'),
        name === 'mover' ? null : part('under'),
        name === 'munder' ? null : part('over'),
      ]
        .filter((one) => one !== null)
        .map(row)
        .join('')}</${name}>`;
    case 'mtable':
    case 'mtr':
    case 'mtd':
      return `<${name}>${inside(element, depth)}</${name}>`;
    case 'mspace':
      return '<mspace/>';
    default:
      return inside(element, depth);
  }
}

/** A base with what stands raised and lowered behind it: MathJax draws the raised part first. */
function withScripts(element: Element, name: string, depth: number): string {
  const nodes = element.children.filter(isTag);
  const [base, script] = [
    nodes.find((node) => node.name !== 'mjx-script'),
    nodes.find((node) => node.name === 'mjx-script'),
  ];
  const scripts = (script?.children ?? []).filter(isTag).filter((node) => node.name !== 'mjx-spacer');
  const row = (node: Element | undefined) => `<mrow>${node ? mathmlOf(node, depth) : ''}</mrow>`;
  return `<${name}>${row(base)}${scripts.toReversed().map(row).join('')}</${name}>`;
}

/** The characters of an element: their codes stand in classes such as `mjx-c1D465`, or they are written. */
function charactersOf(element: Element): string {
  const written = plainText(element);
  if (written !== '') return upright(written);
  let characters = '';
  const collect = (parent: Element): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const code = Number.parseInt(
        /(?:^|\s)mjx-c([\dA-F]{2,6})(?:\s|$)/.exec(child.attribs.class ?? '')?.[1] ?? '',
        16,
      );
      if (code > 0 && code <= 0x10ffff) characters += String.fromCodePoint(code);
      else collect(child);
    }
  };
  collect(element);
  return upright(characters);
}

/** Letters that formulas have slanted are those of the source; other alphabets mean something of their own. */
const SLANTED = /[\u{1d434}-\u{1d467}\u{1d6e2}-\u{1d71b}\u210e]/gu;

const upright = (text: string): string => text.replace(SLANTED, (letter) => letter.normalize('NFKC'));
