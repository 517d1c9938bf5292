import type { Side } from '../difference.js';
import { SCHEMA } from '../id-pattern.js';
import { areSame, asList, type Json } from '../json.js';
import { describeChange, isAnnotation } from '../keywords/keywords.js';
import { brokenUses } from '../strictness.js';
import { text } from '../text.js';
import type { Use } from '../uses.js';
import { forbiddenChanged } from './forbidden-changed.js';
import type { Rule } from './rule.js';

const SCALARS: readonly Json[] = ['string', 'number', 'integer', 'boolean'];

/** Parameters and headers are texts on the wire, so a schema for any text takes what a number or a boolean is written as. */
export const typeOfTextChanged: Rule = {
  name: 'type-of-text-changed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['type'] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SCHEMA}-type-{added,removed,changed,narrowed,widened}`],
  advice: 'Keep the type, and add a parameter or a header of the other type beside it.',
  docs: {
    finds:
      'A parameter takes any text, where it took a number or a boolean, or is never null, or a header of a response is always one of these. Only the types of clients break.',
    example: {
      of: 'operation',
      id: 'request-parameter-type-changed',
      before: '{ parameters: [{ name: a, in: query, schema: { type: integer } }] }',
      after: '{ parameters: [{ name: a, in: query, schema: { type: string } }] }',
    },
  },
  judge(difference) {
    const { before, after } = difference;
    const broken = brokenUses(difference);
    const isHarmless = (use: Use) =>
      use.isText === true &&
      (isOnlyOfNull(before, after) ||
        (use.direction === 'request'
          ? takesAnyText(after) && isScalar(before)
          : takesAnyText(before) && isScalar(after)));
    if (broken.length === 0 || !broken.every(isHarmless)) return undefined;
    return {
      level: 'breaking',
      text: text`${describeChange('type', before?.value, after?.value)} Values are written as before.`,
      uses: broken,
      levelOnWire: 'additive',
    };
  },
};

/** Null is not written at all. */
function isOnlyOfNull(before: Side | undefined, after: Side | undefined): boolean {
  const rest = (side: Side | undefined) => asList(side?.value).filter((type) => type !== 'null');
  return rest(before).length > 0 && areSame(rest(before), rest(after));
}

function takesAnyText(side: Side | undefined): boolean {
  const schema = side?.ancestors[0] ?? {};
  return side?.value === 'string' && Object.keys(schema).every((key) => key === 'type' || isAnnotation(key));
}

function isScalar(side: Side | undefined): boolean {
  const types = asList(side?.value);
  return types.length > 0 && types.every((type) => SCALARS.includes(type));
}
