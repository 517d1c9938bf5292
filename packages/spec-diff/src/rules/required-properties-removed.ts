import { requiredMessage } from '../required-message.js';
import { brokenUses } from '../strictness.js';
import type { Rule } from './rule.js';

export const requiredPropertiesRemoved: Rule = {
  name: 'required-properties-removed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['required'] },
  yieldsTo: ['forbidden-changed', 'required-properties-added'],
  advice: 'Go on sending the field, empty if need be.',
  docs: {
    finds: 'A field no longer comes with every response.',
    example: {
      of: 'response',
      before: '{ type: object, required: [a], properties: { a: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string } } }',
    },
  },
  judge(difference) {
    const message = requiredMessage(difference);
    const broken = brokenUses(difference);
    return broken.length > 0 ? { level: 'breaking', text: message, uses: broken } : undefined;
  },
};
