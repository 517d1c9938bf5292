import type { Audience } from './report/impact.js';
import type { Change } from './report/report.js';
import { LEVELS, type Level } from './rules/rule.js';
import { plainText, type Text, text } from './text.js';

/** A change of a member of a union, for which other members make up. */
export interface CoveredChange extends Change {
  /** The names of the members that take what it lost. */
  coveredBy: Text | undefined;
}

/**
 * One fact is one change. What several schemas are merged with is compared in each of them, so the same fact can be judged
 * several times: the gravest judgement stands, and those for whom it is harmless are named with it.
 */
export function withoutRepetitions(changes: readonly CoveredChange[]): Change[] {
  const facts = new Map<string, CoveredChange[]>();
  for (const change of changes) {
    const { message, places, before, after } = change;
    const values = [before, after].map((value) => (typeof value === 'object' ? null : value));
    const key = JSON.stringify([message, places.after ?? places.before, values]);
    facts.set(key, [...(facts.get(key) ?? []), change]);
  }
  return [...facts.values()].map(united);
}

function united(group: readonly CoveredChange[]): Change {
  const [gravest, ...others] = group.toSorted(
    (left, right) => LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level),
  );
  // A group has at least one change.
  if (!gravest) throw new Error('There is no change to unite.');
  const isSameLevel = ({ level }: Change) => level === gravest.level;
  const operations = [...new Set([gravest, ...others.filter(isSameLevel)].flatMap((each) => each.operations))];
  const harmless = others.filter((each) => !isSameLevel(each)).flatMap((each) => each.operations);
  const all = new Set([...group.flatMap(({ compatibleFor = [] }) => compatibleFor), ...harmless]);
  const compatibleFor = [...all].filter((name) => !operations.includes(name));
  const takers = group.find(({ coveredBy = [] }) => coveredBy.length > 0)?.coveredBy;
  const { coveredBy, ...change } = gravest;
  const sentence = takers ? text`${change.text} In requests, what it lost is part of ${takers}.` : change.text;
  const impact = { wire: worst(group, 'wire'), types: worst(group, 'types') };
  return {
    ...change,
    text: sentence,
    message: plainText(sentence),
    impact,
    operations,
    ...(compatibleFor.length > 0 && { compatibleFor }),
  };
}

function worst(group: readonly Change[], audience: Audience): Level {
  const levels = group.map(({ impact }) => impact[audience]);
  return LEVELS.find((level) => levels.includes(level)) ?? 'equivalent';
}
