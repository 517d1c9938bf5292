import { brokenBy } from '../strength.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** What a number has to be a multiple of. All multiples of ten are multiples of five. */
export const multipleOf: Rule = {
  name: 'multiple-of-changed',
  advice: 'Go on taking the numbers that were taken; in answers, go on sending no others.',
  judge(fact) {
    const [before, after] = [fact.base?.value, fact.head?.value];
    if (fact.node !== 'Schema' || fact.keyword !== 'multipleOf' || before === undefined || after === undefined) {
      return undefined;
    }
    const message = `Numbers were multiples of ${quoted(before)}, and are multiples of ${quoted(after)} now.`;
    const broken = brokenBy(fact);
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
