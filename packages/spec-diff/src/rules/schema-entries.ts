import type { Fact } from '../fact.js';
import { brokenBy } from '../strength.js';
import { quoted } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

const ROOMS = ['patternProperties', 'dependentSchemas', 'prefixItems'];

/**
 * Schemas for fields of a pattern, beside a field, and at a place of a list.
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
  if (fact.node !== 'Schema' || !ROOMS.includes(fact.room ?? '')) return undefined;
  const name = `${quoted(side?.path.at(-1))} of \`${fact.room}\``;
  const message = `${name} was ${fact.kind}.`;
  const broken = brokenBy(fact);
  return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
}

function ofRenamed(fact: Fact): Judgement | undefined {
  const { room = '' } = fact;
  if (fact.node !== 'Schema' || !ROOMS.includes(room)) return undefined;
  return {
    level: fact.uses.some(({ direction }) => direction !== 'none') ? 'breaking' : 'additive',
    message: `${quoted(fact.base?.path.at(-1))} of \`${room}\` became ${quoted(fact.head?.path.at(-1))}.`,
  };
}
