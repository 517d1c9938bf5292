import { styleText } from 'node:util';
import type { Level } from '../rules/rule.js';
import { adviceOn } from './advice.js';
import type { Change, Report, Verdict } from './report.js';
import { audienceSummary, byOperations, impactSentence, placeOf, sidesOf, summary, typeLines } from './words.js';

type Style = Parameters<typeof styleText>[0];

type Paint = (style: Style, text: string) => string;

const VERDICTS: Record<Verdict, Style> = {
  major: ['bold', 'red'],
  minor: ['bold', 'green'],
  patch: 'bold',
  none: 'bold',
};

/** Writes a report for people at a terminal. */
export function terminal(report: Report, { colour = false } = {}): string {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const of = (level: Level) => report.changes.filter((change) => change.level === level);
  return [
    `${paint(VERDICTS[report.verdict], report.verdict)}  ${summary(report)}`,
    ...(report.changes.length > 0 ? [`       ${audienceSummary(report)}`] : []),
    ...atStake(of('breaking'), paint('red', '✖'), paint),
    ...atStake(of('warning'), paint('yellow', '▲'), paint),
    ...(report.code ? ['', ...report.code] : []),
    ...section('Compatible', paint('green', '+'), of('additive'), paint),
    ...section('Without effect on programs', '·', of('neutral'), paint),
    ...section('Wording', '·', of('docs'), paint),
    ...section('Written in another way', '=', of('equivalent'), paint),
  ].join('\n');
}

/** What breaks, or may break, under the operations that it touches. */
function atStake(changes: readonly Change[], sign: string, paint: Paint): string[] {
  return byOperations(changes, 4).flatMap(({ heading, changes: inGroup }) => [
    '',
    paint('bold', heading),
    ...inGroup.flatMap((change) => changeLines(change, sign, paint)),
  ]);
}

function changeLines(change: Change, sign: string, paint: Paint): string[] {
  const advice = adviceOn(change.rule);
  const { accepted } = change;
  return [
    `  ${sign} ${change.message}`,
    `    ${impactSentence(change)}`,
    ...sidesOf(change).flatMap(({ title, excerpt }) => [
      paint('dim', `    ${title}: ${excerpt.file}:${excerpt.line}`),
      ...excerpt.text.split('\n').map((line) => `      ${line}`),
    ]),
    ...typesIn(change).map((line) => `    ${line}`),
    ...(advice ? [`    Instead: ${advice}`] : []),
    ...(accepted ? [`    Accepted until ${accepted.until}: ${accepted.reason}`] : []),
    paint('dim', `    ${placeOf(change.location)}  ${change.rule}`),
  ];
}

/** One line for each change that breaks nothing. */
function section(title: string, sign: string, changes: readonly Change[], paint: Paint): string[] {
  if (changes.length === 0) return [];
  const lines = byOperations(changes, 4).flatMap(({ heading, changes: inGroup }) => [
    `  ${heading}`,
    ...inGroup.map((change) => `    ${sign} ${change.message}  ${paint('dim', placeOf(change.location))}`),
  ]);
  return ['', paint('bold', title), ...lines];
}

function typesIn(change: Change): string[] {
  if (change.types) return ['In TypeScript:', ...typeLines(change).map((line) => `  ${line}`)];
  // The line above has said that only the types change.
  return change.impact.wire === 'equivalent' ? [] : typeLines(change);
}
