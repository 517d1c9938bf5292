import { SENT } from '../id-pattern.js';
import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const requestBodyRemoved: Rule = {
  name: 'request-body-removed',
  about: { parts: ['RequestBody'], kinds: ['removed'] },
  ids: [`${SENT}body-removed`],
  advice: 'Go on accepting the body, and ignore what is no longer needed.',
  docs: {
    finds: 'An operation no longer accepts a body.',
    example: {
      of: 'operation',
      id: 'request-body-removed',
      before: '{ requestBody: { content: { application/json: {} } } }',
      after: '{}',
    },
  },
  judge: (difference) => ({ level: 'breaking', text: text`${nameOf(difference)} was removed.` }),
};
