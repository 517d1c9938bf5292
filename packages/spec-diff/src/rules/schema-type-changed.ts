import { SCHEMA } from '../id-pattern.js';
import { describeChange } from '../keywords/keywords.js';
import { brokenUses } from '../strictness.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { breaksFor, type Rule } from './rule.js';
import { typeOfTextChanged } from './type-of-text-changed.js';

export const schemaTypeChanged: Rule = {
  name: 'schema-type-changed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['type'] },
  yieldsTo: [forbiddenChanged, typeOfTextChanged],
  ids: [`${SCHEMA}-type-{added,removed,changed,narrowed,widened}`],
  advice: 'Keep the type, and add a field of the other type beside it.',
  docs: {
    finds: 'Values are of another type.',
    example: { of: 'request', id: 'request-body-type-changed', before: '{ type: string }', after: '{ type: integer }' },
  },
  judge: (difference) =>
    breaksFor(brokenUses(difference), describeChange('type', difference.before?.value, difference.after?.value)),
};
