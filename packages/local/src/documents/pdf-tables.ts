import type { Cell, Line } from './pdf-lines.js';

/** Lines of a page that stand in columns. */
export interface Table {
  /** Texts by row and column. */
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row is set in another font than the others. */
  readonly headed: boolean;
  /** How many lines it takes. */
  readonly lines: number;
}

interface Column {
  left: number;
  right: number;
}

/** Fewer rows are often chance: two pairs of words that happen to stand below each other. */
const LEAST_ROWS = 3;

/** More is looked at in vain: no page of paper holds it. */
const MOST_ROWS = 300;
const MOST_COLUMNS = 30;

/** How far, in sizes of type, lines of one table stand apart at most. */
const MOST_GAP = 3.5;

/** Points by which the cells of a column may miss their edge. */
const TOLERANCE = 2;

/** Characters of a typical cell. Columns of longer ones are those of a newspaper, or items with their explanations. */
const SHORT_CELL = 20;
const LONG_CELL = 40;

/** What tells columns from terms with their meanings, and from prose; numbers in brackets are those of equations. */
const NUMBER = /^[^\p{L}\p{N}([]{0,3}\d[^\p{L}]*\p{L}{0,3}$/u;

/** What stands before an item of a list, apart from its text. */
const MARK = /^(?:[•◦▪▫‣●○■□➢✓–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d+\])$/i;

/** The table that begins with a line, if its place among the others leaves no doubt that it does. */
export function tableAt(lines: readonly Line[], start: number): Table | undefined {
  const [first, second] = [lines[start], lines[start + 1]];
  if (!first || !second || first.cells.length < 2) return undefined;
  // Over the names of the rows there is often nothing.
  const widest = second.cells.length > first.cells.length ? second : first;
  if (widest.cells.length > MOST_COLUMNS) return undefined;
  const columns: Column[] = widest.cells.map(({ left, right }) => ({ left, right }));
  const rows: Line[] = [];
  for (let line: Line | undefined = first; line; line = lines[start + rows.length]) {
    if (rows.length === MOST_ROWS || !follows(rows.at(-1), line) || !takeIn(line, columns)) break;
    rows.push(line);
  }
  if (rows.length < LEAST_ROWS || !columns.every((_, index) => isAligned(rows.slice(1), columns, index)))
    return undefined;
  const [before, last, after] = [lines[start - 1], rows.at(-1) ?? first, lines[start + rows.length]];
  if (isPart(after, last, columns)) return undefined;
  // Names of columns that have several lines stay what they are; those that cannot be told apart are a warning.
  const isName = before?.cells.length === 1 && !sharesFont(before, last);
  if (isName ? spans(before, first, columns) : isPart(before, first, columns)) return undefined;
  const texts = rows.map(({ cells }) => columns.map((column) => cells.find((cell) => isIn(cell, column))?.text ?? ''));
  const headed = isSetApart(rows);
  if (!headed && !hasNumbers(texts.slice(1), columns.length)) return undefined;
  return isOfCells(texts) ? { rows: texts, headed, lines: rows.length } : undefined;
}

/** A line beside a table that stands in its columns as well, such as the second one of a cell: there is more to it. */
function isPart(line: Line | undefined, beside: Line | undefined, columns: readonly Column[]): boolean {
  if (!line || !beside || !isNear(line, beside)) return false;
  const [first, ...others] = line.cells;
  return others.length > 0 || (first !== undefined && first.left > (columns[0]?.right ?? 0));
}

function spans(line: Line, beside: Line, columns: readonly Column[]): boolean {
  const [first, last] = [columns[0], columns.at(-1)];
  return isNear(line, beside) && line.left < (first?.right ?? 0) && line.right > (last?.left ?? 0);
}

const isNear = (line: Line, other: Line) => Math.abs(line.baseline - other.baseline) <= line.size * MOST_GAP;

function follows(above: Line | undefined, line: Line): boolean {
  if (!above) return true;
  const gap = above.baseline - line.baseline;
  return gap > 0 && gap <= line.size * MOST_GAP && Math.abs(line.size - above.size) < 0.5 && !line.monospaced;
}

/** Widens the columns by the cells of a line; false for a line that stands otherwise. */
function takeIn({ cells, size }: Line, columns: Column[]): boolean {
  if (cells.length < 2 || cells.length > columns.length) return false;
  const widened = columns.map((column) => ({ ...column }));
  const taken = new Set<Column>();
  for (const [index, cell] of cells.entries()) {
    const column =
      cells.length === columns.length ? widened[index] : widened.find((candidate) => isIn(cell, candidate));
    if (!column || taken.has(column)) return false;
    taken.add(column);
    column.left = Math.min(column.left, cell.left);
    column.right = Math.max(column.right, cell.right);
  }
  const apart = widened.every((column, index) => column.left >= (widened[index - 1]?.right ?? -Infinity) + size / 4);
  if (apart) for (const [index, column] of widened.entries()) columns[index] = column;
  return apart;
}

const isIn = (cell: Cell, column: Column) => cell.left < column.right && column.left < cell.right;

/** By their left edges, their right ones, or their middles. */
function isAligned(rows: readonly Line[], columns: readonly Column[], index: number): boolean {
  const column = columns[index] as Column; // One of them.
  const cells = rows.flatMap((row) => row.cells.filter((cell) => isIn(cell, column)));
  const edges = [({ left }: Cell) => left, ({ right }: Cell) => right, ({ left, right }: Cell) => (left + right) / 2];
  return edges.some((edge) => {
    const places = cells.map(edge);
    return Math.max(...places) - Math.min(...places) <= TOLERANCE;
  });
}

/** Whether a column holds numbers only; of two it is the second, since the first may count items. */
function hasNumbers(rows: readonly (readonly string[])[], columns: number): boolean {
  const isOfNumbers = (column: number) => {
    const filled = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    return filled.length > 0 && filled.every((text) => NUMBER.test(text));
  };
  return columns === 2 ? isOfNumbers(1) : (rows[0] ?? []).some((_, column) => isOfNumbers(column));
}

/** Whether texts are as short as cells are, and no items behind their marks. */
function isOfCells(rows: readonly (readonly string[])[]): boolean {
  if (rows.every(([mark = '']) => MARK.test(mark))) return false;
  const lengths = (rows[0] ?? []).map((_, column) => median(rows.map((row) => row[column]?.length ?? 0)));
  return median(lengths) <= SHORT_CELL && Math.min(...lengths) <= SHORT_CELL && Math.max(...lengths) <= LONG_CELL;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function isSetApart([first, ...others]: readonly Line[]): boolean {
  return first !== undefined && !others.some((line) => sharesFont(line, first));
}

const sharesFont = (line: Line, other: Line): boolean => [...line.fonts].some((font) => other.fonts.has(font));
