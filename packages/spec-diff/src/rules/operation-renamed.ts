import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const operationRenamed: Rule = {
  name: 'operation-renamed',
  about: { parts: ['Operation'], kinds: ['modified'], keywords: ['operationId'] },
  ids: ['operation-id-{removed,changed}'],
  advice: 'Keep the name: nobody on the wire sees it, and everybody who imports the client does.',
  docs: {
    finds: 'An operation has another `operationId`. Only the types and the methods of clients show it.',
    example: {
      of: 'operation',
      id: 'operation-id-changed',
      before: '{ operationId: createThing }',
      after: '{ operationId: makeThing }',
    },
  },
  judge({ before, after }) {
    if (before?.value === undefined)
      return {
        level: 'additive',
        text: text`The operation is called ${quoted(after?.value)} now.`,
        levelOnWire: 'equivalent',
      };
    const now = after?.value === undefined ? 'has no name now' : text`is called ${quoted(after.value)} now`;
    return { level: 'breaking', text: text`The operation ${quoted(before.value)} ${now}.`, levelOnWire: 'equivalent' };
  },
};
