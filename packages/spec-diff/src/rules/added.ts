import { nameOf } from '../names.js';
import { text } from '../text.js';
import { levelOfPart } from './modified.js';
import type { Rule } from './rule.js';

export const added: Rule = {
  name: 'added',
  about: { parts: [], kinds: ['added'] },
  ids: [],
  advice: '',
  docs: {
    finds: 'Something was added that no other rule judges.',
    example: {
      of: 'request',
      id: 'request-property-added',
      before: '{ type: object, properties: { a: { type: string } } }',
      after: '{ type: object, properties: { a: { type: string }, b: { type: string } } }',
    },
  },
  judge: (difference) => ({
    level: levelOfPart(difference),
    ...(difference.part === 'ComponentType' && { levelOnWire: 'equivalent' }),
    text: text`${nameOf(difference)} was added${difference.isRequired ? '; it is always there' : ''}.`,
  }),
};
