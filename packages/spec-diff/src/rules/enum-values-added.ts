import { asList, type Json } from '../json.js';
import { describeChange } from '../keywords/keywords.js';
import { listChange } from '../keywords/strictness.js';
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
    if (broken.length === 0) return undefined;
    // Where no value is left, no program has code for what comes.
    const { before, after } = difference;
    const isReplaced = asList(before?.value).length > 0 && !sharesValues(before?.value, after?.value);
    return { level: isReplaced ? 'breaking' : 'warning', message, uses: broken };
  },
};

/** Any value of a set that was given up is still possible. */
function sharesValues(before: Json | undefined, after: Json | undefined): boolean {
  return after === undefined || listChange(before, after).removed.length < asList(before).length;
}
