import { SCHEMA } from '../id-pattern.js';
import { brokenUses } from '../strictness.js';
import { text } from '../text.js';
import { breaksFor, type Rule } from './rule.js';

export const schemaPresenceChanged: Rule = {
  name: 'schema-presence-changed',
  about: { parts: ['Schema'], kinds: ['added', 'removed'], parentKeywords: ['schema', 'itemSchema'] },
  ids: [`${SCHEMA}-{schema,item-schema}-{added,removed}`],
  advice: 'Let requests have what they had; in responses, go on promising what was promised.',
  docs: {
    finds: 'A body, a parameter, a header or the items of a stream have a schema for the first time, or no longer.',
    example: {
      of: 'operation',
      id: 'request-body-schema-added',
      before: '{ requestBody: { content: { application/json: {} } } }',
      after: '{ requestBody: { content: { application/json: { schema: { type: object } } } } }',
    },
  },
  judge(difference) {
    const isAdded = difference.kind === 'added';
    const message = isAdded ? text`It has a schema now; any value was possible.` : text`Its schema was removed.`;
    return breaksFor(brokenUses(difference, isAdded ? 'stricter' : 'looser'), message);
  },
};
