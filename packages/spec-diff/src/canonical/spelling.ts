import { asList, isObject, type Json, type JsonObject, sortedSet, typeOf } from '../json.js';
import { isAnnotation } from '../keywords/keywords.js';

/** One spelling of a schema in which nothing is left to merge. */
export function spelled(schema: JsonObject): JsonObject {
  return bounds(closed(types(values(choices(schema)))));
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
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || 'type' in schema) return schema;
  const onlyTypes = anyOf.every((member) => isObject(member) && Object.keys(member).join() === 'type');
  if (!onlyTypes) return schema;
  return { ...others, type: [...new Set(anyOf.flatMap((member) => asList((member as JsonObject).type ?? [])))] };
}

/** What may stand beside a list of values, as it restricts nothing that they do not. */
const BESIDE_VALUES = ['type', 'format', 'default'];

/** What says that a schema is a union, and of what. */
const UNION_KEYWORDS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'discriminator']);

/** A union of single values is a list of values. */
function values(schema: JsonObject): JsonObject {
  const keyword = ['anyOf', 'oneOf'].find((each) => each in schema);
  if (keyword === undefined || 'enum' in schema || 'const' in schema) return schema;
  const members = schema[keyword];
  const others = Object.fromEntries(Object.entries(schema).filter(([key]) => !UNION_KEYWORDS.has(key)));
  if (('anyOf' in schema && 'oneOf' in schema) || !Array.isArray(members) || members.length === 0) return schema;
  const lists = members.map(onlyValuesOf);
  const isMixed = Object.keys(others).some((key) => !BESIDE_VALUES.includes(key) && !isAnnotation(key));
  if (isMixed || lists.includes(undefined)) return schema;
  return { ...others, enum: lists.flatMap((list) => list ?? []) };
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
  if (Array.isArray(required) && required.length > 0) result.required = sortedSet(required);
  const constant = value === undefined ? undefined : [value];
  const values = constant ?? result.enum;
  if (Array.isArray(values)) {
    result.enum = sortedSet(values);
    result.type = [...new Set(values.map(typeOf))];
  }
  if (result.type !== undefined) {
    const names = sortedSet(asList(result.type));
    result.type = names.length === 1 ? (names[0] as Json) : names;
  }
  return result;
}

/** Without alternatives beside it, a schema has no fields but its own. */
function closed(schema: JsonObject): JsonObject {
  const { unevaluatedProperties, ...others } = schema;
  const alternatives = ['allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$ref'];
  if (unevaluatedProperties === undefined || alternatives.some((keyword) => keyword in schema)) return schema;
  return { ...others, additionalProperties: schema.additionalProperties ?? unevaluatedProperties };
}

/** Of whole numbers, more than one is at least two. */
function bounds(schema: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum, ...others } = schema;
  if (schema.type !== 'integer') return schema;
  const result: JsonObject = { ...others };
  if (typeof exclusiveMinimum === 'number') {
    result.minimum = Math.max(Number(schema.minimum ?? -Infinity), Math.floor(exclusiveMinimum) + 1);
  }
  if (typeof exclusiveMaximum === 'number') {
    result.maximum = Math.min(Number(schema.maximum ?? Infinity), Math.ceil(exclusiveMaximum) - 1);
  }
  return result;
}
