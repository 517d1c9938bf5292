import { asList, isObject, type Json, type JsonObject, pathOf, valueAt } from '../src/json.js';
import { type Part, partsBelow } from '../src/shape.js';

/** Picks a whole number below `count`. */
export type Pick = (count: number) => number;

/** The same document with its keys, and the lists whose order means nothing, in another order. */
export function reordered(document: JsonObject, pick: Pick): JsonObject {
  const shuffled = <T>(list: readonly T[]): T[] => {
    const result: T[] = [];
    for (const item of list) result.splice(pick(result.length + 1), 0, item);
    return result;
  };
  const turn = (value: Json): Json => {
    if (Array.isArray(value)) return shuffled(value.map(turn));
    if (!isObject(value)) return value;
    return Object.fromEntries(shuffled(Object.entries(value)).map(([key, inner]) => [key, turn(inner)]));
  };
  return turn(document) as JsonObject;
}

/** The same document with other names for its component schemas. */
export function renamed(document: JsonObject): JsonObject {
  const prefix = '#/components/schemas/';
  const rename = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rename);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => {
      // References stand under `$ref` and in the mapping of a discriminator.
      return [key, typeof inner === 'string' ? inner.replace(prefix, `${prefix}Other`) : rename(inner)];
    });
    return Object.fromEntries(entries);
  };
  const result = rename(document) as JsonObject & { components: { schemas: JsonObject } };
  const schemas = Object.entries(result.components.schemas).map(([name, schema]) => [`Other${name}`, schema]);
  result.components.schemas = Object.fromEntries(schemas);
  return result;
}

/** The same document with one schema more among its components, and references in the place of it. */
export function extracted(document: JsonObject, pick: Pick): JsonObject {
  const result = structuredClone(document) as JsonObject & { components: { schemas: JsonObject } };
  const inline = schemasOf(result).filter(({ value }) => isObject(value) && !('$ref' in value));
  const { path } = inline[pick(inline.length)] ?? { path: [] };
  const schema = valueAt(result, path);
  put(result, path, { $ref: '#/components/schemas/Extracted' });
  result.components.schemas.Extracted = schema ?? true;
  return result;
}

/** The same document with one reference less. Undefined where none can be written out. */
export function inlined(document: JsonObject, pick: Pick): JsonObject | undefined {
  const result = structuredClone(document);
  const references = schemasOf(result).filter(({ value }) => isObject(value) && Object.keys(value).join() === '$ref');
  if (references.length === 0) return undefined;
  const { path, value } = references[pick(references.length)] as Part & { value: { $ref: string } };
  put(result, path, structuredClone(valueAt(result, pathOf(value.$ref)) ?? true));
  return result;
}

/** The same document, and a field, a parameter or an operation more. */
export function enlarged(document: JsonObject, pick: Pick): JsonObject {
  const result = structuredClone(document);
  // In `allOf`, one part may forbid a field that another part gains.
  const objects = schemasOf(result).filter(
    ({ value, path }) =>
      isObject(value) &&
      isObject(value.properties) &&
      !('allOf' in value) &&
      !path.includes('not') &&
      !path.includes('allOf'),
  );
  const { post } = (result.paths as { '/things/{id}': { post: JsonObject } })['/things/{id}'];
  const ways = [
    () => asList(post.parameters).push({ name: 'more', in: 'query', schema: { type: 'string' } }),
    () => {
      (result.paths as JsonObject)['/others'] = { get: { operationId: 'listOthers', responses: {} } };
    },
    ...objects.map(({ value }) => () => {
      ((value as JsonObject).properties as JsonObject).grown = { type: 'boolean' };
    }),
  ];
  ways[pick(ways.length)]?.();
  return result;
}

function schemasOf(document: JsonObject): Part[] {
  const below = ({ kind, value, path }: Part): Part[] =>
    isObject(value) ? partsBelow(kind, value, path).flatMap((part) => [part, ...below(part)]) : [];
  return below({ kind: 'root', value: document, path: [] }).filter(({ kind }) => kind === 'schema');
}

function put(document: JsonObject, path: readonly string[], value: Json): void {
  const holder = valueAt(document, path.slice(0, -1));
  if (isObject(holder) || Array.isArray(holder)) (holder as JsonObject)[path.at(-1) ?? ''] = value;
}
