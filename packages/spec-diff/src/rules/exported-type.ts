import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** A component by whose name programs import its type. */
export const exportedType: Rule = {
  name: 'type-removed',
  advice: 'Keep the name as an alias: a component that is nothing but a `$ref` to the other.',
  judge({ node, kind, keyword, base, head }) {
    if (node !== 'ExportedType' || kind === 'added') return undefined;
    const name = quoted(base?.path.at(-1));
    const happened = keyword === 'key' ? `is called ${quoted(head?.path.at(-1))} now` : 'was removed';
    return { level: 'breaking', message: `The exported type ${name} ${happened}.` };
  },
};
