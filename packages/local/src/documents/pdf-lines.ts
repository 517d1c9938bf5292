/** A run of text as the PDF reader gives it. */
export interface TextItem {
  readonly str: string;
  /** The matrix that places it: the last two are its left end and baseline, from the bottom of the page. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  readonly fontName: string;
}

export interface Line {
  readonly text: string;
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
  let text = '';
  let right = Number.NaN;
  for (const run of runs) {
    if (!run.str) continue;
    const gap = x(run) - right;
    if (gap > size(run) / 4 && !/\s$/.test(text) && !/^\s/.test(run.str)) text += ' ';
    text += run.str;
    right = x(run) + run.width;
  }
  return {
    text: text.trim(),
    left: Math.min(...written.map(x)),
    right: Math.max(...written.map((run) => x(run) + run.width)),
    baseline: y(longest),
    size: size(longest),
    // A bullet before code, or a word of code in a sentence, makes it text.
    monospaced: written.every(({ fontName }) => isMonospaced(fontName)),
  };
}

const x = ({ transform }: TextItem) => transform[4] ?? 0;
const y = ({ transform }: TextItem) => transform[5] ?? 0;
const size = ({ transform }: TextItem) => Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
