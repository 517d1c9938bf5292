import type { Fact } from './fact.js';
import type { Audience } from './report/impact.js';
import { LEVELS, type Level } from './rules/rule.js';
import { text } from './text.js';

/**
 * Each fact once. What several schemas are merged with is compared in each of them, so the same fact can be judged several
 * times: the gravest judgement stands, and those for whom it is harmless are named with it.
 */
export function distinctFacts(facts: readonly Fact[]): Fact[] {
  const byKey = new Map<string, Fact[]>();
  for (const fact of withoutEchoes(facts)) {
    const known = byKey.get(fact.key);
    if (known) known.push(fact);
    else byKey.set(fact.key, [fact]);
  }
  return [...byKey.values()].map(oneOf);
}

/**
 * What is told of a type only because programs import it is not told again of what operations have told. Where another
 * member of a union makes up for what changes, operations lose nothing, and who imports the type of this member may.
 */
function withoutEchoes(facts: readonly Fact[]): readonly Fact[] {
  const told = new Set(
    facts.filter(({ isOfType, isCovered }) => !isOfType && !isCovered).map(({ changed }) => changed),
  );
  return facts.filter(({ isOfType, changed }) => !isOfType || !told.has(changed));
}

function oneOf(group: readonly Fact[]): Fact {
  const [gravest, ...others] = group.toSorted(
    (left, right) => LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level),
  );
  // A group has at least one fact.
  if (!gravest) throw new Error('There is no fact to tell.');
  const isSameLevel = ({ level }: Fact) => level === gravest.level;
  const operations = [...new Set([gravest, ...others.filter(isSameLevel)].flatMap((each) => each.operations))];
  const harmless = others.filter((each) => !isSameLevel(each)).flatMap((each) => each.operations);
  const all = new Set([...group.flatMap(({ compatibleFor = [] }) => compatibleFor), ...harmless]);
  const compatibleFor = [...all].filter((name) => !operations.includes(name));
  const takers = group.find(({ coveredBy }) => coveredBy)?.coveredBy;
  return {
    ...gravest,
    operations,
    ...(compatibleFor.length > 0 && { compatibleFor }),
    impact: { wire: worst(group, 'wire'), types: worst(group, 'types') },
    text: takers ? text`${gravest.text} In requests, what it lost is part of ${takers}.` : gravest.text,
  };
}

function worst(group: readonly Fact[], audience: Audience): Level {
  const levels = group.map(({ impact }) => impact[audience]);
  return LEVELS.find((level) => levels.includes(level)) ?? 'equivalent';
}
