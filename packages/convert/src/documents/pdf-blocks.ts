import type { DocumentBudget } from './budget.js';
import { joined, type Line } from './pdf-lines.js';
import { type Table, tableAt } from './pdf-tables.js';

/** An independent part of a page. */
export interface Block {
  readonly type: 'heading' | 'paragraph' | 'bullet' | 'number' | 'code' | 'table';
  readonly text: string;
  readonly table?: Table;
  /** The level of a heading, from 1 for the largest. */
  readonly level?: number;
  /** Left, top, right and bottom edge; vertical positions count from the bottom of the page. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

/** Points, dashes, and what symbol fonts have for them: geometric shapes, dingbats and arrows. */
const BULLET = /^[•‣–—*·\u25a0-\u25ff\u2700-\u27bf\u2b00-\u2bff-][ \t\u00A0]+/;
/** The dots between a title and its page in a table of contents. */
const LEADERS = /(?:\. ?){5,}[\divxlc]+$/;
const NUMBER = /^\(?\d{1,3}[.)][ \t\u00A0]+/;

/** The font sizes of a document: the size of its text, and the larger sizes of its headings. */
export interface Sizes {
  readonly text: number;
  /** The sizes of headings, the largest first. */
  readonly headings: readonly number[];
  /** The distance between the baselines of most lines, by the size of their text: documents may be double-spaced. */
  readonly leadings: ReadonlyMap<number, number>;
}

export function sizesOf(lines: readonly Line[]): Sizes {
  const characters = new Map<number, number>();
  for (const line of lines) {
    const size = rounded(line.size);
    characters.set(size, (characters.get(size) ?? 0) + line.text.length);
  }
  const [mostFrequent] = [...characters].sort((a, b) => b[1] - a[1]);
  const text = mostFrequent?.[0] ?? 0;
  const headings = [...characters.keys()].filter((size) => size >= text * 1.12).sort((a, b) => b - a);
  return { text, headings, leadings: leadingsOf(lines) };
}

/** Lines further apart than this, in font sizes, are not those of one paragraph. */
const MAX_LEADING = 3.2;

/** Fewer lines are no rule. */
const MIN_LINES = 3;

function leadingsOf(lines: readonly Line[]): ReadonlyMap<number, number> {
  const gaps = new Map<number, Map<number, number>>();
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const size = rounded(line.size);
    // Lines of one column of text, of which the upper one is as wide as text is.
    if (!above || rounded(above.size) !== size || Math.abs(above.left - line.left) > 3 * line.size) continue;
    const gap = rounded(above.baseline - line.baseline);
    if (gap <= 0 || gap > size * MAX_LEADING || above.right - above.left < 20 * size) continue;
    const counts = gaps.get(size) ?? new Map<number, number>();
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
    gaps.set(size, counts);
  }
  const mostFrequent = ([size, counts]: [number, Map<number, number>]): [number, number][] => {
    const [gap, count] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best));
    const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
    return count >= MIN_LINES && count * 2 > all ? [[size, gap]] : [];
  };
  return new Map([...gaps].flatMap(mostFrequent));
}

/** Groups the lines of a page into headings, list items, paragraphs, tables and code. */
export function blocksOf(lines: readonly Line[], sizes: Sizes, budget: DocumentBudget): Block[] {
  const edgeOf = rightEdges(lines, budget);
  const blocks: Block[] = [];
  let group: Line[] = [];
  const end = () => {
    if (group.length > 0) blocks.push(blockOf(group, sizes));
    group = [];
  };
  for (let index = 0; index < lines.length; ) {
    const table = tableAt(lines, index, budget);
    const rest = lines.slice(index, index + (table?.lines ?? 1));
    if (table) {
      end();
      blocks.push({ type: 'table', text: textOf(table), table, box: boxOf(rest) });
    } else {
      const [line] = rest as [Line];
      if (!continues(group, line, edgeOf, sizes)) end();
      group.push(line);
    }
    index += rest.length;
  }
  end();
  return blocks;
}

const textOf = ({ rows }: Table): string => rows.map((row) => row.join(' | ')).join('\n');

function boxOf(lines: readonly Line[]): Block['box'] {
  return [
    Math.min(...lines.map(({ left }) => left)),
    Math.max(...lines.map(({ baseline, size }) => baseline + size)),
    Math.max(...lines.map(({ right }) => right)),
    Math.min(...lines.map(({ baseline, size }) => baseline - size / 4)),
  ];
}

function continues(group: readonly Line[], line: Line, edgeOf: RightEdge, { leadings }: Sizes): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return false;
  if (line.monospaced !== last.monospaced || rounded(line.size) !== rounded(last.size)) return false;
  const gap = last.baseline - line.baseline;
  if (line.monospaced) return gap > 0 && gap < line.size * BLANK_LINE * 1.5;
  const leading = leadings.get(rounded(line.size)) ?? 0;
  if (gap <= 0 || gap > Math.max(line.size * 1.8, leading * 1.1) || LEADERS.test(last.text)) return false;
  if (BULLET.test(line.text) || NUMBER.test(line.text)) return false;
  const before = group.length > 1 ? (group.at(-2)?.baseline ?? 0) - last.baseline : gap;
  return gap <= before * 1.2 && !isHardBreak(last, line, edgeOf);
}

/** Whether the next word would have fit at the end of the line: the author then began a new line on purpose. */
function isHardBreak(last: Line, line: Line, edgeOf: RightEdge): boolean {
  const word = line.text.match(/^\S+/)?.[0] ?? '';
  const width = ((line.right - line.left) / line.text.length) * (word.length + 1);
  return last.right + width < edgeOf(last);
}

/** The right edge of the column of a line: where most lines with the same left edge and font size end. */
type RightEdge = (line: Line) => number;

function rightEdges(page: readonly Line[], budget: DocumentBudget): RightEdge {
  const known = new Map<string, number>();
  return (line) => {
    const key = `${rounded(line.size)} ${line.left}`;
    const edge = known.get(key);
    if (edge !== undefined) return edge;
    budget.spend('step', page.length);
    const ends = page
      .filter((other) => Math.abs(other.left - line.left) < 3 * line.size && rounded(other.size) === rounded(line.size))
      .map((other) => other.right)
      .sort((a, b) => a - b);
    // The 85th percentile, so that a headline over both columns does not widen the column.
    const found = ends[Math.floor(ends.length * 0.85)] ?? line.right;
    known.set(key, found);
    return found;
  };
}

function blockOf(group: readonly Line[], sizes: Sizes): Block {
  const [first] = group as readonly [Line, ...Line[]];
  const box = boxOf(group);
  if (first.monospaced) return { type: 'code', text: code(group), box };
  const text = group.map((line) => line.text).reduce(joined);
  const heading = sizes.headings.indexOf(rounded(first.size));
  if (heading !== -1 && text.length <= 200 && !LEADERS.test(text))
    return { type: 'heading', level: Math.min(6, heading + 1), text, box };
  if (BULLET.test(text)) return { type: 'bullet', text: text.replace(BULLET, ''), box };
  if (NUMBER.test(text)) return { type: 'number', text: text.replace(NUMBER, ''), box };
  return { type: 'paragraph', text, box };
}

/** Lines further apart than this, in font sizes, have a blank line between them. */
const BLANK_LINE = 1.8;

/** Restores the indentation and blank lines of code from positions, since a PDF has no characters for them. */
function code(group: readonly Line[]): string {
  const edge = Math.min(...group.map(({ left }) => left));
  const lines = group.map(({ text, left, right, baseline, size }, index) => {
    const width = (right - left) / text.length;
    const above = group[index - 1]?.baseline ?? baseline;
    const blank = above - baseline > size * BLANK_LINE ? '\n' : '';
    return blank + ' '.repeat(Math.min(200, Math.round((left - edge) / width))) + text;
  });
  return lines.join('\n');
}

/** Rounds to half points, because files seldom give the same font size with the same digits. */
const rounded = (size: number) => Math.round(size * 2) / 2;
