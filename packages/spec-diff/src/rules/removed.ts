import { nameOf } from '../names.js';
import { text } from '../text.js';
import { levelOfPart } from './modified.js';
import type { Rule } from './rule.js';

export const removed: Rule = {
  name: 'removed',
  about: { parts: [], kinds: ['removed'] },
  ids: [],
  advice: '',
  docs: {
    finds: 'Something was removed that no other rule judges.',
    example: {
      of: 'operation',
      id: 'example-removed',
      before: '{ requestBody: { content: { application/json: { examples: { A: { value: 1 }, B: { value: 2 } } } } } }',
      after: '{ requestBody: { content: { application/json: { examples: { A: { value: 1 } } } } } }',
    },
  },
  judge: (difference) => ({ level: levelOfPart(difference), text: text`${nameOf(difference)} was removed.` }),
};
