import { Text } from 'domhandler';
import { existsOne } from 'domutils';
import { codeLanguage, languageNamed } from './code-language.js';
import { elementBefore, isBlock } from './content.js';
import { CELLS, INLINE_CODE, TABLE_GROUPS } from './element-names.js';
import {
  type Element,
  elementList,
  elementsOf,
  firstElements,
  isTag,
  isText,
  makeElement,
  type ParentNode,
  plainText,
  rawText,
  removeElement,
  replaceElement,
} from './html.js';
import { isMonospaced, whiteSpaceOf } from './style-declarations.js';

/** Writes code that is no plain `pre` as one, without its line numbers and the controls beside it. */
export function writeListing(element: Element): void {
  if (element.name === 'table') writeTable(element);
  else if (element.name === 'pre') clearPre(element);
  else writePreformatted(element);
}

/** A table that has the numbers of the lines in its first columns, and the code in its last one. */
function writeTable(table: Element): void {
  const tableRows = rowsOf(table);
  const [firstCell, ...others] = cellsOf(tableRows[0]);
  if (others.length === 0 || !/^(?:\s*\d|\s*$)/.test(firstText(firstCell))) return;
  const width = others.length + 1;
  const rows = tableRows.map(cellsOf);
  if (rows.some(({ length }) => length !== width)) return;
  // Nested tables lay out a page, and each text is read once.
  if (rows.flat().some((cell) => holds(cell, 'table'))) return;
  const isInCode = hasCodeAround(table);
  const codeCells = rows.map((cells) => cells[width - 1]).filter((cell) => cell !== undefined);
  for (let column = 0; column < width - 1; column++) {
    const numbers = rows.flatMap((cells) => numberLines(cells[column]));
    if (!isCounting(numbers)) return;
  }
  const isCode = (cell: Element): boolean => {
    const [only] = cell.children.filter(isTag);
    return (
      isInCode ||
      only?.name === 'pre' ||
      (isCodeNamed(cell) && !isFormatted(cell)) ||
      holdsOnlyCode(cell, rows.length === 1)
    );
  };
  if (!codeCells.every(isCode)) return;
  const text = codeCells.map((cell) => linesOf(cell).join('\n')).join('\n');
  const language = [
    table,
    ...codeCells.flatMap((cell) => [...elementsOf(cell)].filter(({ name }) => name === 'pre' || name === 'code')),
  ]
    .map(codeLanguage)
    .find((name) => name !== '');
  const pre = preElement(text, language);
  replaceElement(outermostCode(table), pre);
  removeControls(pre, elementList(pre));
}

function cellsOf(row: Element | undefined): Element[] {
  return (row?.children ?? []).filter(isTag).filter(({ name }) => CELLS.has(name));
}

function preElement(text: string, language: string | undefined): Element {
  const code = makeElement('code', language === undefined ? {} : { class: `language-${language}` }, text);
  return makeElement('pre', {}, [code]);
}

function rowsOf(table: Element): Element[] {
  return table.children
    .filter(isTag)
    .flatMap((child) =>
      child.name === 'tr' ? [child] : TABLE_GROUPS.has(child.name) ? child.children.filter(isTag) : [],
    )
    .filter(({ name }) => name === 'tr');
}

function holds(element: Element, name: string): boolean {
  return existsOne((inner) => inner.name === name, element.children);
}

/** The first text of an element that is not empty. */
function firstText(element: Element | undefined): string {
  for (const child of element?.children ?? []) {
    const text = isText(child) ? child.data : isTag(child) ? firstText(child) : '';
    if (text.trim() !== '') return text;
  }
  return '';
}

const FORMATTED = new Set(['p', 'ul', 'ol', 'table', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'img']);

function isFormatted(cell: Element): boolean {
  return [...elementsOf(cell)].some(({ name }) => FORMATTED.has(name));
}

/** Classes tip the balance for a cell that is not code by its elements. */
function isCodeNamed({ attribs }: Element): boolean {
  return (
    /(?:^|[\s_-])(?:code|line|blob)(?:$|[\s_-])/i.test(attribs.class ?? '') || whiteSpaceOf(attribs.style) === 'pre'
  );
}

/** Whether a cell has several lines of code: such a cell beside the numbers of its lines is a listing. */
function holdsOnlyCode(cell: Element, isAlone: boolean): boolean {
  return isAlone && [...elementsOf(cell)].some(({ name }) => name === 'pre' || name === 'code') && !isFormatted(cell);
}

function hasCodeAround(element: Element): boolean {
  for (let node = element.parent; node !== null && isTag(node); node = node.parent) {
    if (node.name === 'pre' || node.name === 'code') return true;
  }
  return false;
}

/** The outermost code around a listing that holds nothing else. */
function outermostCode(element: Element): Element {
  let outermost = element;
  for (let node: Element = element; node.parent !== null && isTag(node.parent); node = node.parent) {
    const { parent } = node;
    if (
      parent.children.some((child) => child !== node && (isTag(child) || (isText(child) && child.data.trim() !== '')))
    )
      break;
    if (parent.name === 'pre' || parent.name === 'code') outermost = parent;
    else if (parent.name !== 'div') break;
  }
  return outermost;
}

/** The lines of text in an element, as it shows them. */
function linesOf(element: Element): string[] {
  const text: string[] = [];
  const collect = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (isText(child)) text.push(child.data);
      else if (isTag(child)) {
        if (child.name === 'br') text.push('\n');
        else if (!HIDDEN.has(child.name)) collect(child);
        const isLine = isBlock(child) && child.name !== 'pre';
        if (isLine && !(text.findLast((part) => part !== '') ?? '\n').endsWith('\n')) text.push('\n');
      }
    }
  };
  collect(element);
  return text
    .join('')
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*\n(?=[^\n])|\s+$/g, '')
    .split('\n');
}

const HIDDEN = new Set(['button', 'script', 'style', 'textarea', 'svg', 'template']);

/** The numbers in a gutter, by line. Some generators show them by a style, from an attribute. */
function numberLines(cell: Element | undefined): (number | undefined)[] {
  if (cell === undefined) return [undefined];
  const lines = linesOf(cell).map((line) => line.trim());
  if (lines.join('') === '') {
    const inside = [cell, ...cell.children.filter(isTag)];
    const value = inside.map(({ attribs }) => attribs['data-line-number'] ?? attribs['data-line']).find(Boolean);
    return [value === undefined ? undefined : wholeNumber(value)];
  }
  return lines.map(wholeNumber);
}

function wholeNumber(text: string): number {
  const [, digits] = /^(\d{1,7})[.:|]?$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
}

/** Whether the numbers of lines count on by one. Lines that one side of a comparison lacks have none. */
function isCounting(numbers: readonly (number | undefined)[]): boolean {
  const known = numbers.filter((number) => number !== undefined);
  return (
    known.length > 0 &&
    known.every((number, index) => (index === 0 ? Number.isInteger(number) : number === (known[index - 1] ?? 0) + 1))
  );
}

function clearPre(pre: Element): void {
  const inside = elementList(pre);
  if (inside.some(({ name }) => name === 'pre' || name === 'table')) return;
  removeControls(pre, inside);
  removeColumns(pre);
  removeNumbersOfLines(pre);
}

/** Takes the label of a control from a listing and from beside it. */
function removeControls(pre: Element, inside: readonly Element[]): void {
  for (const element of inside) if (element.name !== 'code' && isControl(element)) removeElement(element);
  let node = pre;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const box = node.parent;
    if (box === null || !isTag(box) || !BOXES.has(box.name)) return;
    const others = firstElements(box, MAX_PARTS + 2).filter((child) => child !== node);
    if (others.length > MAX_PARTS || others.some(({ name }) => !LABELS.has(name))) return;
    for (const other of others) removeLabel(other, pre);
    node = box;
  }
}

/** Takes a label that names the language of the listing, or what a control beside it does. */
function removeLabel(label: Element, pre: Element): void {
  if (rawText(label).length > MAX_LABEL) return;
  for (const part of [...elementsOf(label)]) if (isControl(part)) removeElement(part);
  const language = languageNamed(plainText(label));
  if (language !== undefined && codeLanguage(pre) === '') pre.attribs['data-lang'] = language;
  if (language !== undefined || isControl(label)) removeElement(label);
}

/** A highlighter has no more boxes around its code, and no more parts in each. */
const MAX_LEVELS = 3;
const BOXES = new Set(['div', 'figure', 'section']);
const LABELS = new Set(['div', 'span', 'a', 'header', 'button', 'script', 'style', 'textarea', 'svg']);
const MAX_PARTS = 4;
const MAX_LABEL = 200;

/** Whether an element is a button, or a short text that both its class and its words call the label of one. */
function isControl(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'button' || name === 'clipboard-copy' || attribs.role === 'button') return true;
  const copies = attribs['data-clipboard-text'] !== undefined || attribs['data-clipboard-target'] !== undefined;
  if ((!copies && !COPY_CLASS.test(attribs.class ?? '')) || rawText(element).length > MAX_CONTROL) return false;
  return copies || /^(?:\P{L}*|.*\bcop(?:y|ied)\b.*)$/iu.test(plainText(element));
}

const COPY_CLASS = /(?:^|[\s_-])(?:copy\w*|clipboard\w*)(?:$|[\s_-])/i;
const MAX_CONTROL = 30;

/** Takes the numbers that stand in a column of their own, inside a listing or beside it. */
function removeColumns(pre: Element): void {
  const code = pre.children.filter(isTag);
  const beside = [elementBefore(pre), elementAfter(pre)].filter((element) => element !== undefined);
  for (const element of [...code, ...beside, ...code.flatMap((inner) => inner.children.filter(isTag))]) {
    if ((element.name === 'code' && code.length === 1) || isOnOneLine(element)) continue;
    const numbers = linesOf(element).map((line) => wholeNumber(line.trim()));
    if (numbers.length < 2 || !isCounting(numbers)) continue;
    const isInside = !beside.includes(element);
    const rest = linesOf(pre).length - (isInside ? numbers.length : 0);
    // A column inside is followed by the first line of code, on its own last line or on the next one.
    if (rest >= numbers.length - 1 && rest <= numbers.length + 1) removeElement(element);
  }
}

/** Whether an element has no line break and no element in it, as most words that a highlighter marks. */
function isOnOneLine({ children }: Element): boolean {
  return children.every((child) => isText(child) && !/[\r\n]/.test(child.data));
}

function elementAfter({ next }: Element): Element | undefined {
  let node = next;
  while (node !== null && !isTag(node)) node = node.next;
  return node ?? undefined;
}

/** Takes the numbers that stand in an element of their own at the beginning of each line. */
function removeNumbersOfLines(pre: Element): void {
  const found: Element[] = [];
  let isLineStart = true;
  let hasCode = false;
  const endLine = (): void => {
    isLineStart = true;
  };
  /** Returns false if a line begins without a number. */
  const visit = (parent: Element): boolean => {
    for (const child of parent.children) {
      if (isText(child)) {
        const lines = child.data.split('\n');
        for (const [index, line] of lines.entries()) {
          if (index > 0) endLine();
          if (line.trim() === '') continue;
          if (isLineStart) return false;
          hasCode = true;
        }
      } else if (isTag(child)) {
        if (child.name === 'br') endLine();
        else if (isLineStart && isNumberOfLine(child) && !isLineWithoutCode(child)) {
          found.push(child);
          isLineStart = false;
          if (isBesideCode(child)) continue;
        } else if (!visit(child)) return false;
        if (isBlock(child)) endLine();
      }
    }
    return true;
  };
  if (!visit(pre) || !hasCode) return;
  const numbers = found.map((element) => wholeNumber(plainText(element)));
  if (numbers.length < (found.every(isNamedNumber) ? 1 : 2) || !isCounting(numbers)) return;
  for (const element of found) removeElement(element);
}

function isNumberOfLine(element: Element): boolean {
  if (element.name === 'pre' || element.name === 'code') return false;
  const text = rawText(element);
  if (text.length > MAX_DIGITS || text.includes('\n') || Number.isNaN(wholeNumber(text.trim()))) return false;
  return isNamedNumber(element) || !LITERAL.test(element.attribs.class ?? '');
}

/** Whether an element is the box of a line that has a number and a place for code, which is empty. */
function isLineWithoutCode(element: Element): boolean {
  return isBlock(element) && firstElements(element, 2).length === 2;
}

/** Whether a box is the first of the two in a line of its own: the code stands beside it, and not below. */
function isBesideCode(box: Element): boolean {
  const { parent } = box;
  if (parent === null || !isTag(parent) || parent.name === 'pre' || parent.name === 'code') return false;
  const parts = firstElements(parent, 3);
  return parts.length === 2 && parts[0] === box;
}

const MAX_DIGITS = 20;

/** Numbers of the code itself, by the names that highlighters have for them. */
const LITERAL = /(?:^|[\s-])(?:number|numeric|constant|literal|m[fhio]?|il|pl-c1|mtk\d+)(?:$|\s)/i;

function isNamedNumber({ attribs: { class: names = '', style = '' } }: Element): boolean {
  return (
    /(?:^|[\s_-])(?:lnt?|line-?(?:no|num|number)s?|linenos?|gutter)(?:$|[\s_-])/i.test(names) ||
    /user-select\s*:\s*none/i.test(style)
  );
}

/** Elements that show the line breaks of their source, by a style or because all of their block is code. */
function writePreformatted(element: Element): void {
  const isCode = INLINE_CODE.has(element.name);
  const whiteSpace = whiteSpaceOf(element.attribs.style) ?? utilityClass(element);
  if (!whiteSpace?.startsWith('pre') && whiteSpace !== 'break-spaces') {
    if (isCode && element.children.some((child) => isTag(child) && child.name === 'br') && isAloneInBlock(element))
      asPre(element);
    return;
  }
  if (hasCodeAround(element) || isNestedDeeply(element)) return;
  if (
    linesOf(element).length < 2 ||
    isFormatted(element) ||
    [...elementsOf(element)].some(({ name }) => name === 'pre')
  )
    return;
  if (isCode || whiteSpace === 'pre' || isMonospaced(element.attribs.style)) asPre(element);
  else showLineBreaks(element);
}

/** Elements with such a style that have been read. Each one reads all that is inside, so nesting is bounded. */
const examined = new WeakSet<Element>();
const MAX_NESTING = 8;

function isNestedDeeply(element: Element): boolean {
  examined.add(element);
  let depth = 0;
  for (let node = element.parent; node !== null && isTag(node); node = node.parent) if (examined.has(node)) depth += 1;
  return depth > MAX_NESTING;
}

function asPre(element: Element): void {
  if (codeLanguage(element) !== '') element.attribs['data-lang'] = codeLanguage(element);
  element.name = 'pre';
  clearPre(element);
}

/** The classes of a well-known style sheet that say the same as a style. */
function utilityClass({ attribs }: Element): string | undefined {
  return /(?:^|\s)whitespace-(pre(?:-wrap|-line)?|break-spaces)(?:\s|$)/.exec(attribs.class ?? '')?.[1];
}

function isAloneInBlock(element: Element): boolean {
  const { parent } = element;
  if (parent === null || !isTag(parent) || !isBlock(parent)) return parent !== null && !isTag(parent);
  return parent.children.every(
    (child) => child === element || (isText(child) ? child.data.trim() === '' : !isTag(child)),
  );
}

function showLineBreaks(element: Element): void {
  for (const child of [...element.children]) {
    if (isTag(child)) showLineBreaks(child);
    if (!isText(child) || !child.data.includes('\n')) continue;
    const isFirst = child.prev === null;
    const isLast = child.next === null;
    const lines = child.data
      .replace(isFirst ? /^\s*\n/ : /(?!)/, '')
      .replace(isLast ? /\n\s*$/ : /(?!)/, '')
      .split('\n');
    const parts = lines.flatMap((line, index) => [...(index === 0 ? [] : [makeElement('br', {}, [])]), new Text(line)]);
    const box = makeElement('span', {}, parts);
    replaceElement(child, box);
  }
}
