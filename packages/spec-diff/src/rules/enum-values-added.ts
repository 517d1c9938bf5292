import { SCHEMA } from '../id-pattern.js';
import { asList, type Json, typeOf } from '../json.js';
import { describeChange } from '../keywords/keywords.js';
import { listChange } from '../keywords/strictness.js';
import { brokenUses } from '../strictness.js';
import { enumValuesRemoved } from './enum-values-removed.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { openSetChanged } from './open-set-changed.js';
import type { Rule } from './rule.js';

export const enumValuesAdded: Rule = {
  name: 'enum-values-added',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['enum'] },
  yieldsTo: [forbiddenChanged, openSetChanged, enumValuesRemoved],
  ids: [`${SCHEMA}-enum-{added,removed,value-added,value-changed}`],
  advice: 'Open the set first (`x-extensible-enum`), so that programs let unknown values pass.',
  docs: {
    finds: 'Responses can have values for which programs may have no code.',
    example: {
      of: 'response',
      id: 'response-body-enum-value-added',
      before: '{ enum: [small] }',
      after: '{ enum: [small, large] }',
    },
  },
  judge(difference) {
    const message = describeChange('enum', difference.before?.value, difference.after?.value);
    const broken = brokenUses(difference);
    if (broken.length === 0) return undefined;
    // No program has code for values of another type, such as null, or for a set that kept none of its values.
    const { before, after } = difference;
    const isRestricted = asList(before?.value).length > 0;
    const breaks =
      isRestricted && (!sharesValues(before?.value, after?.value) || gainsType(before?.value, after?.value));
    return { level: breaks ? 'breaking' : 'warning', text: message, uses: broken };
  },
};

function gainsType(before: Json | undefined, after: Json | undefined): boolean {
  const known = asList(before).map(kindOf);
  return listChange(before, after).added.some((value) => !known.includes(kindOf(value)));
}

/** The type of a value, where whole numbers are numbers as well. */
function kindOf(value: Json): string {
  return typeof value === 'number' ? 'number' : typeOf(value);
}

/** Any value of a set that was given up is still possible. */
function sharesValues(before: Json | undefined, after: Json | undefined): boolean {
  return after === undefined || listChange(before, after).removed.length < asList(before).length;
}
