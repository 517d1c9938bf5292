import { asList, isObject, type Json, type JsonObject, mapped, mappedList, type Path } from './json.js';
import { type Kind, placeOf } from './shape.js';

/**
 * A contract of OpenAPI 3.0 as one of 3.1 says it; others are left as they are. Only what has another meaning in 3.1 is
 * written in another way: a keyword that nobody wrote would be told of.
 */
export function upgraded(root: JsonObject): JsonObject {
  if (!isOlder(root)) return root;
  const { 'x-webhooks': webhooks, ...others } = root;
  const named = isObject(webhooks) && !('webhooks' in root) ? { ...others, webhooks } : root;
  return part('root', named) as JsonObject;
}

/** Where that is written in a contract of OpenAPI 3.0 which stands at a place of the upgraded one. */
export function writtenPath(root: JsonObject, path: Path): Path {
  if (!isOlder(root)) return path;
  const written: string[] = [];
  let value: Json | undefined = root;
  for (let index = 0; index < path.length; index++) {
    const key = path[index] ?? '';
    const isHere = Array.isArray(value) || (isObject(value) && Object.hasOwn(value, key));
    // A choice between null and these parts is written as the parts.
    if (!isHere && key === 'anyOf' && isObject(value) && 'allOf' in value) {
      index++;
      continue;
    }
    const name: string = isHere ? key : (OLDER_NAMES[key] ?? key);
    written.push(name);
    value = isObject(value) || Array.isArray(value) ? (value as JsonObject)[name] : undefined;
  }
  return written;
}

const OLDER_NAMES: Readonly<Record<string, string>> = { webhooks: 'x-webhooks' };

function isOlder(root: JsonObject): boolean {
  return String(root.openapi).startsWith('3.0.');
}

const WITH_IGNORED = new WeakMap<JsonObject, JsonObject>();

/** A reference with what OpenAPI 3.0 ignores beside it; any other object as it is. */
export function withIgnored(object: JsonObject): JsonObject {
  return WITH_IGNORED.get(object) ?? object;
}

/** A part of a contract; the same object where nothing in it is written in another way. */
function part(kind: Kind, value: Json): Json {
  if (!isObject(value)) return value;
  // OpenAPI 3.0 ignores what stands beside a reference. Only that of a path item may have keys beside it.
  if (typeof value.$ref === 'string' && kind !== 'pathItem' && kind !== 'root' && kind !== 'components') {
    if (Object.keys(value).length === 1) return value;
    const reference = { $ref: value.$ref };
    WITH_IGNORED.set(reference, value);
    return reference;
  }
  const upgradedParts = mapped(value, (key, inner) => {
    const place = placeOf(kind, key);
    if (!place) return inner;
    if ('one' in place) return part(place.one, inner);
    const held = 'map' in place ? place.map : place.list;
    if (Array.isArray(inner)) return mappedList(inner, (each) => part(held, each));
    return isObject(inner) && 'map' in place ? mapped(inner, (_name, each) => part(held, each)) : inner;
  });
  return kind === 'schema' ? schemaOf(upgradedParts) : upgradedParts;
}

function schemaOf(schema: JsonObject): JsonObject {
  return EXCLUSIVE.reduce(withExclusiveBound, withNull(schema));
}

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'];

/**
 * Writes `nullable` as a type, or as a choice of null: servers send null beside other schemas as well, although OpenAPI
 * 3.0 asks for a type.
 */
function withNull(schema: JsonObject): JsonObject {
  const { nullable, ...others } = schema;
  if (nullable !== true) return schema;
  if (others.type !== undefined) return { ...others, type: [...asList(others.type), 'null'] };
  const [keyword, ...more] = COMPOSITIONS.filter((each) => each in others);
  if (keyword === undefined || more.length > 0) return schema;
  const { [keyword]: members = [], ...rest } = others;
  const choice = keyword === 'allOf' ? [{ allOf: members }] : asList(members);
  return { ...rest, [keyword === 'allOf' ? 'anyOf' : keyword]: [...choice, { type: 'null' }] };
}

const EXCLUSIVE = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** In OpenAPI 3.0, a bound is exclusive by a keyword beside it; in 3.1, that keyword has the bound. */
function withExclusiveBound(schema: JsonObject, [bound, exclusive]: (typeof EXCLUSIVE)[number]): JsonObject {
  const { [bound]: value, [exclusive]: isExclusive, ...others } = schema;
  if (typeof isExclusive !== 'boolean') return schema;
  if (value === undefined) return others;
  return { ...others, [isExclusive ? exclusive : bound]: value };
}
