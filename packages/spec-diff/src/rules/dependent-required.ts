import { asList } from '../json.js';
import { brokenBy } from '../strength.js';
import { listed, quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** Which fields a field brings with it. */
export const dependentRequired: Rule = {
  name: 'dependent-required-changed',
  advice: 'Let the fields stay optional, and give a missing one a default.',
  judge(fact) {
    if (fact.node !== 'DependentRequired' || fact.kind !== 'modified') return undefined;
    const broken = brokenBy(fact);
    const fields = asList(fact.head?.value);
    const demands = fields.length > 0 ? `${listed(fields)} beside it` : 'no other field beside it';
    const message = `${quoted(fact.keyword)} now needs ${demands}.`;
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
