import { isObject, type Json, type JsonObject, type Path } from '../json.js';
import { isAlone } from '../keywords/keywords.js';

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
  return { schema: isObject(schema) ? effective(schema) : schema === false ? { not: {} } : {}, path, depth };
}

/** A schema without the keywords that say nothing as they stand there. */
function effective(schema: JsonObject): JsonObject {
  const isIdle = (key: string) => isAlone(key, schema) || (isAnyNumber(schema) && CONTAINS.includes(key));
  return Object.keys(schema).some(isIdle)
    ? Object.fromEntries(Object.entries(schema).filter(([key]) => !isIdle(key)))
    : schema;
}

const CONTAINS = ['contains', 'minContains'];

/** Whether any number of items may be as \`contains\` says, and so none of them has to. */
function isAnyNumber(schema: JsonObject): boolean {
  return schema.minContains === 0 && !('maxContains' in schema) && !('unevaluatedItems' in schema);
}
