import { SENT } from '../id-pattern.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const parameterBecameList: Rule = {
  name: 'parameter-became-list',
  about: { parts: ['Parameter'], kinds: ['modified'], keywords: ['schema'] },
  ids: [`${SENT}parameter-became-list`],
  idParts: { happened: 'became-list' },
  advice: 'Let the parameter have one value, and add another one for several.',
  docs: {
    finds: 'A parameter takes a list, and one value is written as before (`?a=1`). Only the types of clients break.',
    example: {
      of: 'operation',
      id: 'request-parameter-became-list',
      before: '{ parameters: [{ name: a, in: query, schema: { type: string } }] }',
      after: '{ parameters: [{ name: a, in: query, schema: { type: array, items: { type: string } } }] }',
    },
  },
  judge: () => ({
    level: 'breaking',
    text: text`It takes a list now; one value is sent as before.`,
    levelOnWire: 'additive',
  }),
};
