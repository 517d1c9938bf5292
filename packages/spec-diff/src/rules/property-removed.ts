import type { Difference } from '../difference.js';
import { SENT } from '../id-pattern.js';
import { text } from '../text.js';
import { quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { requestFieldRemoved } from './request-field-removed.js';
import { breaksFor, type Finding, type Rule } from './rule.js';

export const propertyRemoved: Rule = {
  name: 'property-removed',
  about: { parts: ['Schema'], kinds: ['removed', 'modified'], keywords: ['key'], parentKeywords: ['properties'] },
  yieldsTo: [forbiddenChanged, requestFieldRemoved],
  ids: [`${SENT}property-{removed,renamed}`],
  advice: 'Keep the field, mark it `deprecated`, and say what replaces it.',
  docs: {
    finds: 'Responses, or a type, no longer have a field.',
    example: {
      of: 'response',
      id: 'response-property-removed',
      before: '{ type: object, properties: { a: { type: string }, b: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string } } }',
    },
  },
  judge: removedField,
};

/** A field that is gone, or that has another name. */
export function removedField({ keyword, before, after, uses }: Difference): Finding {
  const broken = uses.filter(
    ({ direction, polarity, isCovered }) => direction !== 'none' && polarity === 1 && !isCovered,
  );
  const happened = keyword === 'key' ? text`was renamed to ${quoted(after?.usePath.at(-1))}` : 'was removed';
  return breaksFor(broken, text`The field ${quoted(before?.usePath.at(-1))} ${happened}.`);
}
