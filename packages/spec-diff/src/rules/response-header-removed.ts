import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const responseHeaderRemoved: Rule = {
  name: 'response-header-removed',
  about: { parts: ['Header'], kinds: ['removed'] },
  advice: 'Go on sending the header.',
  docs: {
    finds: 'Responses no longer have a header.',
    example: {
      of: 'operation',
      before:
        "{ responses: { '200': { description: Done., headers: { Retry-After: { schema: { type: string } } } } } }",
      after: "{ responses: { '200': { description: Done. } } }",
    },
  },
  judge: (difference) => ({ level: 'breaking', text: text`${nameOf(difference)} was removed.` }),
};
