import { CHOICE } from '../choices.js';
import { brokenBy } from '../strength.js';
import type { Rule } from './rule.js';

/** A schema that becomes one of several, or remains of several. */
export const choice: Rule = {
  name: 'choice-changed',
  advice: 'Go on taking what was taken in requests; in answers, let a field of its own carry what is new.',
  judge({ node, keyword, uses }) {
    if (node !== CHOICE) return undefined;
    const isWider = keyword === 'wider';
    const message = isWider ? 'Other schemas may hold as well.' : 'Of several schemas, one remains.';
    const broken = brokenBy(isWider ? 'looser' : 'tighter', uses);
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
