import { SENT } from '../id-pattern.js';
import { text } from '../text.js';
import { headerBecameRequired } from './header-became-required.js';
import type { Rule } from './rule.js';

export const headerBecameOptional: Rule = {
  name: 'header-became-optional',
  about: { parts: ['Header'], kinds: ['modified'], keywords: ['required'] },
  yieldsTo: [headerBecameRequired],
  ids: [`${SENT}header-became-{required,optional}`],
  advice: 'Go on sending the header with every response.',
  docs: {
    finds: 'A header no longer comes with every response.',
    example: {
      of: 'operation',
      id: 'response-header-became-optional',
      before:
        "{ responses: { '200': { description: Done., headers: { Location: { required: true, schema: { type: string } } } } } }",
      after: "{ responses: { '200': { description: Done., headers: { Location: { schema: { type: string } } } } } }",
    },
  },
  judge: ({ before }) =>
    before?.value === true
      ? { level: 'breaking', text: text`The header no longer always comes.` }
      : { level: 'additive', text: text`The header always comes now.` },
};
