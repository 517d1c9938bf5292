import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const serverRemoved: Rule = {
  name: 'server-removed',
  about: { parts: ['Server'], kinds: ['removed'] },
  ids: ['server-removed'],
  advice: 'Keep the server until nobody calls it.',
  docs: {
    finds: 'A server was removed.',
    example: {
      of: 'document',
      id: 'server-removed',
      before: "{ servers: [{ url: 'https://one.example' }, { url: 'https://two.example' }] }",
      after: "{ servers: [{ url: 'https://one.example' }] }",
    },
  },
  judge: (difference) => ({ level: 'breaking', text: text`${nameOf(difference)} was removed.` }),
};
