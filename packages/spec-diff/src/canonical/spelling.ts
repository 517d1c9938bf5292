import { asList, isNumber, isObject, type Json, type JsonObject, sortedSet, typeOf } from '../json.js';
import { isAnnotation } from '../keywords/keywords.js';
import { intersection, larger, smaller } from '../keywords/merge.js';
import type { Written } from './written.js';

/** One spelling of a schema in which nothing is left to merge. */
export function spelled(schema: JsonObject): JsonObject {
  return bytes(bounds(closed(types(values(choices(schema))))));
}

/** The same schema, or null; undefined where that cannot be said by its type. */
export function withNull(schema: JsonObject): JsonObject | undefined {
  const { type, enum: values } = schema;
  if (
    type === undefined ||
    '$ref' in schema ||
    ['allOf', 'anyOf', 'oneOf', 'not'].some((keyword) => keyword in schema)
  ) {
    return undefined;
  }
  const types = asList(type);
  if (types.includes('null')) return schema;
  return spelled({ ...schema, type: [...types, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) });
}

/** A choice between schemas that name nothing but a type is a list of types. */
function choices(schema: JsonObject): JsonObject {
  const [keyword, ...unions] = ['anyOf', 'oneOf'].filter((each) => each in schema);
  if (keyword === undefined || unions.length > 0 || 'type' in schema) return schema;
  const { [keyword]: members, ...others } = schema;
  const types = typesOfMembers(members);
  const isChoice = types !== undefined && (keyword === 'anyOf' || areApart(types));
  return isChoice ? { ...others, type: [...new Set(types)] } : schema;
}

/** The types of members that name nothing else; undefined of others. */
function typesOfMembers(members: Json | undefined): Json[] | undefined {
  if (!Array.isArray(members)) return undefined;
  const types = members.map((member) =>
    isObject(member) && Object.keys(member).join() === 'type' ? asList(member.type) : undefined,
  );
  return types.every((each) => each !== undefined) ? types.flat() : undefined;
}

/** Whether no value is of two of these types. */
function areApart(types: readonly Json[]): boolean {
  return new Set(types).size === types.length && !(types.includes('integer') && types.includes('number'));
}

/** A union of single values is a list of values. */
function values(schema: JsonObject): JsonObject {
  const keyword = choiceOfValues(schema);
  if (keyword === undefined) return schema;
  const { anyOf, oneOf, discriminator, const: constant, enum: list, ...others } = schema;
  const choice = asList(anyOf ?? oneOf).flatMap((member) => onlyValuesOf(member) ?? []);
  const beside = constant === undefined ? list : [constant];
  return { ...others, enum: beside === undefined ? choice : intersection(beside, choice) };
}

/** The keyword of a union of single values; undefined of a schema that has none, or a second union. */
function choiceOfValues(schema: JsonObject): string | undefined {
  const [keyword, ...others] = ['anyOf', 'oneOf'].filter((each) => each in schema);
  const members = keyword === undefined ? undefined : schema[keyword];
  if (others.length > 0 || !Array.isArray(members) || members.length === 0) return undefined;
  return members.every(onlyValuesOf) ? keyword : undefined;
}

/**
 * A part of which a union of single values has become a list of values: such lists can be merged with those of the other
 * parts. Undefined where there is no such union.
 */
export function withListOfValues(part: Written): Written | undefined {
  const keyword = choiceOfValues(part.schema);
  if (keyword === undefined) return undefined;
  const source = 'enum' in part.schema ? 'enum' : 'const' in part.schema ? 'const' : keyword;
  return { ...part, schema: values(part.schema), sources: { enum: source } };
}

/** The values of a schema that names values and says nothing else. */
function onlyValuesOf(member: Json): Json[] | undefined {
  if (!isObject(member)) return undefined;
  const keys = Object.keys(member).filter((key) => !isAnnotation(key) && key !== 'type' && key !== 'format');
  if (keys.join() === 'const') return [member.const ?? null];
  return keys.join() === 'enum' && Array.isArray(member.enum) ? member.enum : undefined;
}

/** One value is a list of one; a list of values says their types; the order of types and of values means nothing. */
function types(schema: JsonObject): JsonObject {
  const { const: value, required, ...others } = schema;
  const result: JsonObject = { ...others };
  // Only a text can be the name of a field.
  const names = asList(required).filter((name) => typeof name === 'string');
  if (names.length > 0) result.required = sortedSet(names);
  const constant = value === undefined ? undefined : [value];
  const values = constant ?? result.enum;
  if (Array.isArray(values)) {
    result.enum = sortedSet(values);
    const typesOfValues = [...new Set(values.map(typeOf))];
    // If the type allows none of the values, nothing is allowed. The type stays, so that it is compared.
    if (result.type === undefined || shareType(asList(result.type), typesOfValues)) result.type = typesOfValues;
  }
  // By the letter of JSON Schema, texts would fit as well, but whoever names fields means an object.
  if (result.type === undefined && isObject(result.properties)) result.type = 'object';
  if (result.type !== undefined) {
    const [type, ...others] = sortedSet(asList(result.type));
    result.type = others.length === 0 ? (type as Json) : [type as Json, ...others];
  }
  return result;
}

function shareType(types: readonly Json[], typesOfValues: readonly string[]): boolean {
  return typesOfValues.some((type) => types.includes(type) || (type === 'integer' && types.includes('number')));
}

/** Writes `unevaluatedProperties` as `additionalProperties` if the schema has no other parts. */
function closed(schema: JsonObject): JsonObject {
  const { unevaluatedProperties, ...others } = schema;
  const alternatives = ['allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$ref'];
  if (unevaluatedProperties === undefined || alternatives.some((keyword) => keyword in schema)) return schema;
  return { ...others, additionalProperties: schema.additionalProperties ?? unevaluatedProperties };
}

/** How OpenAPI 3.1 says what a format of OpenAPI 3.0 says of a text. */
const BYTES = [
  { keyword: 'contentEncoding', value: 'base64', format: 'byte' },
  { keyword: 'contentMediaType', value: 'application/octet-stream', format: 'binary' },
];

/** Bytes, written as they are or in base64, are said by a format. */
function bytes(schema: JsonObject): JsonObject {
  if (!asList(schema.type).includes('string') || 'format' in schema) return schema;
  const said = BYTES.filter(({ keyword }) => keyword in schema);
  const [only] = said;
  if (!only || said.length > 1 || schema[only.keyword] !== only.value) return schema;
  const { [only.keyword]: _, ...others } = schema;
  return { ...others, format: only.format };
}

/** Writes the exclusive bounds of whole numbers as inclusive ones: more than one is at least two. */
function bounds(schema: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...others } = schema;
  if (schema.type !== 'integer') return schema;
  const lowest = isNumber(exclusiveMinimum) ? [nextInteger(exclusiveMinimum, 1)] : [];
  const highest = isNumber(exclusiveMaximum) ? [nextInteger(exclusiveMaximum, -1)] : [];
  const least = [...(minimum === undefined ? [] : [minimum]), ...lowest];
  const most = [...(maximum === undefined ? [] : [maximum]), ...highest];
  return {
    ...others,
    ...(least.length > 0 && { minimum: least.reduce(larger) }),
    ...(most.length > 0 && { maximum: most.reduce(smaller) }),
  };
}

/** The first whole number beyond a bound. */
function nextInteger(bound: number | bigint, step: 1 | -1): number | bigint {
  if (typeof bound === 'bigint') return bound + BigInt(step);
  return step > 0 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
}
