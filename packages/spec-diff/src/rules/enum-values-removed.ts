import { describeChange } from '../keywords/keywords.js';
import { brokenUses } from '../strictness.js';
import type { Rule } from './rule.js';

export const enumValuesRemoved: Rule = {
  name: 'enum-values-removed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['enum'] },
  yieldsTo: ['forbidden-changed', 'open-set-changed'],
  advice: 'Go on accepting the value, and mark it as deprecated in the description.',
  docs: {
    finds: 'Requests can no longer have a value of a closed set.',
    example: { of: 'request', before: '{ enum: [small, large] }', after: '{ enum: [small] }' },
  },
  judge(difference) {
    const broken = brokenUses(difference).filter(({ direction }) => direction !== 'response');
    if (broken.length === 0) return undefined;
    const message = describeChange('enum', difference.before?.value, difference.after?.value);
    return { level: 'breaking', message, uses: broken };
  },
};
