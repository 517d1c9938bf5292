import { type ChildNode, type Element, isTag, isText, plainText } from '../html/html.js';

/** Cells by column; undefined where a span covers the column. */
type Row = readonly (Element | undefined)[];

/**
 * Whether the first row of a table names its columns. Many tables mark no heading, and most of these begin with data,
 * such as a list of terms and their definitions: the first row then has to differ from the others. Text above one
 * column of numbers, or in a table of two columns, is not enough: a list of properties may begin with a text value.
 */
export function isHeadingRow([first = [], ...others]: readonly Row[]): boolean {
  const cells = first.filter((cell) => cell !== undefined);
  const filled = cells.filter((cell) => plainText(cell) !== '');
  // The corner over a column of names is often left empty.
  if (filled.length > 0 && filled.every(({ name }) => name === 'th')) return true;
  if (cells.some(({ name }) => name === 'th') || filled.length < cells.length || others.length === 0) return false;
  if (cells.every(isBold)) return !others.some((row) => row.every((cell) => cell !== undefined && isBold(cell)));
  const ofNumbers = first.filter((_, column) => isOfNumbers(others, column)).length;
  return !first.some(isNumber) && others.length > 1 && first.length > 2 && ofNumbers > 1;
}

function isOfNumbers(rows: readonly Row[], column: number): boolean {
  return rows.every((row) => isNumber(row[column]));
}

/** A number, with its sign and unit, or a date. */
function isNumber(cell: Element | undefined): boolean {
  return cell !== undefined && /^[^\p{L}\p{N}\s]{0,2}\s?\d[^\p{L}]*(?:\p{L}{1,3})?$/u.test(plainText(cell));
}

const BOLD = new Set(['b', 'strong']);

/** Whether all text of a cell is bold. */
function isBold(cell: Element): boolean {
  const own = (node: ChildNode): boolean =>
    isText(node)
      ? node.data.trim() === ''
      : !isTag(node) || BOLD.has(node.name) || (node.children.length > 0 && node.children.every(own));
  return plainText(cell) !== '' && cell.children.every(own);
}
