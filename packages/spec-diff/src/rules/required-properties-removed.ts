import { SENT } from '../id-pattern.js';
import { requiredMessage } from '../required-message.js';
import { brokenUses } from '../strictness.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { requiredPropertiesAdded } from './required-properties-added.js';
import type { Rule } from './rule.js';

export const requiredPropertiesRemoved: Rule = {
  name: 'required-properties-removed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['required'] },
  yieldsTo: [forbiddenChanged, requiredPropertiesAdded],
  ids: [`${SENT}property-{became-optional,required-changed,became-required}`],
  advice: 'Go on sending the field, empty if need be.',
  docs: {
    finds: 'A field no longer comes with every response.',
    example: {
      of: 'response',
      id: 'response-property-became-optional',
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
