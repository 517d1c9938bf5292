import type { Level } from '../rules/rule.js';
import { code, literalText, type Text, text } from '../text.js';
import type { Change, Report, Verdict } from './report.js';
import {
  acceptance,
  adviceFor,
  audienceSummary,
  byOperations,
  excerptPlace,
  hasSameTypes,
  impactSentence,
  isShowable,
  placeOf,
  SAME_TYPES,
  short,
  sidesOf,
  summary,
  typeDifference,
} from './words.js';

/** A report as a page, before it is written as Markdown or as HTML. */
export interface Page {
  title: Text;
  /** What is said first. */
  paragraphs: Text[];
  sections: Section[];
}

export interface Section {
  title: string | undefined;
  /** Whether readers have to unfold it. */
  isFolded: boolean;
  groups: ItemGroup[];
}

export interface ItemGroup {
  heading: Text | undefined;
  items: Item[];
}

export interface Item {
  text: Text;
  /** What else is said of it, a line each. */
  facts: Text[];
  /** The lines of a difference. */
  difference?: string | undefined;
  /** How it is written, which readers have to unfold. */
  excerpts: { title: Text; text: string }[];
  /** How many changes it stands for. */
  changes: 0 | 1;
}

const VERDICTS: Record<Verdict, Text> = {
  major: literalText('programs that work today can stop working.'),
  minor: literalText('there is more, and nothing that works today stops working for certain.'),
  patch: literalText('no program notices anything.'),
  none: literalText('nothing changes.'),
};

const SIGNS: Record<Verdict, string> = { major: '🔴', minor: '🟢', patch: '⚪', none: '⚪' };

export interface PageOptions {
  /** The path of the contract, which the title names. */
  contract?: string | undefined;
}

/** The verdict, what breaks and what to do instead; the rest is folded away. */
export function pageOf(report: Report, { contract }: PageOptions = {}): Page {
  const of = (level: Level) => report.changes.filter((change) => change.level === level);
  const { verdict, remarks = [], code: compiled } = report;
  const sign = literalText(`${SIGNS[verdict]} ${verdict}: `);
  return {
    title: contract === undefined ? literalText('Contract changes') : text`Contract changes of ${code(contract)}`,
    paragraphs: [text`${sign}${VERDICTS[verdict]} ${summary(report)}`, audienceSummary(report)],
    sections: [
      atStake(undefined, of('breaking')),
      atStake('What may break some programs', of('warning')),
      ...(remarks.length > 0 ? [listOf('Remarks', undefined, remarks)] : []),
      ...(compiled ? [inCode(compiled)] : []),
      folded('Compatible changes', of('additive')),
      folded('Without effect on programs', of('neutral')),
      folded('Wording', of('docs')),
      folded('Written in another way, the same in meaning', of('equivalent')),
    ].filter(({ groups }) => groups.length > 0),
  };
}

/** What breaks, or may break, with everything that is known of it. */
function atStake(title: string | undefined, changes: readonly Change[]): Section {
  const groups = byOperations(changes, 6).map((group) => ({ ...group, items: group.changes.map(wholeItem) }));
  return { title, isFolded: false, groups };
}

function wholeItem(change: Change): Item {
  const { before, after, id, rule, location } = change;
  const advice = adviceFor(change);
  const accepted = acceptance(change);
  return {
    text: change.text,
    facts: [
      ...(isShowable(change) ? [text`before ${code(short(before))}, now ${code(short(after))}`] : []),
      impactSentence(change),
      ...(hasSameTypes(change) ? [SAME_TYPES] : []),
      ...(advice ? [text`instead: ${advice}`] : []),
      text`${code(placeOf(location))}, id ${code(id)} of the rule ${code(rule)}`,
      ...(accepted ? [accepted] : []),
    ],
    difference: typeDifference(change),
    excerpts: sidesOf(change).map(({ title, excerpt }) => ({
      title: text`${literalText(title)}: ${excerptPlace(excerpt)}`,
      text: excerpt.text,
    })),
    changes: 1,
  };
}

/** What became of the type tests. */
function inCode([sentence, ...places]: readonly Text[]): Section {
  return listOf('In code', sentence, places);
}

function listOf(title: string, heading: Text | undefined, lines: readonly Text[]): Section {
  const items = lines.map((line): Item => ({ text: line, facts: [], excerpts: [], changes: 0 }));
  return { title, isFolded: false, groups: [{ heading, items }] };
}

/** One line for each change that breaks nothing. */
function folded(title: string, changes: readonly Change[]): Section {
  const groups = byOperations(changes, 4).map(({ heading, changes: inGroup }) => ({
    heading,
    items: inGroup.map(
      (change): Item => ({
        text: text`${change.text} ${code(placeOf(change.location))} ${code(change.id)}`,
        facts: [],
        excerpts: [],
        changes: 1,
      }),
    ),
  }));
  return { title: `${title} (${changes.length})`, isFolded: true, groups };
}
