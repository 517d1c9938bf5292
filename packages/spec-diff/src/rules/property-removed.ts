import { SENT } from '../id-pattern.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { removedField, requestFieldRemoved } from './request-field-removed.js';
import type { Rule } from './rule.js';

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
