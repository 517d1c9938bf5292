import { SENT } from '../id-pattern.js';
import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const parameterMoved: Rule = {
  name: 'parameter-moved',
  about: { parts: ['Parameter'], kinds: ['modified'], keywords: ['name'] },
  ids: [`${SENT}parameter-moved`],
  idParts: { happened: 'moved' },
  advice:
    'Keep the parameter as it is described: nobody on the wire sees it, and everybody who imports the client does.',
  docs: {
    finds:
      'A parameter is a field of a parameter that is an object now, or the other way round, and is written as before (`?a=1`). Only the types of clients break.',
    example: {
      of: 'operation',
      id: 'request-parameter-moved',
      before: '{ parameters: [{ name: a, in: query, schema: { type: string } }] }',
      after:
        '{ parameters: [{ name: all, in: query, schema: { type: object, properties: { a: { type: string } } } }] }',
    },
  },
  judge({ before, after, label = [] }) {
    const message = text`${label} is sent as before, and is described by the parameter ${quoted(after?.value)} now, not by ${quoted(before?.value)}.`;
    return { level: 'breaking', text: message, levelOnWire: 'equivalent' };
  },
};
