import { SCHEMA } from '../id-pattern.js';
import { describeChange } from '../keywords/keywords.js';
import { listChange } from '../keywords/strictness.js';
import { brokenUses } from '../strictness.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { openSetChanged } from './open-set-changed.js';
import type { Rule } from './rule.js';

export const enumValuesRemoved: Rule = {
  name: 'enum-values-removed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['enum'] },
  yieldsTo: [forbiddenChanged, openSetChanged],
  ids: [`${SCHEMA}-enum-{added,value-removed,value-changed}`],
  advice: 'Go on accepting the value, and mark it as deprecated in the description.',
  docs: {
    finds: 'Requests can no longer have a value of a closed set.',
    example: {
      of: 'request',
      id: 'request-body-enum-value-removed',
      before: '{ enum: [small, large] }',
      after: '{ enum: [small] }',
    },
  },
  judge(difference) {
    const { before, after } = difference;
    const isNarrower = before?.value === undefined || listChange(before.value, after?.value).removed.length > 0;
    if (!isNarrower || after?.value === undefined) return undefined;
    const broken = brokenUses(difference).filter(({ direction }) => direction !== 'response');
    if (broken.length === 0) return undefined;
    const message = describeChange('enum', before?.value, after.value);
    return { level: 'breaking', text: message, uses: broken };
  },
};
