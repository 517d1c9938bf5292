import { joined, type Line, type LinePart } from './pdf-lines.js';

/** A row of a table, whose cells may have several lines. */
export interface TableRow {
  readonly texts: readonly string[];
  /** The lines of each cell. */
  readonly cells: readonly (readonly LinePart[])[];
  readonly lines: readonly Line[];
  readonly fonts: ReadonlySet<string>;
  readonly size: number;
  /** The baselines of its first and its last line. */
  readonly top: number;
  readonly bottom: number;
}

interface Strip {
  readonly left: number;
  readonly right: number;
}

/** What stands at one height: a part for each column that has text there. */
interface Level {
  readonly baseline: number;
  readonly parts: ReadonlyMap<number, LinePart>;
  readonly lines: ReadonlySet<Line>;
}

/** A number distinguishes a table from definitions and prose; a number in brackets belongs to an equation. */
const NUMBER = /^[^\p{L}\p{N}([]{0,3}\d[^\p{L}]*\p{L}{0,3}$/u;

export const isNumber = (text: string): boolean => NUMBER.test(text);

/** The lines of one cell are at most this far apart, in font sizes. */
const MAX_LEADING = 1.5;

/** How much the distances of lines that are meant to be the same may differ. */
export const EVEN = 1.1;

/** Puts the lines of a table together to its rows. */
export function rowsOf(lines: readonly Line[], columns: readonly Strip[]): TableRow[] {
  const size = lines[0]?.size ?? 0;
  const levels = levelsOf(lines, columns);
  const leading = leadingOf(levels, columns.length);
  const isApart = (index: number) => gapAbove(levels, index) > leading * EVEN;
  // Space around rows tells where they end. Space below the names of the columns alone tells nothing of the others.
  const hasSpace = levels.some((_, index) => index > 1 && isApart(index));
  const groups: Level[][] = [];
  for (const [index, level] of levels.entries()) {
    const group = groups.at(-1);
    const goesOn =
      group && leading <= size * MAX_LEADING && !isApart(index) && !hasTwoNumbers(group, level)
        ? hasSpace
          ? !isFull(group, level, columns)
          : isWrapped(group, level, columns)
        : false;
    if (group && goesOn) group.push(level);
    else groups.push([level]);
  }
  return groups.map((group) => rowOf(group, size, columns.length));
}

function levelsOf(lines: readonly Line[], columns: readonly Strip[]): Level[] {
  const levels: { baseline: number; parts: Map<number, LinePart>; lines: Set<Line> }[] = [];
  const placed = lines
    .flatMap((line) => line.parts.map((part) => ({ part, line })))
    .toSorted((a, b) => b.part.baseline - a.part.baseline || a.part.left - b.part.left);
  for (const { part, line } of placed) {
    const column = columns.findIndex(({ left, right }) => part.left < right && left < part.right);
    let level = levels.at(-1);
    if (!level || level.baseline - part.baseline > line.size / 4) {
      level = { baseline: part.baseline, parts: new Map(), lines: new Set() };
      levels.push(level);
    }
    level.lines.add(line);
    const other = level.parts.get(column);
    level.parts.set(column, other ? besides(other, part) : part);
  }
  return levels;
}

/** Two parts of one line in one column. */
function besides(one: LinePart, other: LinePart): LinePart {
  const [first, second] = one.left <= other.left ? [one, other] : [other, one];
  return {
    ...first,
    text: `${first.text} ${second.text}`,
    right: Math.max(one.right, other.right),
    fonts: new Set([...one.fonts, ...other.fonts]),
  };
}

/** The smallest distance of two lines in one column. */
function leadingOf(levels: readonly Level[], columns: number): number {
  let leading = Infinity;
  for (let column = 0; column < columns; column++) {
    const baselines = levels.flatMap(({ parts }) => parts.get(column)?.baseline ?? []);
    for (const [index, baseline] of baselines.entries()) {
      if (index > 0) leading = Math.min(leading, (baselines[index - 1] ?? 0) - baseline);
    }
  }
  return leading;
}

const gapAbove = (levels: readonly Level[], index: number): number =>
  index === 0 ? 0 : (levels[index - 1]?.baseline ?? 0) - (levels[index]?.baseline ?? 0);

/** The last line of each cell of a row so far. */
function lastPart(group: readonly Level[], column: number): LinePart | undefined {
  return group.findLast(({ parts }) => parts.has(column))?.parts.get(column);
}

/** Whether a number stands below another: numbers are not wrapped. */
function hasTwoNumbers(group: readonly Level[], { parts }: Level): boolean {
  return [...parts].some(([column, { text }]) => isNumber(text) && isNumber(lastPart(group, column)?.text ?? ''));
}

/** Whether a line begins a row: it has all columns, as the one above, which has room for one of its words. */
function isFull(group: readonly Level[], { parts }: Level, columns: readonly Strip[]): boolean {
  const above = group.at(-1)?.parts;
  return (
    parts.size === columns.length &&
    above?.size === columns.length &&
    [...parts].some(([column, part]) => fits(above.get(column), part, columns[column]?.right ?? 0))
  );
}

/** Whether each part of a line goes on from the one above it, which had no room for its first word. */
function isWrapped(group: readonly Level[], { parts }: Level, columns: readonly Strip[]): boolean {
  return [...parts].every(([column, part]) => {
    const above = lastPart(group, column);
    if (!above || isNumber(part.text) || fits(above, part, columns[column]?.right ?? 0)) return false;
    // How wide a column is is known from its longest line alone: a further word may have had room. Rows have a first cell.
    const goesOn = !parts.has(0) || /^[^\p{Lu}\p{N}]/u.test(part.text);
    return goesOn || !fits(above, part, columns[column + 1]?.left ?? Infinity);
  });
}

/** Whether the first word of a part fits at the end of the one above it. */
function fits(above: LinePart | undefined, part: LinePart, edge: number): boolean {
  if (!above) return true;
  const [word = ''] = part.text.split(/\s/, 1);
  const width = ((part.right - part.left) / part.text.length) * (word.length + 1);
  // A column that is aligned at its right has its room at its left.
  return above.right - above.left + width <= edge - Math.min(above.left, part.left);
}

function rowOf(group: readonly Level[], size: number, columns: number): TableRow {
  const cells = Array.from({ length: columns }, (_, column) => group.flatMap(({ parts }) => parts.get(column) ?? []));
  const [top, bottom] = [group[0]?.baseline ?? 0, group.at(-1)?.baseline ?? 0];
  return {
    texts: cells.map((parts) =>
      parts.map(({ text }) => text).reduce((text, next) => (text ? joined(text, next) : next), ''),
    ),
    cells,
    lines: group.flatMap((level) => [...level.lines]),
    fonts: new Set(cells.flatMap((parts) => parts.flatMap(({ fonts }) => [...fonts]))),
    size,
    top,
    bottom,
  };
}
