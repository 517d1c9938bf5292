import type { DocumentBudget } from './budget.js';
import type { Line, LinePart } from './pdf-lines.js';
import { EVEN, isNumber, rowsOf, type TableRow } from './pdf-rows.js';

/** Lines of a page with text in columns. */
export interface Table {
  /** The text of each cell, by row and column. */
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row is set in another font than the others. */
  readonly headed: boolean;
  /** The number of lines that the table takes. */
  readonly lines: number;
}

/** A strip of the page that the text of a column takes. */
interface Column {
  left: number;
  right: number;
}

/** Fewer rows are often a coincidence: two pairs of words that are aligned by chance. */
const MIN_ROWS = 3;

/** A page of paper has no room for a larger table. */
const MAX_LINES = 300;
const MAX_COLUMNS = 30;

/** The maximum distance between two lines of a table, in font sizes. */
const MAX_LINE_GAP = 3.5;

/** The minimum distance of columns, in font sizes, and that of columns which only one line tells: no justified line has it. */
const MIN_GUTTER = 0.25;
const WIDE_GAP = 1;

/** How many points the edges of the cells of a column may differ. */
const TOLERANCE = 2;

/**
 * The maximum number of characters in a typical line of a cell. Columns with longer lines are newspaper columns, or items with
 * explanations.
 */
const SHORT_LINE = 20;
const LONG_LINE = 40;

/** A cell that contains only the mark of a list item. */
const MARK = /^(?:[•◦▪▫‣●○■□➢✓–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d+\])$/i;

/** The table that begins at a line; undefined if the lines around it leave any doubt. */
export function tableAt(lines: readonly Line[], start: number, budget: DocumentBudget): Table | undefined {
  const [line, above] = [lines[start], lines[start - 1]];
  // The row above would be of the same table.
  if (!line || (above && isParted(above) && isNear(above, line))) return undefined;
  const region = regionAt(lines, start);
  if (!region) return undefined;
  budget.spend('step', region.lines.length * region.columns.length);
  const { columns } = region;
  const rows = withoutLastLines(rowsOf(region.lines, columns));
  const [header, ...others] = rows;
  if (!header || rows.length < MIN_ROWS || filled(header).length < 2) return undefined;
  const parts = columns.map((_, column) => others.flatMap((row) => row.cells[column] ?? []));
  if (!parts.every((column) => isAligned(column)) || !areDistant(rows, columns, header.size)) return undefined;
  const used = new Set(rows.flatMap((row) => row.lines));
  // What follows the last row goes on below the table.
  if (!region.lines.every((line, index) => used.has(line) === index < used.size)) return undefined;
  const taken = region.lines.slice(0, used.size);
  const [before, first, last, after] = [
    lines[start - 1],
    taken[0] as Line,
    taken.at(-1) as Line,
    lines[start + used.size],
  ];
  if (isPart(after, last, columns)) return undefined;
  // A heading above the table stays outside. A line in the same font that spans the columns may hold names that could not be separated: no table then.
  const isName = before && !isParted(before) && !sharesFont(before, last);
  if (isName ? spans(before, first, columns) : isPart(before, first, columns)) return undefined;
  const headed = !others.some((row) => sharesFont(row, header));
  if (!headed && !hasNumbers(others, columns.length)) return undefined;
  if (!hasShortLines(rows, columns.length)) return undefined;
  return { rows: rows.map(({ texts }) => texts), headed, lines: used.size };
}

interface Region {
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
}

/** The lines from one on that leave the same strips of the page empty. */
function regionAt(lines: readonly Line[], start: number): Region | undefined {
  const found = grown(lines.slice(start, start + MAX_LINES));
  const near = found?.lines.slice(0, endOf(found.lines));
  const region = near && near.length < (found?.lines.length ?? 0) ? grown(near) : found;
  return region && region.columns.length > 1 && region.lines.length >= MIN_ROWS ? region : undefined;
}

function grown(lines: readonly Line[]): Region | undefined {
  let columns: readonly Column[] = [];
  const region: Line[] = [];
  for (const line of lines) {
    const next = follows(region, line) ? withLine(columns, line, region) : undefined;
    if (!next || next.length > MAX_COLUMNS) break;
    columns = next;
    region.push(line);
    // Prose: a cell with several lines is followed by the next cell of its row.
    if (columns.length === 1 && region.length > MAX_CELL_LINES) return undefined;
  }
  return { lines: region, columns };
}

/** Where the first line is that has nothing near above it. The order of the file is no help, since a cell may begin above others. */
function endOf(lines: readonly Line[]): number {
  const down = lines.toSorted((a, b) => b.baseline - a.baseline);
  const far = down.find((line, index) => index > 0 && !isNear(line, down[index - 1] as Line));
  return far ? lines.findIndex(({ baseline }) => baseline <= far.baseline) : lines.length;
}

/** The first cell of a table has no more lines than this. */
const MAX_CELL_LINES = 10;

/** Whether a line may be of the same table as the lines before it, in the order of the file. */
function follows(region: readonly Line[], line: Line): boolean {
  const previous = region.at(-1);
  if (line.monospaced || !previous) return !line.monospaced;
  if (Math.abs(line.size - previous.size) >= 0.5) return false;
  const recent = region.slice(-MAX_CELL_LINES);
  if (recent.every(({ baseline }) => baseline > line.baseline)) return true;
  // The next cell of a row begins above the end of the cell before it, and below the rows before.
  const passed = recent.filter(({ baseline }) => baseline < line.baseline + line.size / 2);
  if (passed.some((other) => overlaps(other, line))) return false;
  const rows = passed.filter(({ parts }) => parts.length > 1);
  return !rows.some((row, index) => index > 0 && areStacked(rows[index - 1] as Line, row));
}

const overlaps = (one: Column, other: Column) => one.left < other.right && other.left < one.right;

/** Whether two lines have text in the same columns, as rows have. */
function areStacked(one: Line, other: Line): boolean {
  return one.parts.filter((part) => other.parts.some((below) => overlaps(part, below))).length > 1;
}

/** The columns with those of a further line; undefined if the line joins columns that several lines have shown. */
function withLine(columns: readonly Column[], line: Line, region: readonly Line[]): readonly Column[] | undefined {
  const gutter = line.size * MIN_GUTTER;
  const isNear = (part: Column, column: Column) =>
    part.left < column.right + gutter && column.left < part.right + gutter;
  const isShown = (column: Column) =>
    region.filter(({ parts }) => parts.some((part) => isNear(part, column))).length > 1;
  let result: readonly Column[] = columns;
  for (const part of line.parts) {
    const met = result.filter((column) => isNear(part, column));
    if (met.length === 1 && met.every(({ left, right }) => left <= part.left && part.right <= right)) continue;
    if (met.length > 1 && met.filter((column) => isShown(column)).length > 1) return undefined;
    const left = Math.min(part.left, ...met.map((column) => column.left));
    const right = Math.max(part.right, ...met.map((column) => column.right));
    result = [...result.filter((column) => !met.includes(column)), { left, right }];
  }
  return result === columns ? columns : result.toSorted((a, b) => a.left - b.left);
}

/** Leaves out the last lines that have only the first column, if they are further away than rows are. */
function withoutLastLines(rows: readonly TableRow[]): readonly TableRow[] {
  const isFirstOnly = (row: TableRow) => row.cells.every((parts, column) => column === 0 || parts.length === 0);
  const end = rows.findLastIndex((row) => !isFirstOnly(row)) + 1;
  const distanceOf = (row: TableRow, index: number) => (rows[index - 1]?.bottom ?? row.top) - row.top;
  const distance = Math.max(...rows.slice(0, end).map(distanceOf));
  return rows.filter((row, index) => index < end || distanceOf(row, index) <= distance * EVEN);
}

const filled = (row: TableRow) => row.cells.filter((parts) => parts.length > 0);

/** Whether a line next to a table has text in its columns: the table is then incomplete. */
function isPart(line: Line | undefined, neighbour: Line, columns: readonly Column[]): boolean {
  if (!line || !isNear(line, neighbour)) return false;
  // What is beside the table is not in it.
  if (line.left >= (columns.at(-1)?.right ?? 0)) return false;
  return isParted(line) || line.left > (columns[0]?.right ?? 0);
}

/** Whether a line has a gap that no justified line has. */
function isParted({ parts, size }: Line): boolean {
  return parts.some(({ left }, index) => left - (parts[index - 1]?.right ?? left) >= WIDE_GAP * size);
}

function spans(line: Line, neighbour: Line, columns: readonly Column[]): boolean {
  const [first, last] = [columns[0], columns.at(-1)];
  return isNear(line, neighbour) && line.left < (first?.right ?? 0) && line.right > (last?.left ?? 0);
}

const isNear = (line: Line, other: Line) => Math.abs(line.baseline - other.baseline) <= line.size * MAX_LINE_GAP;

/** Whether the lines of the cells of a column share their left edges, right edges or centres. */
function isAligned(parts: readonly LinePart[]): boolean {
  const edges = [
    ({ left }: LinePart) => left,
    ({ right }: LinePart) => right,
    ({ left, right }: LinePart) => (left + right) / 2,
  ];
  return edges.some((edge) => {
    const positions = parts.map(edge);
    return positions.length < 2 || Math.max(...positions) - Math.min(...positions) <= TOLERANCE;
  });
}

/** Whether each column is told by several rows, or by a wide gap. */
function areDistant(rows: readonly TableRow[], columns: readonly Column[], size: number): boolean {
  return columns.every(({ left, right }, column) => {
    if (rows.filter((row) => (row.cells[column] ?? []).length > 0).length > 1) return true;
    const [before, after] = [columns[column - 1], columns[column + 1]];
    const gap = Math.min(left - (before?.right ?? -Infinity), (after?.left ?? Infinity) - right);
    return gap >= WIDE_GAP * size;
  });
}

/**
 * Whether a column holds only numbers. In a table of two columns only the second one is checked, because the first may
 * number items.
 */
function hasNumbers(rows: readonly TableRow[], columns: number): boolean {
  const isOfNumbers = (column: number) => {
    const texts = rows.flatMap((row) => row.texts[column] || []);
    return texts.length > 0 && texts.every(isNumber);
  };
  return columns === 2 ? isOfNumbers(1) : (rows[0]?.texts ?? []).some((_, column) => isOfNumbers(column));
}

/** Whether the lines of cells are as short as those of tables, and no list items after their marks. */
function hasShortLines(rows: readonly TableRow[], columns: number): boolean {
  if (rows.every(({ texts: [mark = ''] }) => MARK.test(mark))) return false;
  const lengths = Array.from({ length: columns }, (_, column) =>
    median(rows.flatMap((row) => (row.cells[column] ?? []).map(({ text }) => text.length))),
  );
  return median(lengths) <= SHORT_LINE && Math.min(...lengths) <= SHORT_LINE && Math.max(...lengths) <= LONG_LINE;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const sharesFont = (one: Pick<Line, 'fonts'>, other: Pick<Line, 'fonts'>): boolean =>
  [...one.fonts].some((font) => other.fonts.has(font));
