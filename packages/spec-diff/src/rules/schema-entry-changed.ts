import { SCHEMA } from '../id-pattern.js';
import { brokenUses } from '../strictness.js';
import { text } from '../text.js';
import { quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { breaksFor, type Rule } from './rule.js';

export const schemaEntryChanged: Rule = {
  name: 'schema-entry-changed',
  about: {
    parts: ['Schema'],
    keywords: ['key'],
    parentKeywords: ['patternProperties', 'dependentSchemas', 'prefixItems'],
  },
  yieldsTo: [forbiddenChanged],
  ids: [`${SCHEMA}-{pattern-properties,dependent-schemas,prefix-items}-{added,removed,renamed}`],
  advice: 'Leave the schema in place; relax it in requests, keep it in responses.',
  docs: {
    finds: 'A schema for the fields of a pattern, beside a field or at a position of a list came, went or was renamed.',
    example: {
      of: 'request',
      id: 'request-body-pattern-properties-added',
      before: '{ type: object }',
      after: "{ type: object, patternProperties: { '^x': { type: string } } }",
    },
  },
  judge(difference) {
    const { kind, parentKeyword, before, after } = difference;
    const [own, other] = [before?.path.at(-1), after?.path.at(-1)];
    const isPosition = parentKeyword === 'prefixItems';
    const key = isPosition ? text`Position ${Number(own ?? other) + 1}` : quoted(own ?? other);
    const name = text`${key} of ${quoted(parentKeyword)}`;
    const message = kind === 'modified' ? text`${name} became ${quoted(other)}.` : text`${name} was ${kind}.`;
    return breaksFor(brokenUses(difference), message);
  },
};
