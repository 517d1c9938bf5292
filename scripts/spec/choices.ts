import { WORDS } from './canonical/keywords.js';
import type { Fact, Side, Subject } from './fact.js';
import { asList, isObject, type JsonObject } from './json.js';
import { StructuralHash } from './structural-hash.js';

/** The name of a difference that is made here, beside those that Redocly knows. */
export const CHOICE = 'Choice';

/**
 * Where a schema becomes one of several that may hold, or the other way round, Redocly sees its keywords go and a choice
 * come, each by itself. Together they are one difference: there are more possibilities, or fewer.
 */
export function withChoices(facts: readonly Fact[], base: Subject, head: Subject): Fact[] {
  let result = [...facts];
  for (const fact of facts) {
    if ((fact.node !== 'AnyOf' && fact.node !== 'OneOf') || fact.kind === 'modified') continue;
    const side = fact.kind === 'added' ? 'head' : 'base';
    const schema = fact[side]?.around[0];
    const beside = facts.find((other) => other.base && other.head && other[side]?.around[0] === schema);
    if (!beside?.base || !beside.head) continue;
    const [before, after] = [beside.base.around[0], beside.head.around[0]];
    if (!before || !after) continue;
    const known = side === 'head' ? isAmong(before, base, after, head) : isAmong(after, head, before, base);
    if (!known) continue;
    const ofNode = (place: Side, value: JsonObject): Side => ({
      ...place,
      value,
      path: place.path.slice(0, -1),
      written: place.writtenAround,
    });
    const choice: Fact = {
      ...{ kind: 'modified', node: CHOICE, keyword: side === 'head' ? 'wider' : 'narrower', verdicts: [] },
      ...{ base: ofNode(beside.base, before), head: ofNode(beside.head, after), uses: beside.uses },
    };
    const isPart = (other: Fact) => other.base?.around[0] === before || other.head?.around[0] === after;
    result = [choice, ...result.filter((other) => !isPart(other) || speaks(other))];
  }
  return result;
}

/** Words and defaults stand beside a choice as they stand in a schema. */
function speaks({ keyword = '' }: Fact): boolean {
  return WORDS.has(keyword) || keyword === 'default' || keyword.startsWith('x-');
}

/** Whether a schema is one of those that a choice, and nothing else, offers. */
function isAmong(schema: JsonObject, ofSchema: Subject, choice: JsonObject, ofChoice: Subject): boolean {
  const { anyOf, oneOf, ...others } = core(choice);
  if (Object.keys(others).length > 0) return false;
  const meaning = new StructuralHash(ofSchema.canonical.resolve).of(core(schema));
  const hash = new StructuralHash(ofChoice.canonical.resolve);
  return [...asList(anyOf), ...asList(oneOf)].some((member) => {
    const target =
      isObject(member) && member.$ref !== undefined ? ofChoice.canonical.resolve(String(member.$ref)) : member;
    return isObject(target) && hash.of(core(target)) === meaning;
  });
}

function core(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'default' && !WORDS.has(key)));
}
