import type { Fact } from './fact.js';
import { partOf, placeWords, siblingsKey } from './place.js';
import type { Change } from './report/report.js';
import { keyOf, plainText, text } from './text.js';

/**
 * The changes that a report has a line for each. Facts at places of one name are told together, and so are those of
 * several responses, or of several parameters, of the same operations.
 */
export function toldTogether(facts: readonly Fact[]): Change[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const { id, rule, level, impact, place, text } = fact;
    const key = JSON.stringify([id, rule, level, impact, siblingsKey(place), valuesOf(fact), keyOf(text)]);
    const known = groups.get(key);
    if (known) known.push(fact);
    else groups.set(key, [fact]);
  }
  return [...groups.values()].flatMap(byOperations).flatMap(changeOf);
}

/** Both values; of objects that only people read, such as examples, the sentence says no more than that they changed. */
function valuesOf({ level, before, after, values }: Fact): string {
  const isLong = [before, after].some((value) => typeof value === 'object' && value !== null);
  return level === 'docs' && isLong ? '' : values;
}

function changeOf(facts: readonly Fact[]): Change[] {
  const [first] = facts;
  if (!first) return [];
  const { key, changed, values, place, coveredBy, isOfType, isCovered, placesOfUse, compatibleFor, ...change } = first;
  const where = placeWords(facts.map((fact) => fact.place));
  const operations = [...new Set(facts.flatMap((each) => each.operations))];
  const unaffected = new Set(facts.flatMap((each) => each.compatibleFor ?? []));
  const others = [...unaffected].filter((name) => !operations.includes(name));
  const sentence = where.length > 0 ? text`${where}: ${change.text}` : change.text;
  const said = { text: sentence, message: plainText(sentence) };
  return [{ ...change, operations, ...(others.length > 0 && { compatibleFor: others }), ...said }];
}

/** Parts of operations are told of together where all of them are those of the same operations. */
function byOperations(facts: readonly Fact[]): Fact[][] {
  const operations = new Map<string, Set<string>>();
  for (const { place, operations: names } of facts) {
    const part = partOf(place);
    operations.set(part, new Set([...(operations.get(part) ?? []), ...names]));
  }
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const names = [...(operations.get(partOf(fact.place)) ?? [])].sort().join('\n');
    groups.set(names, [...(groups.get(names) ?? []), fact]);
  }
  return [...groups.values()];
}
