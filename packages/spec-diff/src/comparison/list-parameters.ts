import { areSame, asList, isObject, type Json, type JsonObject, objectOf } from '../json.js';
import { bothResolved, type Place, type Roots } from '../references.js';
import { isBesideUnion, UNIONS } from './members.js';
import { at } from './places.js';

/** A parameter that had one value, and takes a list of such values now. */
export interface ListSides {
  value: Place;
  items: Place;
  /** What is said beside the value and beside the list, such as descriptions and defaults. */
  besideValue: Place;
  besideList: Place;
}

/**
 * The schemas of two parameters of which the later takes a list that is written as the one value was (`?a=1&a=2`): who sent
 * one value can go on. Undefined of other parameters.
 */
export function listSidesOf(roots: Roots, before: Place, after: Place): ListSides | undefined {
  if (!isRepeated(after) || objectOf(before.value).style !== 'form') return undefined;
  const schemas = bothResolved(roots, at(before, 'schema'), at(after, 'schema'));
  if (!schemas || !isObject(schemas.before.value) || !isObject(schemas.after.value)) return undefined;
  const [own, list] = [schemas.before.value, schemas.after.value];
  const mayBeNull = typesIn(list).includes('null');
  const isList = withoutNull(typesIn(list)).join() === 'array' && isObject(list.items) && !isLonger(list);
  if (!isList || !isPlainValue(own)) return undefined;
  const value = Object.fromEntries(Object.entries(own).filter(([keyword]) => !isBesideUnion(keyword)));
  const [type, ...otherTypes] = withoutNull(typesIn(own));
  if (mayBeNull && type !== undefined) value.type = otherTypes.length > 0 ? [type, ...otherTypes] : type;
  return {
    value: { ...schemas.before, value },
    items: at(schemas.after, 'items'),
    besideValue: { ...schemas.before, value: besideOf(own, list) },
    besideList: { ...schemas.after, value: besideOf(list, own) },
  };
}

/** Whether each value of a list stands by itself in the query. */
function isRepeated({ value }: Place): boolean {
  const { style, explode } = objectOf(value);
  return style === 'form' && explode === true;
}

function isLonger({ minItems = 0 }: JsonObject): boolean {
  return Number(minItems) > 1;
}

function isPlainValue(schema: JsonObject): boolean {
  const types = typesIn(schema);
  const isScalar = types.length > 0 && !types.includes('array') && !types.includes('object');
  return isScalar && !UNIONS.some((keyword) => keyword in schema);
}

function typesIn({ type }: JsonObject): Json[] {
  return asList(type);
}

function withoutNull(types: readonly Json[]): Json[] {
  return types.filter((type) => type !== 'null');
}

/** A default that is a list of one is the same default as the one value. */
function besideOf(schema: JsonObject, other: JsonObject): JsonObject {
  const isSameDefault = areSame(asList(schema.default), asList(other.default));
  const entries = Object.entries(schema).filter(
    ([keyword]) => isBesideUnion(keyword) && !(isSameDefault && keyword === 'default'),
  );
  return Object.fromEntries(entries);
}
