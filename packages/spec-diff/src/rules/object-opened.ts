import { text } from '../text.js';
import { quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import type { Rule } from './rule.js';

/** A response may always gain fields, so whoever reads one has to ignore unknown fields. */
export const objectOpened: Rule = {
  name: 'object-opened',
  about: {
    parts: ['Schema'],
    kinds: ['modified'],
    keywords: ['additionalProperties', 'unevaluatedProperties'],
  },
  yieldsTo: [forbiddenChanged],
  ids: [],
  advice: '',
  docs: {
    finds: 'An object that had no other fields may have some.',
    example: {
      of: 'response',
      id: 'response-body-additional-properties-allowed',
      before: '{ type: object, additionalProperties: false, properties: { a: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string } } }',
    },
  },
  judge({ keyword, before, uses }) {
    if (before?.value !== false || uses.some(({ polarity }) => polarity !== 1)) return undefined;
    return { level: 'additive', text: text`${quoted(keyword)} is no longer \`false\`: other fields are possible.` };
  },
};
