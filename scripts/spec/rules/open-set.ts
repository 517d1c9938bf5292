import { asList, stableText } from '../json.js';
import { listed } from '../wording.js';
import type { Rule } from './rule.js';

/**
 * Values of an answer to which new ones may come (`x-extensible-enum`). Who reads it was told to let unknown values
 * pass, so new ones break nothing; that a value is known no longer is no promise broken either, as all of them stay
 * possible. Redocly knows only closed sets (`enum`), in which its verdict stands: a value more in an answer is one that
 * nobody has code for.
 */
export const openSet: Rule = {
  name: 'open-set-changed',
  advice: '',
  judge({ node, keyword, base, head }) {
    if (node !== 'Schema') return undefined;
    if (keyword === 'enum' && [base, head].every((side) => side?.around[0]?.['x-extensible-enum'] !== undefined)) {
      return { level: 'additive', message: 'Values of an open set changed.' };
    }
    if (keyword !== 'x-extensible-enum') return undefined;
    const [before, after] = [asList(base?.value), asList(head?.value)];
    const missing = (from: typeof before, other: typeof before) => {
      const texts = new Set(other.map(stableText));
      return from.filter((value) => !texts.has(stableText(value)));
    };
    const [gained, lost] = [missing(after, before), missing(before, after)];
    const sentences = [
      ...(gained.length > 0 ? [`gained ${listed(gained)}`] : []),
      ...(lost.length > 0 ? [`lost ${listed(lost)}`] : []),
    ];
    const message = `The known values of an open set ${sentences.join(' and ') || 'stand in another order'}.`;
    return { level: sentences.length > 0 ? 'additive' : 'docs', message };
  },
};
