import { SENT } from '../id-pattern.js';
import { isObject } from '../json.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const requiredBodyAdded: Rule = {
  name: 'required-body-added',
  about: { parts: ['RequestBody'], kinds: ['added'] },
  ids: [`${SENT}required-body-added`],
  advice: 'Let the body be optional, and give what is missing a default.',
  docs: {
    finds: 'A body has to be sent where there was none.',
    example: {
      of: 'operation',
      id: 'request-required-body-added',
      before: '{}',
      after: '{ requestBody: { required: true, content: { application/json: {} } } }',
    },
  },
  judge({ after, uses }) {
    const isRequired = isObject(after?.value) && after.value.required === true;
    const isSent = uses.some(({ direction }) => direction === 'request');
    if (isRequired && isSent) return { level: 'breaking', text: text`A body has to be sent now.` };
    return { level: 'additive', text: text`A body may be sent now.` };
  },
};
