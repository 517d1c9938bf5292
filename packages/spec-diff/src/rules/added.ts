import { nameOf } from '../names.js';
import { levelOfPart } from './modified.js';
import type { Rule } from './rule.js';

export const added: Rule = {
  name: 'added',
  about: { parts: [], kinds: ['added'] },
  advice: '',
  docs: {
    finds: 'Something was added that no other rule judges.',
    example: {
      of: 'request',
      before: '{ type: object, properties: { a: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string }, b: { type: string } } }',
    },
  },
  judge: (difference) => ({
    level: levelOfPart(difference),
    ...(difference.part === 'ComponentType' && { levelOnWire: 'equivalent' }),
    message: `${nameOf(difference)} was added${difference.isRequired ? '; it is always there' : ''}.`,
  }),
};
