import { isObject, type Json, type JsonObject, type Path } from '../json.js';

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
  return { schema: isObject(schema) ? schema : schema === false ? { not: {} } : {}, path, depth };
}
