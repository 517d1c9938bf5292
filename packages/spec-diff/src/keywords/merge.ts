import { asList, isNumber, type Json, objectOf, stableText } from '../json.js';

/** What two values of a keyword say together, where both schemas have to hold (`allOf`). */
export type Merge = (left: Json, right: Json) => Json;

export const larger: Merge = (left, right) => (isNumber(left) && isNumber(right) && left < right ? right : left);

export const smaller: Merge = (left, right) => (isNumber(left) && isNumber(right) && left > right ? right : left);

export const either: Merge = (left, right) => left === true || right === true;

export const union: Merge = (left, right) => [...new Set([...asList(left), ...asList(right)])];

/** Lists by names, such as `dependentRequired`. */
export const unionByName: Merge = (left, right) => {
  const [own, others] = [objectOf(left), objectOf(right)];
  const names = [...new Set([...Object.keys(own), ...Object.keys(others)])];
  return Object.fromEntries(names.map((name) => [name, union(own[name] ?? [], others[name] ?? [])]));
};

export const intersection: Merge = (left, right) => {
  const texts = new Set(asList(right).map(stableText));
  return asList(left).filter((value) => texts.has(stableText(value)));
};

export const commonTypes: Merge = (left, right) => {
  const [types, others] = [asList(left), asList(right)];
  const common = types.filter((type) => others.includes(type) || (type === 'integer' && others.includes('number')));
  const isNarrowed = others.includes('integer') && types.includes('number') && !types.includes('integer');
  return isNarrowed ? [...common, 'integer'] : common;
};
