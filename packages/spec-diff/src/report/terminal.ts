import { styleText } from 'node:util';
import { plainLine } from '../output/plain.js';
import { visibleLines } from '../output/visible.js';
import type { Level } from '../rules/rule.js';
import { code, name, type Text, text } from '../text.js';
import type { Change, Report, Verdict } from './report.js';
import {
  adviceFor,
  audienceSummary,
  byOperations,
  excerptPlace,
  hasSameTypes,
  impactSentence,
  placeOf,
  SAME_TYPES,
  sidesOf,
  summary,
  typeDifference,
} from './words.js';

type Style = Parameters<typeof styleText>[0];

/** What of a line is coloured; all of it is written so that nothing steers the terminal. */
type Paint = (style: Style, line: string) => string;

const VERDICTS: Record<Verdict, Style> = {
  major: ['bold', 'red'],
  minor: ['bold', 'green'],
  patch: 'bold',
  none: 'bold',
};

/** Writes a report for people at a terminal. */
export function terminal(report: Report, { colour = false } = {}): string {
  const paint: Paint = (style, line) => (colour ? styleText(style, line, { validateStream: false }) : line);
  const of = (level: Level) => report.changes.filter((change) => change.level === level);
  return [
    `${paint(VERDICTS[report.verdict], report.verdict)}  ${plainLine(summary(report))}`,
    ...(report.changes.length > 0 ? [`       ${plainLine(audienceSummary(report))}`] : []),
    ...atStake(of('breaking'), paint('red', '✖'), paint),
    ...atStake(of('warning'), paint('yellow', '▲'), paint),
    ...paragraph(report.remarks),
    ...paragraph(report.code),
    ...section('Compatible', paint('green', '+'), of('additive'), paint),
    ...section('Without effect on programs', '·', of('neutral'), paint),
    ...section('Wording', '·', of('docs'), paint),
    ...section('Written in another way', '=', of('equivalent'), paint),
  ].join('\n');
}

function paragraph(lines: readonly Text[] = []): string[] {
  return lines.length > 0 ? ['', ...lines.map(plainLine)] : [];
}

/** What breaks, or may break, under the operations that it touches. */
function atStake(changes: readonly Change[], sign: string, paint: Paint): string[] {
  return byOperations(changes, 4).flatMap(({ heading, changes: inGroup }) => [
    '',
    paint('bold', plainLine(heading)),
    ...inGroup.flatMap((change) => changeLines(change, sign, paint)),
  ]);
}

function changeLines(change: Change, sign: string, paint: Paint): string[] {
  const advice = adviceFor(change);
  const { accepted } = change;
  return [
    `  ${sign} ${plainLine(change.text)}`,
    `    ${plainLine(impactSentence(change))}`,
    ...sidesOf(change).flatMap(({ title, excerpt }) => [
      paint('dim', `    ${title}: ${withoutMarks(excerptPlace(excerpt))}`),
      ...visibleLines(excerpt.text).map((line) => `      ${line}`),
    ]),
    ...typesIn(change).map((line) => `    ${line}`),
    ...(advice ? [`    Instead: ${plainLine(advice)}`] : []),
    ...(accepted ? [`    Accepted until ${plainLine(text`${name(accepted.until)}: ${name(accepted.reason)}`)}`] : []),
    paint('dim', `    ${placeLine(change)}  ${idLine(change)}, rule ${withoutMarks(code(change.rule))}`),
  ];
}

/** One line for each change that breaks nothing. */
function section(title: string, sign: string, changes: readonly Change[], paint: Paint): string[] {
  if (changes.length === 0) return [];
  const lines = byOperations(changes, 4).flatMap(({ heading, changes: inGroup }) => [
    `  ${plainLine(heading)}`,
    ...inGroup.map(
      (change) => `    ${sign} ${plainLine(change.text)}  ${paint('dim', `${placeLine(change)}  ${idLine(change)}`)}`,
    ),
  ]);
  return ['', paint('bold', title), ...lines];
}

function typesIn(change: Change): string[] {
  const difference = typeDifference(change);
  if (difference !== undefined) return ['In TypeScript:', ...visibleLines(difference).map((line) => `  ${line}`)];
  // The line above has said that only the types change.
  return hasSameTypes(change) ? [plainLine(SAME_TYPES)] : [];
}

function placeLine({ location }: Change): string {
  return withoutMarks(name(placeOf(location)));
}

function idLine({ id }: Change): string {
  return withoutMarks(code(id));
}

/** Code that stands alone needs no marks around it. */
function withoutMarks(parts: Text): string {
  return plainLine(parts.map((part) => (part.kind === 'code' ? { ...part, kind: 'name' } : part)));
}
