import { roomOf } from '../fact.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/**
 * A field that requests may have no longer. Redocly minds only where unknown fields are refused; elsewhere the field is
 * ignored from now on, which is worse: the caller is not told.
 */
export const requestField: Rule = {
  name: 'request-field-removed',
  advice: 'Keep the field, mark it `deprecated`, and say what replaces it.',
  judge(fact) {
    const isField = fact.node === 'Schema' && roomOf(fact) === 'properties';
    const isGone = isField && (fact.kind === 'removed' || fact.keyword === 'key');
    const areGone = fact.node === 'SchemaProperties' && fact.kind === 'removed';
    if (!isGone && !areGone) return undefined;
    const uses = fact.uses.filter(({ direction, sense }) => direction === 'request' && sense === 1);
    // In answers Redocly knows; below `not` no field is asked for.
    if (uses.length === 0) return undefined;
    const isAnswered = fact.uses.some(({ direction }) => direction === 'response');
    const happened = fact.keyword === 'key' ? `was renamed to ${quoted(fact.head?.value)}` : 'was removed';
    const message = areGone ? 'All fields were removed.' : `The field ${quoted(fact.base?.path.at(-1))} ${happened}.`;
    return { level: 'breaking', message, ...(isAnswered ? {} : { uses }) };
  },
};
