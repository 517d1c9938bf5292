import { asList, isObject, type Json, type JsonObject, stableText } from '../json.js';
import { type Member, marksOf } from './members.js';

/** Whether two members certainly have no value in common. Where that cannot be told, the answer is no. */
export function areDisjoint({ value: left }: Member, { value: right }: Member): boolean {
  if (left.enum !== undefined && right.enum !== undefined) return !shareOne(left.enum, right.enum);
  if (
    left.type !== undefined &&
    right.type !== undefined &&
    !shareOne(withIntegers(left.type), withIntegers(right.type))
  )
    return true;
  return haveDifferentMarks(left, right) || lacksRequired(left, right) || lacksRequired(right, left);
}

function shareOne(left: Json, right: Json): boolean {
  const texts = new Set(asList(left).map(stableText));
  return asList(right).some((value) => texts.has(stableText(value)));
}

function withIntegers(types: Json): Json {
  return asList(types).includes('number') ? [...asList(types), 'integer'] : types;
}

/** A field that both require, and that has one value here and another one there. */
function haveDifferentMarks(left: JsonObject, right: JsonObject): boolean {
  const [own, others] = [marksOf(left), marksOf(right)];
  const isRequired = (name: string) => asList(left.required).includes(name) || asList(right.required).includes(name);
  return Object.keys(own).some((name) => name in others && own[name] !== others[name] && isRequired(name));
}

/** One requires a field that the other, which is closed, does not have. */
function lacksRequired(open: JsonObject, closed: JsonObject): boolean {
  const isClosed = closed.additionalProperties === false || closed.unevaluatedProperties === false;
  const fields = isObject(closed.properties) ? closed.properties : {};
  return isClosed && asList(open.required).some((name) => !Object.hasOwn(fields, String(name)));
}
