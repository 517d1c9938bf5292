import type { Difference } from '../difference.js';
import { anyOf, kebab, SCHEMA } from '../id-pattern.js';
import { CONSTRAINTS, describeChange } from '../keywords/keywords.js';
import { brokenUses, strictnessOf } from '../strictness.js';
import { type Text, text } from '../text.js';
import { quoted, transition } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { objectOpened } from './object-opened.js';
import { breaksFor, type Rule } from './rule.js';

export const schemaConstraintChanged: Rule = {
  name: 'schema-constraint-changed',
  about: { parts: ['Schema'], keywords: CONSTRAINTS, parentKeywords: CONSTRAINTS },
  yieldsTo: [forbiddenChanged, objectOpened],
  ids: [
    `${SCHEMA}-${anyOf(CONSTRAINTS.map(kebab))}-{added,removed,changed,increased,decreased,set,unset,forbidden,allowed}`,
  ],
  advice: 'Leave the constraint as it is, or add a field with the other one.',
  docs: {
    finds: 'A bound, a format, a pattern or a schema inside allows less in requests, or more in responses.',
    example: {
      of: 'request',
      id: 'request-property-max-length-decreased',
      before: '{ type: object, properties: { a: { type: string, maxLength: 20 } } }',
      after: '{ type: object, properties: { a: { type: string, maxLength: 10 } } }',
    },
  },
  judge(difference) {
    return strictnessOf(difference) ? breaksFor(brokenUses(difference), message(difference)) : undefined;
  },
};

function message({ kind, keyword = '', parentKeyword, before, after }: Difference): Text {
  // A closed object may be written with another keyword than the canonical one.
  const written = (after?.value === undefined ? before : after)?.written.at(-1);
  if (kind !== 'modified') {
    const isClosing = parentKeyword === 'additionalProperties';
    return text`${quoted(isClosing ? written : parentKeyword)} was ${kind}.`;
  }
  const [own, other] = [before?.path.at(-1), after?.path.at(-1)];
  if (own !== other)
    return text`${quoted(other)} is ${quoted(after?.value)} now; ${quoted(own)} was ${quoted(before?.value)}.`;
  const isClosing = after?.value === false || before?.value === false;
  return isClosing
    ? transition(quoted(written), before?.value, after?.value)
    : describeChange(keyword, before?.value, after?.value);
}
