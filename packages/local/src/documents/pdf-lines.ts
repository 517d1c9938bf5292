/** A run of text as the PDF reader gives it. */
export interface TextItem {
  readonly str: string;
  /** The matrix that places it: the last two are its left end and baseline, from the bottom of the page. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  readonly fontName: string;
}

/** A part of a line with room on either side, such as there is between the columns of a table. */
export interface Cell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

export interface Line {
  readonly text: string;
  readonly cells: readonly Cell[];
  readonly fonts: ReadonlySet<string>;
  readonly left: number;
  readonly right: number;
  /** Height of its baseline above the bottom of the page. */
  readonly baseline: number;
  /** Of its font, in points. */
  readonly size: number;
  readonly monospaced: boolean;
}

/** Puts runs of text together that stand on one line, in the order of the file, which is that of reading. */
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
    // Half a line up or down is still a footnote mark or an exponent.
    if (first && Math.abs(y(item) - y(first)) > Math.max(size(item), size(first)) / 2) end();
    runs.push(item);
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function lineOf(runs: readonly TextItem[], isMonospaced: (fontName: string) => boolean): Line | undefined {
  const written = runs.filter(({ str }) => str.trim());
  const longest = written.reduce<TextItem | undefined>(
    (best, run) => (run.str.length > (best?.str.length ?? 0) ? run : best),
    undefined,
  );
  if (!longest) return undefined;
  return {
    text: textOf(runs),
    cells: cellsOf(written),
    fonts: new Set(written.map(({ fontName }) => fontName)),
    left: Math.min(...written.map(x)),
    right: Math.max(...written.map((run) => x(run) + run.width)),
    baseline: y(longest),
    size: size(longest),
    // A bullet before code, or a word of code in a sentence, makes it text.
    monospaced: written.every(({ fontName }) => isMonospaced(fontName)),
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

/** Room between two words that no justified line has, in sizes of their type. */
const ROOM = 1;

function cellsOf(runs: readonly TextItem[]): Cell[] {
  const groups: TextItem[][] = [];
  let right = Number.NaN;
  for (const run of runs) {
    const group = groups.at(-1);
    if (group && x(run) - right < ROOM * size(run)) group.push(run);
    else groups.push([run]);
    right = x(run) + run.width;
  }
  return groups.map((group) => {
    const [first, last] = [group[0], group.at(-1)] as [TextItem, TextItem];
    return { text: textOf(group), left: x(first), right: x(last) + last.width };
  });
}

const x = ({ transform }: TextItem) => transform[4] ?? 0;
const y = ({ transform }: TextItem) => transform[5] ?? 0;
const size = ({ transform }: TextItem) => Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
