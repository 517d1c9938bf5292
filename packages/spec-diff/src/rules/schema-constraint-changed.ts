import type { Difference } from '../difference.js';
import { describeChange } from '../keywords/keywords.js';
import { brokenUses, strictnessOf } from '../strictness.js';
import { type Text, text } from '../text.js';
import { quoted, transition } from '../wording.js';
import { breaksFor, type Rule } from './rule.js';

const JUDGED_BY_OTHERS = ['type', 'enum', 'required', 'key'];
const JUDGED_BY_OTHERS_BELOW = ['allOf', 'properties', 'patternProperties', 'dependentSchemas', 'prefixItems'];

export const schemaConstraintChanged: Rule = {
  name: 'schema-constraint-changed',
  about: { parts: ['Schema'] },
  yieldsTo: ['forbidden-changed', 'extension-changed', 'sunset-changed', 'stability-changed'],
  advice: 'Leave the constraint as it is, or add a field with the other one.',
  docs: {
    finds: 'A bound, a format, a pattern or a schema inside allows less in requests, or more in responses.',
    example: { of: 'request', before: '{ type: string, maxLength: 20 }', after: '{ type: string, maxLength: 10 }' },
  },
  judge(difference) {
    const { keyword = '', parentKeyword = '' } = difference;
    if (JUDGED_BY_OTHERS.includes(keyword) || JUDGED_BY_OTHERS_BELOW.includes(parentKeyword)) return undefined;
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
