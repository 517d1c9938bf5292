import { SCHEMA } from '../id-pattern.js';
import { nameOf } from '../names.js';
import { brokenUses } from '../strictness.js';
import { text } from '../text.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { breaksFor, type Rule } from './rule.js';

export const allOfChanged: Rule = {
  name: 'all-of-changed',
  about: { parts: ['Schema'], kinds: ['added', 'removed'], parentKeywords: ['allOf'] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SCHEMA}-all-of-{added,removed}`],
  advice: 'Ask for no more than before in requests, and promise no less in responses.',
  docs: {
    finds: 'A part of `allOf` that cannot be merged with the others was added or removed.',
    example: {
      of: 'request',
      id: 'request-body-all-of-added',
      before: "{ type: string, pattern: '^a' }",
      after: "{ type: string, allOf: [{ pattern: '^a' }, { pattern: 'z$' }] }",
    },
  },
  judge: (difference) =>
    breaksFor(brokenUses(difference), text`${nameOf(difference)} was ${difference.kind} (\`allOf\`).`),
};
