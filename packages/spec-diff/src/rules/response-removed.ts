import { nameOf } from '../names.js';
import { text } from '../text.js';
import { errorStatusChanged } from './error-status-changed.js';
import type { Rule } from './rule.js';

export const responseRemoved: Rule = {
  name: 'response-removed',
  about: { parts: ['Response'], kinds: ['removed'] },
  yieldsTo: [errorStatusChanged],
  ids: ['response-removed'],
  advice: 'Go on answering with the status.',
  docs: {
    finds: 'An operation no longer answers a success with a status.',
    example: {
      of: 'operation',
      id: 'response-removed',
      before: "{ responses: { '200': { description: Done. }, '204': { description: Nothing to do. } } }",
      after: "{ responses: { '200': { description: Done. } } }",
    },
  },
  judge: (difference) => ({ level: 'breaking', text: text`${nameOf(difference)} was removed.` }),
};
