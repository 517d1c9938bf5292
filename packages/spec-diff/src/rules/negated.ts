import { brokenBy, strengthOf } from '../strength.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/**
 * What stands below `not` or `if`: there, to allow less is to forbid less.
 */
export const negated: Rule = {
  name: 'forbidden-changed',
  advice: 'Forbid no more than before in requests, and no less in answers.',
  judge(fact) {
    if (!fact.uses.some(({ sense }) => sense !== 1)) return undefined;
    // Where `not` itself comes or goes, more or less is allowed as anywhere else.
    if (fact.kind !== 'modified' && ['not', 'if'].includes(fact.room ?? '')) return undefined;
    if (fact.kind !== 'modified' && fact.room === 'properties') {
      // One field more or less forbids nothing here; where the object is also allowed, the other rules judge it.
      const isAllowed = fact.uses.some(({ sense }) => sense === 1);
      return isAllowed ? undefined : { level: 'additive', message: `In what is forbidden, a field was ${fact.kind}.` };
    }
    const strength = strengthOf(fact);
    if (!strength) return undefined;
    const broken = brokenBy(fact, strength);
    const what = quoted(fact.keyword ?? fact.room);
    const room = fact.uses.some(({ sense }) => sense === 0) ? 'a condition (`if`)' : 'what is forbidden (`not`)';
    const message = `In ${room}, ${what} ${fact.kind === 'modified' ? 'changed' : `was ${fact.kind}`}.`;
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
