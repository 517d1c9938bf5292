import { quoted, transition } from '../wording.js';
import type { Rule } from './rule.js';

export const stabilityChanged: Rule = {
  name: 'stability-changed',
  about: { parts: ['Operation', 'PathItem', 'Root', 'Info'], kinds: ['modified'] },
  yieldsTo: ['extension-changed', 'sunset-changed'],
  advice: 'Keep the level: programs rely on what was stable.',
  docs: {
    finds: 'An operation is less stable than it was (`x-stability-level`).',
    example: { of: 'operation', before: '{ x-stability-level: stable }', after: '{ x-stability-level: beta }' },
  },
  judge({ keyword, before, after }, { stability }) {
    if (keyword !== stability.extension) return undefined;
    const rank = (value: unknown) => {
      // What says nothing is stable.
      const index = stability.levels.indexOf(String(value ?? stability.levels.at(-1)));
      return index < 0 ? stability.levels.length - 1 : index;
    };
    const message = transition(quoted(keyword), before?.value, after?.value);
    return { level: rank(after?.value) < rank(before?.value) ? 'breaking' : 'additive', message };
  },
};
