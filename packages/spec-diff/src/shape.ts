import { isObject, type Json, type JsonObject, type Path } from './json.js';
import { SUBSCHEMAS } from './keywords/keywords.js';

/** What can stand at a place of an OpenAPI document, as far as a comparison has to know it. */
export type Kind =
  | 'root'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'header'
  | 'mediaType'
  | 'encoding'
  | 'example'
  | 'schema'
  | 'callback';

type Place = { one: Kind } | { map: Kind } | { list: Kind };

const one = (kind: Kind): Place => ({ one: kind });
const map = (kind: Kind): Place => ({ map: kind });
const list = (kind: Kind): Place => ({ list: kind });

/** How the parts below a key are held. */
const PLACES = { one, map, list };

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

const VALUE: Record<string, Place> = { schema: one('schema'), content: map('mediaType'), examples: map('example') };

const SHAPES: Record<Kind, Record<string, Place>> = {
  root: { paths: map('pathItem'), webhooks: map('pathItem'), components: one('components') },
  components: {
    schemas: map('schema'),
    responses: map('response'),
    parameters: map('parameter'),
    examples: map('example'),
    requestBodies: map('requestBody'),
    headers: map('header'),
    callbacks: map('callback'),
    pathItems: map('pathItem'),
    mediaTypes: map('mediaType'),
  },
  pathItem: {
    parameters: list('parameter'),
    // OpenAPI has no key for these methods.
    additionalOperations: map('operation'),
    ...Object.fromEntries(METHODS.map((method) => [method, one('operation')])),
  },
  operation: {
    parameters: list('parameter'),
    requestBody: one('requestBody'),
    responses: map('response'),
    callbacks: map('callback'),
  },
  callback: {},
  parameter: VALUE,
  header: VALUE,
  requestBody: { content: map('mediaType') },
  response: { headers: map('header'), content: map('mediaType') },
  mediaType: {
    schema: one('schema'),
    itemSchema: one('schema'),
    examples: map('example'),
    encoding: map('encoding'),
    prefixEncoding: list('encoding'),
    itemEncoding: one('encoding'),
  },
  encoding: { headers: map('header') },
  example: {},
  schema: Object.fromEntries([...SUBSCHEMAS].map(([keyword, shape]) => [keyword, PLACES[shape]('schema')])),
};

/** What stands under a key of an object of that kind; undefined where it is a plain value, or nothing we look into. */
export function placeOf(kind: Kind, key: string): Place | undefined {
  if (kind === 'callback') return key.startsWith('x-') || key === '$ref' ? undefined : one('pathItem');
  return Object.hasOwn(SHAPES[kind], key) ? SHAPES[kind][key] : undefined;
}

/** One part of a document, with its kind. */
export interface Part {
  kind: Kind;
  value: Json;
  path: Path;
}

/** The operations of a path item, by their methods in small letters, and where each of them stands. */
export function operationsOf(item: JsonObject): Map<string, Path> {
  const known = METHODS.filter((method) => isObject(item[method])).map((method) => [method, [method]] as const);
  const others = Object.keys(item.additionalOperations ?? {});
  const named = others.map((method) => [method.toLowerCase(), ['additionalOperations', method]] as const);
  return new Map<string, Path>([...known, ...named]);
}

/** The parts right below an object. Entries of a map whose name is an extension (`x-…`) are none. */
export function partsBelow(kind: Kind, value: JsonObject, path: Path): Part[] {
  return Object.entries(value).flatMap(([key, inner]): Part[] => {
    const place = placeOf(kind, key);
    if (!place) return [];
    const here = [...path, key];
    if ('one' in place) return [{ kind: place.one, value: inner, path: here }];
    const held = 'map' in place ? place.map : place.list;
    return Object.entries(inner ?? {})
      .filter(([name]) => held === 'schema' || !name.startsWith('x-'))
      .map(([name, item]) => ({ kind: held, value: item, path: [...here, name] }));
  });
}

/** The first place that does not hold what has to stand there. */
export function misplaced(root: JsonObject): { path: Path; due: string } | undefined {
  const check = (kind: Kind, value: Json, path: Path): { path: Path; due: string } | undefined => {
    if (kind === 'schema' && typeof value === 'boolean') return undefined;
    if (!isObject(value)) return { path, due: kind === 'schema' ? 'a schema: an object or a boolean' : 'an object' };
    for (const [key, inner] of Object.entries(value)) {
      const place = placeOf(kind, key);
      // A key without a value holds nothing.
      if (!place || 'one' in place || inner === null) continue;
      if ('list' in place && !Array.isArray(inner)) return { path: [...path, key], due: 'a list' };
      if ('map' in place && !isObject(inner)) return { path: [...path, key], due: 'an object' };
    }
    for (const part of partsBelow(kind, value, path)) {
      const wrong = check(part.kind, part.value, part.path);
      if (wrong) return wrong;
    }
    return undefined;
  };
  return check('root', root, []);
}
