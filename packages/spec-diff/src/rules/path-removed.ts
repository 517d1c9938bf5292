import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const pathRemoved: Rule = {
  name: 'path-removed',
  about: { parts: ['PathItem'], kinds: ['removed'] },
  ids: ['{path,webhook}-removed'],
  advice: 'Keep the path, mark its operations `deprecated`, and add the new one beside it.',
  docs: {
    finds: 'A path or a webhook was removed.',
    example: {
      of: 'document',
      id: 'path-removed',
      before: '{ paths: { /things: { get: { responses: {} } }, /others: { get: { responses: {} } } } }',
      after: '{ paths: { /things: { get: { responses: {} } } } }',
    },
  },
  judge: (difference) => ({ level: 'breaking', text: text`${nameOf(difference)} was removed.` }),
};
