import { SCHEMA } from '../id-pattern.js';
import { asList } from '../json.js';
import { brokenUses } from '../strictness.js';
import { text } from '../text.js';
import { listed, quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { breaksFor, type Rule } from './rule.js';

export const dependentRequiredChanged: Rule = {
  name: 'dependent-required-changed',
  about: { parts: ['DependentRequired'] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SCHEMA}-dependent-required-{added,removed,changed}`],
  advice: 'Let the fields stay optional, and give a missing one a default.',
  docs: {
    finds: 'A field needs other fields beside it.',
    example: {
      of: 'request',
      id: 'request-body-dependent-required-added',
      before: '{ type: object }',
      after: '{ type: object, dependentRequired: { card: [address] } }',
    },
  },
  judge(difference) {
    const fields = asList(difference.after?.value);
    const demands = fields.length > 0 ? text`${listed(fields)} beside it` : 'no other field beside it';
    return breaksFor(brokenUses(difference), text`${quoted(difference.keyword)} now needs ${demands}.`);
  },
};
