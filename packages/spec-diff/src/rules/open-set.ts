import { gainsAndLosses, listed } from '../wording.js';
import type { Rule } from './rule.js';

/**
 * Values to which new ones may come (`x-extensible-enum`). Who reads an answer was told to let unknown values pass, so new
 * ones break nothing; that a value is known no longer is no promise broken either, as all of them stay possible. A request
 * is another matter: the service no longer knows what to do with a value that it does not name. In closed sets (`enum`) a
 * value more in an answer is one that nobody has code for.
 */
export const openSet: Rule = {
  name: 'open-set-changed',
  advice: 'Go on taking the value, and mark it as deprecated in the description.',
  judge({ node, keyword, base, head, uses }) {
    if (node !== 'Schema') return undefined;
    if (keyword === 'enum' && [base, head].every((side) => side?.around[0]?.['x-extensible-enum'] !== undefined)) {
      return { level: 'additive', message: 'Values of an open set changed.' };
    }
    if (keyword !== 'x-extensible-enum') return undefined;
    const { gained, lost } = gainsAndLosses(base?.value, head?.value);
    const sentences = [
      ...(gained.length > 0 ? [`gained ${listed(gained)}`] : []),
      ...(lost.length > 0 ? [`lost ${listed(lost)}`] : []),
    ];
    const message = `The known values of an open set ${sentences.join(' and ') || 'stand in another order'}.`;
    // Without the keyword, or as a closed set, other keywords say what may be sent.
    const isStillOpen = head?.value !== undefined;
    const sent = uses.filter(({ direction, sense, isCovered }) => direction === 'request' && sense === 1 && !isCovered);
    if (lost.length > 0 && isStillOpen && sent.length > 0) return { level: 'breaking', message, uses: sent };
    return { level: sentences.length > 0 ? 'additive' : 'docs', message };
  },
};
