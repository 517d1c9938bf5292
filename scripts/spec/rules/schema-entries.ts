import { type Fact, roomOf } from '../fact.js';
import { brokenBy, strengthOf } from '../strength.js';
import { quoted } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

const ROOMS = ['patternProperties', 'dependentSchemas', 'prefixItems'];

/**
 * Schemas for fields of a pattern, beside a field, and at a place of a list: Redocly weighs what is inside them, and the
 * coming and going of the latter two as a whole, but not that of single ones.
 */
export const schemaEntries: Rule = {
  name: 'schema-entry-changed',
  advice: 'Leave the schema in place; relax it in requests, keep it in answers.',
  judge(fact) {
    return fact.kind !== 'modified' ? ofEntry(fact) : fact.keyword === 'key' ? ofRenamed(fact) : undefined;
  },
};

function ofEntry(fact: Fact): Judgement | undefined {
  const side = fact.head ?? fact.base;
  const isWhole = fact.node === 'PatternProperties';
  if (!isWhole && !(fact.node === 'Schema' && ROOMS.includes(roomOf(fact) ?? ''))) return undefined;
  const name = isWhole ? '`patternProperties`' : `${quoted(side?.path.at(-1))} of \`${roomOf(fact)}\``;
  const message = `${name} was ${fact.kind}.`;
  const broken = brokenBy(strengthOf(fact), fact.uses);
  return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
}

function ofRenamed(fact: Fact): Judgement | undefined {
  const room = roomOf(fact) ?? '';
  if (fact.node !== 'Schema' || !ROOMS.includes(room)) return undefined;
  return {
    level: fact.uses.some(({ direction }) => direction !== 'none') ? 'breaking' : 'additive',
    message: `${quoted(fact.base?.value)} of \`${room}\` became ${quoted(fact.head?.value)}.`,
  };
}
