import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const typeRemoved: Rule = {
  name: 'type-removed',
  about: { parts: ['ComponentType'], kinds: ['removed', 'modified'] },
  ids: ['type-{removed,renamed}'],
  advice: 'Keep the name as an alias: a component that is nothing but a `$ref` to the other.',
  docs: {
    finds: 'A component, by whose name programs import its type, was removed or renamed. The wire does not show it.',
    example: { of: 'schemas', id: 'type-removed', before: '{ Size: { type: string } }', after: '{}' },
  },
  judge({ kind, before, after }) {
    const name = quoted(before?.path.at(-1));
    const happened = kind === 'modified' ? text`is called ${quoted(after?.path.at(-1))} now` : 'was removed';
    return { level: 'breaking', text: text`The exported type ${name} ${happened}.`, levelOnWire: 'equivalent' };
  },
};
