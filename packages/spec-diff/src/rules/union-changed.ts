import { SCHEMA } from '../id-pattern.js';
import { nameOf } from '../names.js';
import { brokenUses } from '../strictness.js';
import { text } from '../text.js';
import { quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { breaksFor, type Rule } from './rule.js';

export const unionChanged: Rule = {
  name: 'union-changed',
  about: { parts: ['Union', 'UnionMember'] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SCHEMA}-union-{added,removed,changed}`, `${SCHEMA}-union-member-{added,removed}`],
  advice: 'Go on accepting what was accepted in requests; in responses, let a field of its own carry what is new.',
  docs: {
    finds: 'A union (`anyOf`, `oneOf`) gained or lost a member whose values no other member takes.',
    example: {
      of: 'request',
      id: 'request-body-union-member-removed',
      before: '{ oneOf: [{ type: string }, { type: array, items: { type: string } }] }',
      after: '{ type: array, items: { type: string } }',
    },
  },
  judge(difference) {
    const { part, kind, label = [], parentKeyword } = difference;
    const preposition = kind === 'added' ? 'to' : 'from';
    const messages = {
      UnionMember: text`${nameOf(difference)} was ${kind} ${preposition} the possible schemas.`,
      Union:
        kind === 'modified'
          ? text`What fits ${label} fits two members of \`oneOf\` now, and only one may fit.`
          : text`${quoted(parentKeyword)} was ${kind}: ${label}.`,
    };
    return breaksFor(brokenUses(difference), messages[part as 'Union' | 'UnionMember']);
  },
};
