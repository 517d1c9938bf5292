import { describeChange } from '../keywords/keywords.js';
import { brokenUses } from '../strictness.js';
import { breaksFor, type Rule } from './rule.js';

export const schemaTypeChanged: Rule = {
  name: 'schema-type-changed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['type'] },
  yieldsTo: ['forbidden-changed', 'type-of-text-changed'],
  advice: 'Keep the type, and add a field of the other type beside it.',
  docs: {
    finds: 'Values are of another type.',
    example: { of: 'request', before: '{ type: string }', after: '{ type: integer }' },
  },
  judge: (difference) =>
    breaksFor(brokenUses(difference), describeChange('type', difference.before?.value, difference.after?.value)),
};
