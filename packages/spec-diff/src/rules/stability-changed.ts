import { SCHEMA, SENT } from '../id-pattern.js';
import { text } from '../text.js';
import { listed, quoted, transition } from '../wording.js';
import { extensionChanged } from './extension-changed.js';
import { forbiddenChanged } from './forbidden-changed.js';
import type { Rule } from './rule.js';
import { sunsetChanged } from './sunset-changed.js';

export const stabilityChanged: Rule = {
  name: 'stability-changed',
  about: { parts: ['Operation', 'Parameter', 'Schema', 'PathItem', 'Root', 'Info'], areExtensions: true },
  yieldsTo: [forbiddenChanged, extensionChanged, sunsetChanged],
  ids: [
    '{contract,info,path,operation}-stability-level-{added,removed,changed}',
    `${SENT}parameter-stability-level-{added,removed,changed}`,
    `${SCHEMA}-stability-level-{added,removed,changed}`,
  ],
  idParts: { keyword: 'stability-level' },
  advice: 'Keep the level: programs rely on what was stable.',
  docs: {
    finds:
      'An operation, a parameter or a field is less stable than it was, or at a level that does not exist (`x-stability-level`).',
    example: {
      of: 'operation',
      id: 'operation-stability-level-changed',
      before: '{ x-stability-level: stable }',
      after: '{ x-stability-level: beta }',
    },
  },
  judge({ keyword, before, after }, { stability }) {
    if (keyword !== stability.extension) return undefined;
    const rank = (value: unknown) => {
      // A part without a level is stable.
      const index = stability.levels.indexOf(String(value ?? stability.levels.at(-1)));
      return index < 0 ? stability.levels.length - 1 : index;
    };
    const message = transition(quoted(keyword), before?.value, after?.value);
    const isKnown = after?.value === undefined || stability.levels.includes(String(after.value));
    if (!isKnown) {
      return { level: 'warning', text: text`${message} It has to be one of ${listed(stability.levels, 'or')}.` };
    }
    return { level: rank(after?.value) < rank(before?.value) ? 'breaking' : 'additive', text: message };
  },
};
