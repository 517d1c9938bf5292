import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const operationRemoved: Rule = {
  name: 'operation-removed',
  about: { parts: ['Operation', 'Callback'], kinds: ['removed'] },
  ids: ['{operation,callback}-removed'],
  advice: 'Mark the operation `deprecated`, and remove it in the next version of the API.',
  docs: {
    finds: 'An operation was removed, or a callback that the server called.',
    example: {
      of: 'document',
      id: 'operation-removed',
      before: '{ paths: { /others: { get: { responses: {} }, delete: { responses: {} } } } }',
      after: '{ paths: { /others: { get: { responses: {} } } } }',
    },
  },
  judge: (difference) => ({ level: 'breaking', text: text`${nameOf(difference)} was removed.` }),
};
