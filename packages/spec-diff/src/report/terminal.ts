import { styleText } from 'node:util';
import { adviceOn } from './advice.js';
import type { Change, Report, Verdict } from './report.js';
import { byOperations, placeOf, sidesOf, summary, typeLines } from './words.js';

type Style = Parameters<typeof styleText>[0];

const VERDICTS: Record<Verdict, Style> = {
  major: ['bold', 'red'],
  minor: ['bold', 'green'],
  patch: 'bold',
  none: 'bold',
};

/** For people at a terminal; in colour where there is any. */
export function terminal(report: Report, { colour = false } = {}): string {
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const of = (level: Change['level']) => report.changes.filter((change) => change.level === level);

  const breaking = byOperations(of('breaking'), 4).flatMap(({ heading, changes }) => [
    '',
    paint('bold', heading),
    ...changes.flatMap((change) => [
      `  ${paint('red', '✖')} ${change.message}`,
      ...sidesOf(change).flatMap(({ title, excerpt }) => [
        paint('dim', `    ${title}: ${excerpt.file}:${excerpt.line}`),
        ...excerpt.text.split('\n').map((line) => `      ${line}`),
      ]),
      ...typesIn(change).map((line) => `    ${line}`),
      ...(adviceOn(change.rule) ? [`    Instead: ${adviceOn(change.rule)}`] : []),
      ...(change.accepted ? [`    Accepted until ${change.accepted.until}: ${change.accepted.reason}`] : []),
      paint('dim', `    ${placeOf(change.location)}  ${change.rule}`),
    ]),
  ]);
  const section = (title: string, sign: string, changes: Change[]) =>
    changes.length === 0
      ? []
      : [
          '',
          paint('bold', title),
          ...byOperations(changes, 4).flatMap(({ heading, changes: inGroup }) => [
            `  ${heading}`,
            ...inGroup.map((change) => `    ${sign} ${change.message}  ${paint('dim', placeOf(change.location))}`),
          ]),
        ];
  return [
    `${paint(VERDICTS[report.verdict], report.verdict)}  ${summary(report)}`,
    ...breaking,
    ...(report.code ? ['', ...report.code] : []),
    ...section('Compatible', paint('green', '+'), of('additive')),
    ...section('Wording', '·', of('docs')),
    ...section('Written in another way', '=', of('equivalent')),
  ].join('\n');
}

function typesIn(change: Change): string[] {
  const lines = typeLines(change);
  return change.types ? ['In TypeScript:', ...lines.map((line) => `  ${line}`)] : lines;
}
