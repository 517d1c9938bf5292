/** A run of text from the PDF library. */
export interface TextItem {
  readonly str: string;
  /** Its transformation matrix: the last two values are its left end and its baseline, from the bottom of the page. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  readonly fontName: string;
}

/** A part of a line between gaps that may separate the columns of a table. */
export interface LinePart {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly fonts: ReadonlySet<string>;
}

export interface Line {
  readonly text: string;
  readonly parts: readonly LinePart[];
  readonly fonts: ReadonlySet<string>;
  readonly left: number;
  readonly right: number;
  /** The height of its baseline above the bottom of the page, in points. */
  readonly baseline: number;
  /** The font size in points. */
  readonly size: number;
  readonly monospaced: boolean;
}

/** Joins the runs of text on the same line. It keeps the order of the file, which is the reading order. */
export function linesOf(items: readonly TextItem[], isMonospaced: (fontName: string) => boolean): Line[] {
  const lines: Line[] = [];
  let runs: TextItem[] = [];
  const end = () => {
    const line = lineOf(runs, isMonospaced);
    if (line) lines.push(line);
    runs = [];
  };
  for (const item of items) {
    const [first] = runs;
    // A shift of up to half a line is a footnote mark or an exponent.
    if (first && Math.abs(y(item) - y(first)) > Math.max(size(item), size(first)) / 2) end();
    runs.push(item);
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function lineOf(runs: readonly TextItem[], isMonospaced: (fontName: string) => boolean): Line | undefined {
  const visible = runs.filter(({ str }) => str.trim());
  const longest = visible.reduce<TextItem | undefined>(
    (best, run) => (run.str.length > (best?.str.length ?? 0) ? run : best),
    undefined,
  );
  if (!longest) return undefined;
  return {
    text: textOf(runs),
    parts: partsOf(visible),
    fonts: new Set(visible.map(({ fontName }) => fontName)),
    left: Math.min(...visible.map(x)),
    right: Math.max(...visible.map((run) => x(run) + run.width)),
    baseline: y(longest),
    size: size(longest),
    // A line with a bullet before code, or with one word of code, is text.
    monospaced: visible.every(({ fontName }) => isMonospaced(fontName)),
  };
}

function textOf(runs: readonly TextItem[]): string {
  let text = '';
  let right = Number.NaN;
  for (const run of runs) {
    if (!run.str) continue;
    const gap = x(run) - right;
    if (gap > size(run) / 4 && !/\s$/.test(text) && !/^\s/.test(run.str)) text += ' ';
    text += run.str;
    right = x(run) + run.width;
  }
  return text.trim();
}

/**
 * Gaps of at least this, in font sizes, may separate columns: they are wider than the space between two words, if the line is not
 * justified. Whether they do is told by the lines around.
 */
const PART_GAP = 0.4;

function partsOf(runs: readonly TextItem[]): LinePart[] {
  const groups: TextItem[][] = [];
  let right = Number.NaN;
  for (const run of runs) {
    const group = groups.at(-1);
    if (group && x(run) - right < PART_GAP * size(run)) group.push(run);
    else groups.push([run]);
    right = x(run) + run.width;
  }
  return groups.map((group) => {
    const [first, last] = [group[0], group.at(-1)] as [TextItem, TextItem];
    const fonts = new Set(group.map(({ fontName }) => fontName));
    return { text: textOf(group), left: x(first), right: x(last) + last.width, baseline: y(first), fonts };
  });
}

/** Letters of scripts that have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;

/** Whether no space stands between two texts, by the scripts of their letters. */
export function haveNoSpaceBetween(before: string, next: string): boolean {
  return WITHOUT_SPACES.test(before.slice(-1)) && WITHOUT_SPACES.test(next.slice(0, 1));
}

/** Joins two lines. A word that was hyphenated at the end of a line becomes one word again. */
export function joined(before: string, next: string): string {
  if (haveNoSpaceBetween(before, next)) return before + next;
  return /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(next) ? before.slice(0, -1) + next : `${before} ${next}`;
}

const x = ({ transform }: TextItem) => transform[4] ?? 0;
const y = ({ transform }: TextItem) => transform[5] ?? 0;
const size = ({ transform }: TextItem) => Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
