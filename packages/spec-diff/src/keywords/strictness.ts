import { asList, isNumber, type Json, stableText } from '../json.js';

/** Whether a schema allows fewer values than before, more of them, or partly fewer and partly more. */
export type Strictness = 'stricter' | 'looser' | 'different';

/** Tells which of two values of a keyword allows more; undefined where neither has a say in what a schema allows. */
export type CompareStrictness = (before: Json | undefined, after: Json | undefined) => Strictness | undefined;

/** Any value of the keyword forbids something, and two values cannot be ordered. */
export const byPresence: CompareStrictness = (before, after) => {
  if (before !== undefined && after !== undefined) return 'different';
  return after === undefined ? 'looser' : 'stricter';
};

/** The larger value is stricter: `minLength`. */
export const byLowerBound: CompareStrictness = (before, after) => byBound(before, after, 1);

/** The smaller value is stricter: `maxLength`. */
export const byUpperBound: CompareStrictness = (before, after) => byBound(before, after, -1);

/** Each further entry asks for more, as in `required`. */
export const byDemands: CompareStrictness = (before, after) => {
  const { added, removed } = listChange(before, after);
  if (added.length > 0 && removed.length > 0) return 'different';
  return added.length > 0 ? 'stricter' : 'looser';
};

/** Each further entry allows another value, as in `enum`. */
export const byChoices: CompareStrictness = (before, after) => {
  if (before === undefined || after === undefined) return byPresence(before, after);
  return opposite(byDemands(before, after));
};

/** Compares like `enum`, but a schema that allows numbers also allows whole numbers. */
export const byTypes: CompareStrictness = (before, after) => {
  if (before === undefined || after === undefined) return byPresence(before, after);
  return byChoices(withIntegers(before), withIntegers(after));
};

/** Every multiple of ten is a multiple of five. */
export const byDivisor: CompareStrictness = (before, after) => {
  if (!isNumber(before) || !isNumber(after)) return byPresence(before, after);
  if (isMultiple(before, after)) return 'looser';
  return isMultiple(after, before) ? 'stricter' : 'different';
};

/** Formats of numbers, each with those that hold all of its values. */
const WIDER_FORMATS: Record<string, readonly string[]> = { int32: ['int64'], float: ['double'] };

export const byFormat: CompareStrictness = (before, after) => {
  if (after === undefined || isWiderFormat(before, after)) return 'looser';
  return before === undefined || isWiderFormat(after, before) ? 'stricter' : 'different';
};

/** `false` allows nothing beside what is named. */
export const byClosing: CompareStrictness = (before, after) => {
  if (after === false) return 'stricter';
  return before === false ? 'looser' : undefined;
};

/** Which entries of a list were added, and which were removed. */
export function listChange(before: Json | undefined, after: Json | undefined): { added: Json[]; removed: Json[] } {
  return { added: missingFrom(before, after), removed: missingFrom(after, before) };
}

function missingFrom(known: Json | undefined, values: Json | undefined): Json[] {
  const texts = new Set(asList(known).map(stableText));
  return asList(values).filter((value) => !texts.has(stableText(value)));
}

function byBound(before: Json | undefined, after: Json | undefined, sign: 1 | -1): Strictness | undefined {
  if (!isNumber(before) || !isNumber(after)) return byPresence(before, after);
  return after > before === sign > 0 ? 'stricter' : 'looser';
}

/** Numbers such as 0.1 are not exact, so the quotient is rounded instead of taking the remainder. */
function isMultiple(number: number | bigint, divisor: number | bigint): boolean {
  if (typeof number === 'bigint' && typeof divisor === 'bigint') return number % divisor === 0n;
  const quotient = Number(number) / Number(divisor);
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function isWiderFormat(narrow: Json | undefined, wide: Json | undefined): boolean {
  return (WIDER_FORMATS[String(narrow)] ?? []).includes(String(wide));
}

function withIntegers(types: Json): Json {
  const list = asList(types);
  return list.includes('number') ? [...list, 'integer'] : list;
}

function opposite(strictness: Strictness | undefined): Strictness | undefined {
  if (strictness === 'stricter') return 'looser';
  return strictness === 'looser' ? 'stricter' : strictness;
}
