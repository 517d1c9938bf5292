/** One line of the result. */
export interface Row {
  readonly what: string;
  /** Our value divided by the other one; undefined if there is no other. */
  readonly ratio?: number | undefined;
  readonly ours: string;
  readonly theirs: string;
  /** The limit of the ratio, or in words whether another target was met. */
  readonly target?: { readonly most: number } | { readonly words: string; readonly isMet: boolean };
}

/** The result in Markdown, the ratio first: it is what holds on other machines, too. `ours` is what was measured. */
export function printTable(ours: string, rows: readonly Row[]): string {
  const cells = rows.map(({ what, ratio, ours: value, theirs, target }) => [
    what,
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    value,
    theirs,
    target ? judged(target, ratio) : '',
  ]);
  const lines = [['', 'Ratio', ours, 'Beside it', 'Target'], ['---', '--:', '--:', '---', '---'], ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function judged(target: NonNullable<Row['target']>, ratio: number | undefined): string {
  const [words, isMet] =
    'most' in target ? [`≤ ${target.most}×`, (ratio ?? 0) <= target.most] : [target.words, target.isMet];
  if ('most' in target && ratio === undefined) return words;
  return `${words}: ${isMet ? 'met' : '**missed**'}`;
}
