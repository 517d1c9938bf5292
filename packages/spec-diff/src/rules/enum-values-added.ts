import { describeChange } from '../keywords/keywords.js';
import { brokenUses } from '../strictness.js';
import type { Rule } from './rule.js';

export const enumValuesAdded: Rule = {
  name: 'enum-values-added',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['enum'] },
  yieldsTo: ['forbidden-changed', 'open-set-changed', 'enum-values-removed'],
  advice: 'Open the set first (`x-extensible-enum`), so that programs let unknown values pass.',
  docs: {
    finds: 'Responses can have values for which programs may have no code.',
    example: { of: 'response', before: '{ enum: [small] }', after: '{ enum: [small, large] }' },
  },
  judge(difference) {
    const message = describeChange('enum', difference.before?.value, difference.after?.value);
    const broken = brokenUses(difference);
    return broken.length > 0 ? { level: 'warning', message, uses: broken } : undefined;
  },
};
