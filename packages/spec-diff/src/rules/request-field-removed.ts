import type { Difference } from '../difference.js';
import { SENT } from '../id-pattern.js';
import { text } from '../text.js';
import { quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { breaksFor, type Finding, type Rule } from './rule.js';

/** Where unknown fields are ignored it breaks as well, and is worse: the caller is not told. */
export const requestFieldRemoved: Rule = {
  name: 'request-field-removed',
  about: { parts: ['Schema'], kinds: ['removed', 'modified'], keywords: ['key'], parentKeywords: ['properties'] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SENT}property-{removed,renamed}`],
  advice: 'Keep the field, mark it `deprecated`, and say what replaces it.',
  docs: {
    finds: 'Requests can no longer have a field.',
    example: {
      of: 'request',
      id: 'request-property-removed',
      before: '{ type: object, properties: { a: { type: string }, b: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string } } }',
    },
  },
  judge(difference) {
    const isSent = difference.uses.some(
      ({ direction, polarity, isCovered }) => direction === 'request' && polarity === 1 && !isCovered,
    );
    return isSent ? removedField(difference) : undefined;
  },
};

/** A field that is gone, or that has another name. */
export function removedField({ keyword, before, after, uses }: Difference): Finding {
  const broken = uses.filter(
    ({ direction, polarity, isCovered }) => direction !== 'none' && polarity === 1 && !isCovered,
  );
  const happened = keyword === 'key' ? text`was renamed to ${quoted(after?.usePath.at(-1))}` : 'was removed';
  return breaksFor(broken, text`The field ${quoted(before?.usePath.at(-1))} ${happened}.`);
}
