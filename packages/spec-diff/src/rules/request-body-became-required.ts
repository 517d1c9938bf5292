import { SENT } from '../id-pattern.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const requestBodyBecameRequired: Rule = {
  name: 'request-body-became-required',
  about: { parts: ['RequestBody'], kinds: ['modified'], keywords: ['required'] },
  ids: [`${SENT}body-became-required`],
  advice: 'Let the body stay optional, and give what is missing a default.',
  docs: {
    finds: 'A body that could be left out has to be sent.',
    example: {
      of: 'operation',
      id: 'request-body-became-required',
      before: '{ requestBody: { content: { application/json: {} } } }',
      after: '{ requestBody: { required: true, content: { application/json: {} } } }',
    },
  },
  judge({ after, uses }) {
    const isSent = uses.some(({ direction }) => direction === 'request');
    if (after?.value !== true) return { level: 'additive', text: text`The body need not be sent any longer.` };
    return isSent
      ? { level: 'breaking', text: text`The body has to be sent now.` }
      : { level: 'additive', text: text`The body always comes now.` };
  },
};
