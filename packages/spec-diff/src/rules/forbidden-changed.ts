import type { Difference } from '../difference.js';
import { anyOf, kebab, SENT } from '../id-pattern.js';
import { CONSTRAINTS } from '../keywords/keywords.js';
import { brokenUses, strictnessOf } from '../strictness.js';
import { type Text, text } from '../text.js';
import { quoted } from '../wording.js';
import { defaultChanged } from './default-changed.js';
import { deprecationWithoutDate } from './deprecation-without-date.js';
import { oneWayField } from './one-way-field.js';
import { breaksFor, type Rule } from './rule.js';
import { schemaPresenceChanged } from './schema-presence-changed.js';

const FORBIDDEN = `${SENT}forbidden-{body,property,parameter,header,schema}`;

/** The keywords that have a say in what is allowed. */
const KEYWORDS = [...CONSTRAINTS, 'enum', 'type', 'allOf', 'patternProperties', 'dependentSchemas', 'prefixItems'].map(
  kebab,
);

/** There, to allow less is to forbid less. */
export const forbiddenChanged: Rule = {
  name: 'forbidden-changed',
  about: { parts: ['Schema', 'Union', 'UnionMember', 'DependentRequired'] },
  yieldsTo: [defaultChanged, deprecationWithoutDate, oneWayField, schemaPresenceChanged],
  ids: [
    `${FORBIDDEN}-${anyOf(KEYWORDS)}-{added,removed,changed,increased,decreased,set,unset,forbidden,allowed,renamed}`,
    `${FORBIDDEN}-enum-value-{added,removed,changed}`,
    `${FORBIDDEN}-type-{narrowed,widened}`,
    `${FORBIDDEN}-{became-required,became-optional,required-changed,added,removed,renamed}`,
    `${FORBIDDEN}-{union,union-member,dependent-required}-{added,removed,changed}`,
  ],
  idParts: { prefix: 'forbidden' },
  advice: 'Forbid no more than before in requests, and no less in responses.',
  docs: {
    finds: 'What stands below `not`, `if`, or a `contains` with `maxContains` changed.',
    example: {
      of: 'request',
      id: 'request-forbidden-body-enum-value-added',
      before: '{ type: string, not: { enum: [a] } }',
      after: '{ type: string, not: { enum: [a, b] } }',
    },
  },
  judge(difference) {
    const { kind, keyword, parentKeyword = '', uses } = difference;
    if (!uses.some(({ polarity }) => polarity !== 1)) return undefined;
    // Another rule judges a `not` that was added or removed.
    if (kind !== 'modified' && ['not', 'if'].includes(parentKeyword)) return undefined;
    if (kind !== 'modified' && parentKeyword === 'properties') {
      // A field more or less forbids nothing. If the object is also allowed, other rules judge it.
      const isAllowed = uses.some(({ polarity }) => polarity === 1);
      return isAllowed ? undefined : { level: 'additive', text: text`In what is forbidden, a field was ${kind}.` };
    }
    if (!strictnessOf(difference)) return undefined;
    const happened = kind === 'modified' ? 'changed' : text`was ${kind}`;
    const sentence = text`In ${placeOf(difference)}, ${quoted(keyword ?? parentKeyword)} ${happened}.`;
    return breaksFor(brokenUses(difference), sentence);
  },
};

function placeOf({ before, after, uses }: Difference): Text {
  const around = (after ?? before)?.path.findLast((key) => ['not', 'if', 'contains'].includes(key));
  if (around === 'contains') return text`what \`maxContains\` counts (\`contains\`)`;
  const isCondition = uses.some(({ polarity }) => polarity === 0);
  return isCondition ? text`the condition (\`if\`)` : text`what is forbidden (\`not\`)`;
}
