import { isObject, type Json, type JsonObject, type Path } from '../json.js';
import { isAlone, isAnnotation } from '../keywords/keywords.js';
import { larger, smaller, union } from '../keywords/merge.js';

/** A schema as it is written, and where. */
export interface Written {
  schema: JsonObject;
  path: Path;
  /** How deep it stands in the schema that it is a part of: the words of what is nearer to the outside are shown. */
  depth: number;
  /** The keywords that are written as another one, each with that. */
  sources?: Readonly<Record<string, string>>;
}

/** Writes `true` and `false` as schemas: one allows everything, the other nothing. */
export function written(schema: Json, path: Path, depth = 0): Written {
  if (!isObject(schema)) return { schema: schema === false ? { not: {} } : {}, path, depth };
  const effective = effectiveOf(schema);
  const restated = RESTATED.filter(([keyword]) => !(keyword in schema) && keyword in effective);
  return { schema: effective, path, depth, ...(restated.length > 0 && { sources: Object.fromEntries(restated) }) };
}

/** Keywords that say as well what another one says, each with that. */
const RESTATED = [
  ['dependentRequired', 'dependentSchemas'],
  ['examples', 'example'],
] as const;

/** A schema is known by its object, so that what is made of it is made once. */
const EFFECTIVE = new WeakMap<JsonObject, JsonObject>();

/** A schema without the keywords that say nothing as they stand there. */
function effectiveOf(schema: JsonObject): JsonObject {
  const isIdle = (key: string) => isAlone(key, schema) || (isAnyNumber(schema) && CONTAINS.includes(key));
  const isEffective = !Object.keys(schema).some(isIdle) && !isObject(schema.dependentSchemas);
  if (isEffective && !countsAll(schema) && !('example' in schema)) return schema;
  const known = EFFECTIVE.get(schema);
  if (known) return known;
  const effective = withExamples(
    withCount(withDemands(Object.fromEntries(Object.entries(schema).filter(([key]) => !isIdle(key))))),
  );
  EFFECTIVE.set(schema, effective);
  return effective;
}

const CONTAINS = ['contains', 'minContains'];

/** Whether any number of items may be as `contains` says, and so none of them has to. */
function isAnyNumber(schema: JsonObject): boolean {
  return schema.minContains === 0 && !('maxContains' in schema) && !('unevaluatedItems' in schema);
}

/** OpenAPI 3.1 still knows the `example` of OpenAPI 3.0. */
function withExamples({ example, ...schema }: JsonObject): JsonObject {
  if (example === undefined) return schema;
  return 'examples' in schema ? { ...schema, example } : { ...schema, examples: [example] };
}

/** Whether any item is as `contains` says, so that it counts all of them. */
function countsAll({ contains }: JsonObject): boolean {
  return contains === true || (isObject(contains) && Object.keys(contains).every(isAnnotation));
}

/** Says of how many items there are in `minItems` and `maxItems` what a `contains` for any item says as well. */
function withCount(schema: JsonObject): JsonObject {
  if (!countsAll(schema)) return schema;
  const { contains, minContains = 1, maxContains, ...others } = schema;
  const { minItems = 0, maxItems } = others;
  const most = maxItems === undefined ? maxContains : smaller(maxItems, maxContains ?? maxItems);
  return { ...others, minItems: larger(minItems, minContains), ...(most !== undefined && { maxItems: most }) };
}

/** Says of the fields that a field brings with it in `dependentRequired` what `dependentSchemas` may say as well. */
function withDemands({ dependentSchemas, ...schema }: JsonObject): JsonObject {
  if (!isObject(dependentSchemas)) return dependentSchemas === undefined ? schema : { ...schema, dependentSchemas };
  const entries = Object.entries(dependentSchemas);
  const demands = entries.filter(([, dependent]) => onlyDemands(dependent));
  const others = entries.filter(([, dependent]) => !onlyDemands(dependent));
  const required = isObject(schema.dependentRequired) ? { ...schema.dependentRequired } : {};
  for (const [name, dependent] of demands) {
    required[name] = union(required[name] ?? [], isObject(dependent) ? (dependent.required ?? []) : []);
  }
  return {
    ...schema,
    ...(Object.keys(required).length > 0 && { dependentRequired: required }),
    ...(others.length > 0 && { dependentSchemas: Object.fromEntries(others) }),
  };
}

function onlyDemands(schema: Json): boolean {
  if (!isObject(schema) || !Array.isArray(schema.required)) return false;
  return Object.keys(schema).every((key) => key === 'required' || isAnnotation(key));
}
