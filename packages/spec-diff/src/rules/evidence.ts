import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/**
 * How we know what the contract says. Neither the wire nor anybody's code changes with it; what follows from knowing
 * better, such as a field that is now required in answers, is a change of its own.
 */
export const evidence: Rule = {
  name: 'evidence-changed',
  advice: '',
  judge({ keyword, base, head }) {
    if (keyword !== 'x-evidence') return undefined;
    const [before, after] = [base?.value, head?.value];
    if (before === 'observed' && after === 'documented') {
      return { level: 'docs', message: 'Evidence turned from observed to documented: it is promised now.' };
    }
    if (before === 'documented' && after === 'observed') {
      return { level: 'docs', message: 'Evidence turned from documented to observed: it is promised no longer.' };
    }
    return { level: 'docs', message: `Evidence went from ${quoted(before)} to ${quoted(after)}.` };
  },
};
