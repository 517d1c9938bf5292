import { SENT } from '../id-pattern.js';
import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const responseHeaderRemoved: Rule = {
  name: 'response-header-removed',
  about: { parts: ['Header'], kinds: ['removed'] },
  ids: [`${SENT}header-removed`],
  advice: 'Go on sending the header.',
  docs: {
    finds: 'Responses no longer have a header.',
    example: {
      of: 'operation',
      id: 'response-header-removed',
      before:
        "{ responses: { '200': { description: Done., headers: { Retry-After: { schema: { type: string } } } } } }",
      after: "{ responses: { '200': { description: Done. } } }",
    },
  },
  judge: (difference) => ({ level: 'breaking', text: text`${nameOf(difference)} was removed.` }),
};
