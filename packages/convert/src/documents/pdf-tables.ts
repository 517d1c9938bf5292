import type { Cell, Line } from './pdf-lines.js';

/** Lines of a page with text in columns. */
export interface Table {
  /** The text of each cell, by row and column. */
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row is set in another font than the others. */
  readonly headed: boolean;
  /** The number of lines that the table takes. */
  readonly lines: number;
}

interface Column {
  left: number;
  right: number;
}

/** Fewer rows are often a coincidence: two pairs of words that are aligned by chance. */
const MIN_ROWS = 3;

/** A page of paper has no room for a larger table. */
const MAX_ROWS = 300;
const MAX_COLUMNS = 30;

/** The maximum distance between two lines of a table, in font sizes. */
const MAX_LINE_GAP = 3.5;

/** How many points the edges of the cells of a column may differ. */
const TOLERANCE = 2;

/**
 * The maximum number of characters in a typical cell. Columns with longer cells are newspaper columns, or items with
 * explanations.
 */
const SHORT_CELL = 20;
const LONG_CELL = 40;

/** A number distinguishes a table from definitions and prose; a number in brackets belongs to an equation. */
const NUMBER = /^[^\p{L}\p{N}([]{0,3}\d[^\p{L}]*\p{L}{0,3}$/u;

/** A cell that contains only the mark of a list item. */
const MARK = /^(?:[•◦▪▫‣●○■□➢✓–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d+\])$/i;

/** The table that begins at a line; undefined if the lines around it leave any doubt. */
export function tableAt(lines: readonly Line[], start: number): Table | undefined {
  const [first, second] = [lines[start], lines[start + 1]];
  if (!first || !second || first.cells.length < 2) return undefined;
  // The cell above the names of the rows is often empty.
  const widest = second.cells.length > first.cells.length ? second : first;
  if (widest.cells.length > MAX_COLUMNS) return undefined;
  const columns: Column[] = widest.cells.map(({ left, right }) => ({ left, right }));
  const rows: Line[] = [];
  for (let line: Line | undefined = first; line; line = lines[start + rows.length]) {
    if (rows.length === MAX_ROWS || !follows(rows.at(-1), line) || !widenColumns(line, columns)) break;
    rows.push(line);
  }
  if (rows.length < MIN_ROWS || !columns.every((_, index) => isAligned(rows.slice(1), columns, index)))
    return undefined;
  const [before, last, after] = [lines[start - 1], rows.at(-1) ?? first, lines[start + rows.length]];
  if (isPart(after, last, columns)) return undefined;
  // A heading above the table stays outside. A line in the same font that spans the columns may hold names that could not be separated: no table then.
  const isName = before?.cells.length === 1 && !sharesFont(before, last);
  if (isName ? spans(before, first, columns) : isPart(before, first, columns)) return undefined;
  const texts = rows.map(({ cells }) => columns.map((column) => cells.find((cell) => isIn(cell, column))?.text ?? ''));
  const hasHeader = isHeadingFont(rows);
  if (!hasHeader && !hasNumbers(texts.slice(1), columns.length)) return undefined;
  return hasCellLengths(texts) ? { rows: texts, headed: hasHeader, lines: rows.length } : undefined;
}

/** Whether a line next to a table has text in its columns, such as the second line of a cell: the table is then incomplete. */
function isPart(line: Line | undefined, neighbour: Line | undefined, columns: readonly Column[]): boolean {
  if (!line || !neighbour || !isNear(line, neighbour)) return false;
  const [first, ...others] = line.cells;
  return others.length > 0 || (first !== undefined && first.left > (columns[0]?.right ?? 0));
}

function spans(line: Line, neighbour: Line, columns: readonly Column[]): boolean {
  const [first, last] = [columns[0], columns.at(-1)];
  return isNear(line, neighbour) && line.left < (first?.right ?? 0) && line.right > (last?.left ?? 0);
}

const isNear = (line: Line, other: Line) => Math.abs(line.baseline - other.baseline) <= line.size * MAX_LINE_GAP;

function follows(previous: Line | undefined, line: Line): boolean {
  if (!previous) return true;
  const gap = previous.baseline - line.baseline;
  return gap > 0 && gap <= line.size * MAX_LINE_GAP && Math.abs(line.size - previous.size) < 0.5 && !line.monospaced;
}

/** Widens the columns to include the cells of a line; returns false if the line does not fit them. */
function widenColumns({ cells, size }: Line, columns: Column[]): boolean {
  if (cells.length < 2 || cells.length > columns.length) return false;
  const newColumns = columns.map((column) => ({ ...column }));
  const usedColumns = new Set<Column>();
  for (const [index, cell] of cells.entries()) {
    const column =
      cells.length === columns.length ? newColumns[index] : newColumns.find((candidate) => isIn(cell, candidate));
    if (!column || usedColumns.has(column)) return false;
    usedColumns.add(column);
    column.left = Math.min(column.left, cell.left);
    column.right = Math.max(column.right, cell.right);
  }
  const apart = newColumns.every(
    (column, index) => column.left >= (newColumns[index - 1]?.right ?? -Infinity) + size / 4,
  );
  if (apart) for (const [index, column] of newColumns.entries()) columns[index] = column;
  return apart;
}

const isIn = (cell: Cell, column: Column) => cell.left < column.right && column.left < cell.right;

/** Whether the cells of a column share their left edges, right edges or centres. */
function isAligned(rows: readonly Line[], columns: readonly Column[], index: number): boolean {
  const column = columns[index] as Column; // `index` comes from `columns`.
  const cells = rows.flatMap((row) => row.cells.filter((cell) => isIn(cell, column)));
  const edges = [({ left }: Cell) => left, ({ right }: Cell) => right, ({ left, right }: Cell) => (left + right) / 2];
  return edges.some((edge) => {
    const positions = cells.map(edge);
    return Math.max(...positions) - Math.min(...positions) <= TOLERANCE;
  });
}

/**
 * Whether a column holds only numbers. In a table of two columns only the second one is checked, because the first may
 * number items.
 */
function hasNumbers(rows: readonly (readonly string[])[], columns: number): boolean {
  const isOfNumbers = (column: number) => {
    const filledCells = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    return filledCells.length > 0 && filledCells.every((text) => NUMBER.test(text));
  };
  return columns === 2 ? isOfNumbers(1) : (rows[0] ?? []).some((_, column) => isOfNumbers(column));
}

/** Whether the texts are as short as cells, and not list items after their marks. */
function hasCellLengths(rows: readonly (readonly string[])[]): boolean {
  if (rows.every(([mark = '']) => MARK.test(mark))) return false;
  const lengths = (rows[0] ?? []).map((_, column) => median(rows.map((row) => row[column]?.length ?? 0)));
  return median(lengths) <= SHORT_CELL && Math.min(...lengths) <= SHORT_CELL && Math.max(...lengths) <= LONG_CELL;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function isHeadingFont([first, ...others]: readonly Line[]): boolean {
  return first !== undefined && !others.some((line) => sharesFont(line, first));
}

const sharesFont = (line: Line, other: Line): boolean => [...line.fonts].some((font) => other.fonts.has(font));
