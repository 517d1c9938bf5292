import type { Fact } from '../fact.js';
import { quoted } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

/**
 * A field that requests may have no longer. Where unknown fields are ignored it breaks as well, and is worse: the caller
 * is not told.
 */
export const requestField: Rule = {
  name: 'request-field-removed',
  advice: 'Keep the field, mark it `deprecated`, and say what replaces it.',
  judge: (fact) =>
    removed(
      fact,
      fact.uses.some(({ direction, sense, isCovered }) => direction === 'request' && sense === 1 && !isCovered),
    ),
};

/** A field that answers, or a type, have no longer. */
export const answerField: Rule = {
  name: 'property-removed',
  advice: 'Keep the field, mark it `deprecated`, and say what replaces it.',
  judge: (fact) => removed(fact, true),
};

function removed(fact: Fact, isMet: boolean): Judgement | undefined {
  const { node, kind, keyword, room, base, head } = fact;
  const isGone = node === 'Schema' && room === 'properties' && (kind === 'removed' || keyword === 'key');
  if (!isGone || !isMet) return undefined;
  const uses = fact.uses.filter(({ direction, sense, isCovered }) => direction !== 'none' && sense === 1 && !isCovered);
  const happened = keyword === 'key' ? `was renamed to ${quoted(head?.path.at(-1))}` : 'was removed';
  const message = `The field ${quoted(base?.path.at(-1))} ${happened}.`;
  return uses.length > 0 ? { level: 'breaking', message, uses } : { level: 'additive', message };
}
