import { brokenBy } from '../strength.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** How many items of a list have to fit `contains`. */
export const contains: Rule = {
  name: 'contains-bound-changed',
  advice: 'Leave the bound as it is, or offer the other bound in a field of its own.',
  judge(fact) {
    const { keyword, base, head } = fact;
    if (fact.node !== 'Schema' || (keyword !== 'minContains' && keyword !== 'maxContains')) return undefined;
    const broken = brokenBy(fact);
    const message = `\`${keyword}\` went from ${quoted(base?.value)} to ${quoted(head?.value)}.`;
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
