import { attribute, type ChildNode, type Element, isTag, isText, plainText } from '../html/html.js';
import type { TableRow } from '../html/table-rows.js';

/** Limits `colspan`, for which a page may claim any number, and the cells that are added to short rows. */
const MAX_COLUMNS = 50;

/** Writes a table in the syntax of GitHub, which has one heading row and cells of one line. */
export function tableMarkdown(rows: readonly TableRow[], cellMarkdown: (cell: Element) => string): string {
  const grid = layOut(rows);
  const [first] = rows;
  const hasHeader = first !== undefined && (first.inHead || isHeadingRow(grid));
  const columns = Math.max(...grid.slice(0, 1000).map((row) => row.length));
  const heading = hasHeader ? (grid[0] ?? []) : [];
  const alignments = Array.from({ length: columns }, (_, column) => delimiter(heading[column] ?? grid[1]?.[column]));
  const line = (row: Row): string => {
    const width = Math.max(Math.min(columns, MAX_COLUMNS), row.length);
    let text = '|';
    for (let column = 0; column < width; column++) {
      const cell = row[column];
      text += ` ${cell === undefined ? '' : cellMarkdown(cell)} |`;
    }
    return text;
  };
  const lines = grid.slice(hasHeader ? 1 : 0).map(line);
  return [line(alignments.map((_, column) => heading[column])), `| ${alignments.join(' | ')} |`, ...lines].join('\n');
}

/** Lays cells out by column. A cell that spans several columns or rows leaves the others undefined. */
function layOut(rows: readonly TableRow[]): (Element | undefined)[][] {
  const spans: number[] = [];
  return rows.map(({ cells }) => {
    const row: (Element | undefined)[] = [];
    const skipSpanned = (): void => {
      while ((spans[row.length] ?? 0) > 0) {
        spans[row.length] = (spans[row.length] ?? 0) - 1;
        row.push(undefined);
      }
    };
    for (const cell of cells) {
      skipSpanned();
      const height = span(cell, 'rowspan');
      for (let column = 0; column < span(cell, 'colspan'); column++) {
        spans[row.length] = height - 1;
        row.push(column === 0 ? cell : undefined);
      }
    }
    skipSpanned();
    return row;
  });
}

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  const written = cell.attribs[name];
  if (written === undefined) return 1;
  const value = Number.parseInt(written, 10);
  return Number.isNaN(value) || value < 1 ? 1 : Math.min(value, name === 'colspan' ? MAX_COLUMNS : 65_534);
}

function delimiter(cell: Element | undefined): string {
  const align =
    cell === undefined
      ? undefined
      : (attribute(cell, 'align') ?? /text-align\s*:\s*(\w+)/.exec(cell.attribs.style ?? '')?.[1]);
  if (align === 'center') return ':---:';
  if (align === 'right') return '---:';
  return align === 'left' ? ':---' : '---';
}

/** Cells by column; undefined where a span covers the column. */
type Row = readonly (Element | undefined)[];

/**
 * Whether the first row of a table names its columns. Many tables mark no heading, and most of these begin with data,
 * such as a list of terms and their definitions: the first row then has to differ from the others. Text above one
 * column of numbers, or in a table of two columns, is not enough: a list of properties may begin with a text value.
 */
function isHeadingRow([first = [], ...others]: readonly Row[]): boolean {
  const cells = first.filter((cell) => cell !== undefined);
  const filledCells = cells.filter((cell) => plainText(cell) !== '');
  // The corner over a column of names is often left empty.
  if (filledCells.length > 0 && filledCells.every(({ name }) => name === 'th')) return true;
  if (cells.some(({ name }) => name === 'th') || filledCells.length < cells.length || others.length === 0) return false;
  if (cells.every(isBold)) return !others.some((row) => row.every((cell) => cell !== undefined && isBold(cell)));
  if (others.length < 2 || first.length < 3 || first.some(isNumber)) return false;
  return first.filter((_, column) => isOfNumbers(others, column)).length > 1;
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
