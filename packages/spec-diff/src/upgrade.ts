import { upgrade } from '@scalar/openapi-upgrader';
import { asList, isObject, type Json, type JsonObject } from './json.js';
import { type Kind, placeOf } from './shape.js';

/** A prefix for the names of fields, so that none of them is taken for a keyword. */
const MARK = '=';

/** A contract of OpenAPI 3.0 as one of 3.1 says it; others are left as they are. */
export function upgraded(root: JsonObject): JsonObject {
  const version = String(root.openapi);
  if (!version.startsWith('3.0.')) return root;
  const marked = named('root', root, (name) => MARK + name);
  const now = upgrade(marked, '3.1') as unknown as JsonObject;
  const { openapi, ...rest } = named('root', now, (name) => name.slice(MARK.length), withNull) as JsonObject;
  return { openapi: version, ...rest };
}

/**
 * Replaces `nullable` beside other schemas and without a type, which the library leaves as it is. Servers send null
 * there, although OpenAPI 3.0 asks for a type.
 */
function withNull({ nullable, ...schema }: JsonObject): JsonObject {
  const [keyword, ...others] = ['allOf', 'anyOf', 'oneOf'].filter((each) => each in schema);
  if (nullable !== true || keyword === undefined || others.length > 0)
    return nullable === undefined ? schema : { nullable, ...schema };
  const { [keyword]: members = [], ...rest } = schema;
  const choice = keyword === 'allOf' ? [{ allOf: members }] : asList(members);
  return { ...rest, [keyword === 'allOf' ? 'anyOf' : keyword]: [...choice, { type: 'null' }] };
}

/** The same part of a contract with other names for the fields of its schemas, each schema said as `said` says it. */
function named(
  kind: Kind,
  value: Json,
  rename: (name: string) => string,
  said: (schema: JsonObject) => JsonObject = (schema) => schema,
): Json {
  if (!isObject(value)) return value;
  // The library may leave a key without a value where it took one away.
  const valued = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const entries = valued.map(([key, inner]): [string, Json] => {
    const place = placeOf(kind, key);
    if (!place) return [key, inner];
    if ('one' in place) return [key, named(place.one, inner, rename, said)];
    if ('list' in place)
      return [key, Array.isArray(inner) ? inner.map((each) => named(place.list, each, rename, said)) : inner];
    if (!isObject(inner)) return [key, inner];
    const ofFields = kind === 'schema';
    const items = Object.entries(inner).map(([name, item]): [string, Json] => [
      ofFields ? rename(name) : name,
      named(place.map, item, rename, said),
    ]);
    return [key, Object.fromEntries(items)];
  });
  const renamed = Object.fromEntries(entries);
  return kind === 'schema' ? said(renamed) : renamed;
}
