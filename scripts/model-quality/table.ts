import type { Result } from './measure.js';

/** The results as a table of Markdown, with a line for each kind, and below it what was wrong. */
export function tableOf(results: readonly Result[]): string {
  const kinds = [...new Set(results.map(({ task }) => task.kind))];
  const rows = kinds.flatMap((kind) => {
    const ofKind = results.filter(({ task }) => task.kind === kind);
    return [...ofKind.map((result) => row(kind, result.task.name, [result])), row(kind, '**all**', ofKind)];
  });
  const wrong = results.flatMap(({ task, wrong }) =>
    wrong.map((sentence) => `- ${task.kind}, ${task.name}: ${sentence}`),
  );
  return [
    '| | | right | seconds | tokens |',
    '|---|---|---|---|---|',
    ...rows,
    ...(wrong.length ? ['', ...wrong] : []),
  ].join('\n');
}

function row(kind: string, name: string, results: readonly Result[]): string {
  const sum = (field: 'correct' | 'total' | 'seconds' | 'tokens') =>
    results.reduce((total, result) => total + result[field], 0);
  const figures = [`${sum('correct')} of ${sum('total')}`, sum('seconds').toFixed(1), sum('tokens')];
  return `| ${[kind, name, ...figures].join(' | ')} |`;
}
