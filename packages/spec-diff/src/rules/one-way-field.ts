import type { Difference } from '../difference.js';
import { SCHEMA } from '../id-pattern.js';
import { type Text, text } from '../text.js';
import { breaksFor, type Rule } from './rule.js';

const ONE_WAY: Record<string, { closes: 'request' | 'response'; happened: Text }> = {
  readOnly: { closes: 'request', happened: text`The field is only read now: requests must not have it` },
  writeOnly: { closes: 'response', happened: text`The field is only written now: responses no longer have it` },
};

export const oneWayField: Rule = {
  name: 'one-way-field',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: Object.keys(ONE_WAY) },
  ids: [`${SCHEMA}-{read-only,write-only}-set`],
  advice: 'Keep the field in both directions, or give each direction a schema of its own.',
  docs: {
    finds: 'A field is only read, or only written (`readOnly`, `writeOnly`).',
    example: {
      of: 'request',
      id: 'request-property-read-only-set',
      before: '{ type: object, properties: { a: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string, readOnly: true } } }',
    },
  },
  judge({ keyword = '', after, uses }: Difference) {
    const mark = ONE_WAY[keyword];
    if (!mark) return undefined;
    if (after?.value !== true) return { level: 'additive', text: text`The field is read and written now.` };
    const closed = uses.filter(({ direction, isCovered }) => direction === mark.closes && !isCovered);
    return breaksFor(closed, text`${mark.happened}.`);
  },
};
