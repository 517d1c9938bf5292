import { asList, isObject, type Json, type JsonObject, type Path, pathOf, valueAt } from '../json.js';
import { placeOf } from '../shape.js';
import { type Conjunction, conjunctionOf, type Written, written } from './conjunction.js';
import { SAYS_NOTHING, WORDS } from './keywords.js';
import { byText, opaque, opaqueList } from './opaque.js';
import type { Origins } from './origins.js';
import { spelled, withNull } from './spelling.js';

/** Which keywords another one can have been written as. */
const SPELLED_FROM: Record<string, readonly string[]> = {
  enum: ['const'],
  type: ['const', 'enum', 'anyOf'],
  additionalProperties: ['unevaluatedProperties'],
  minimum: ['exclusiveMinimum'],
  maximum: ['exclusiveMaximum'],
};

/** Writes each schema of one document in the one way that stands for all ways to write it. */
export class Schemas {
  readonly #root: JsonObject;
  readonly #origins: Origins;
  readonly #rename: (target: string) => string;
  /** What is being written in the place of a reference to it: there, what recurs has to stay a reference. */
  readonly #open: string[] = [];

  constructor(root: JsonObject, origins: Origins, rename: (target: string) => string) {
    this.#root = root;
    this.#origins = origins;
    this.#rename = rename;
  }

  canonical(schema: Json, path: Path): JsonObject {
    return this.#together([written(schema, path)]);
  }

  /** One schema for all that has to hold at one place. */
  #together(all: readonly Written[]): JsonObject {
    const place = all[0]?.path ?? [];
    const flat = all.flatMap(flattened);
    const [only, ...others] = flat.filter(({ schema }) => !saysNothing(schema));
    if (only && others.length === 0) {
      if (isReference(only.schema)) return this.#referring(only, flat, place);
      const nullable = this.#nullable(only, place);
      if (nullable) return nullable;
    }
    return this.#opening(flat, place);
  }

  /** A choice between something and null is that thing, or null. */
  #nullable(part: Written, place: Path): JsonObject | undefined {
    const choice = choiceWithNull(part, (member) => this.#isNull(member));
    if (!choice || this.#isOpen(choice)) return undefined;
    const chosen = this.#opening([withoutChoice(part), choice], place);
    const nullable = withNull(chosen);
    return nullable && this.#origins.move(nullable, chosen, place);
  }

  /** Null may have been given a name, too. */
  #isNull(member: Json): boolean {
    if (!isObject(member)) return false;
    if (!isReference(member)) return member.type === 'null';
    const target = valueAt(this.#root, pathOf(String(member.$ref)));
    return isObject(target) && target.type === 'null';
  }

  #isOpen({ schema }: Written): boolean {
    return this.#open.includes(String(schema.$ref));
  }

  /** A reference with nothing beside it but words stays one. */
  #referring({ schema, path }: Written, parts: readonly Written[], place: Path): JsonObject {
    const { keywords } = conjunctionOf(parts.filter((part) => part.schema !== schema));
    const words = Object.entries(keywords).map(([keyword, { value }]) => [keyword, opaque(value)]);
    const reference = { ...Object.fromEntries(words), $ref: this.#rename(String(schema.$ref)) };
    return this.#origins.set(reference, place, { $ref: [...path, '$ref'] });
  }

  /** Writes what is referred to into the place of the reference. */
  #opening(parts: readonly Written[], place: Path): JsonObject {
    const before = this.#open.length;
    const all = parts.flatMap((part) => this.#opened(part));
    const result = this.#schema(conjunctionOf(all), place);
    this.#open.length = before;
    return result;
  }

  #opened(part: Written): Written[] {
    if (!isReference(part.schema) || this.#isOpen(part)) return [part];
    const target = String(part.schema.$ref);
    this.#open.push(target);
    const path = pathOf(target);
    return flattened(written(valueAt(this.#root, path) ?? true, path)).flatMap((inner) => this.#opened(inner));
  }

  #schema({ keywords, joint, fields, rest }: Conjunction, place: Path): JsonObject {
    const schema: JsonObject = {};
    const places: Record<string, Path> = {};
    for (const [keyword, { value, path }] of Object.entries(keywords)) {
      const plain = this.#keyword(keyword, value, path);
      if (plain === undefined) continue;
      schema[keyword] = plain;
      places[keyword] = path;
    }
    for (const [keyword, parts] of Object.entries(joint)) {
      const inner = this.#together(parts);
      if (!saysNothing(inner)) schema[keyword] = inner;
    }
    for (const [keyword, named] of Object.entries(fields)) {
      const inner = Object.entries(named).map(([name, parts]) => [name, this.#together(parts)] as const);
      if (inner.length > 0) schema[keyword] = this.#origins.set(Object.fromEntries(inner), [...place, keyword]);
    }
    if (rest.length > 0) schema.allOf = rest.map((part) => this.#rest(part)).sort(byText);
    const result = spelled(schema);
    if (isObject(result.discriminator))
      result.discriminator = withPositions(result.discriminator, result, this.#rename);
    for (const [keyword, sources] of Object.entries(SPELLED_FROM)) {
      const source = sources.find((other) => other in places && !(other in result));
      if (source && keyword in result) places[keyword] ??= places[source] as Path;
    }
    return this.#origins.set(result, place, places);
  }

  #rest(part: Written): JsonObject {
    return isReference(part.schema) ? this.#referring(part, [], part.path) : this.#together([part]);
  }

  /** The value of a keyword in its one spelling; undefined when it says nothing. */
  #keyword(keyword: string, value: Json, path: Path): Json | undefined {
    if (SAYS_NOTHING[keyword]?.includes(value)) return undefined;
    if (keyword === '$ref') return this.#rename(String(value));
    if (keyword === 'dependentRequired' || keyword === 'xml') return value;
    if (keyword === 'discriminator') return value;
    const place = placeOf('schema', keyword);
    if (!place) return keyword.startsWith('x-') ? opaqueList(value) : opaque(value);
    if ('one' in place) {
      if (value === false && keyword !== 'not') return false;
      const inner = this.canonical(value, path);
      return keyword in SAYS_NOTHING && saysNothing(inner) ? undefined : inner;
    }
    const entries = Object.entries(value ?? {}).map(
      ([name, schema]) => [name, this.canonical(schema, [...path, name])] as const,
    );
    return 'list' in place ? entries.map(([, schema]) => schema) : Object.fromEntries(entries);
  }
}

/** The parts that a schema is made of; of each of them, a reference stands alone. */
function flattened({ schema, path }: Written): Written[] {
  const { $ref, ...own } = schema;
  const parts: Written[] = [{ schema: own, path }];
  if (typeof $ref === 'string') parts.push({ schema: { $ref }, path });
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const members = own[keyword];
    // A choice of one is none.
    if (!Array.isArray(members) || (keyword !== 'allOf' && members.length !== 1)) continue;
    delete own[keyword];
    parts.push(...members.flatMap((member, index) => flattened(written(member, [...path, keyword, String(index)]))));
  }
  return parts;
}

/**
 * The mapping of a discriminator by the positions of the members that it names: which schema a value stands for is seen
 * by that, and neither by the name of the schema nor by what is in it.
 */
function withPositions(discriminator: JsonObject, schema: JsonObject, rename: (target: string) => string): JsonObject {
  if (!isObject(discriminator.mapping)) return discriminator;
  const members = [...asList(schema.oneOf), ...asList(schema.anyOf)];
  const entries = Object.entries(discriminator.mapping).map(([value, target]) => {
    const name = String(target);
    const reference = rename(name.includes('/') ? name : `#/components/schemas/${name}`);
    return [value, String(members.findIndex((member) => isObject(member) && member.$ref === reference))] as const;
  });
  return { ...discriminator, mapping: Object.fromEntries(entries) };
}

/** What stands beside null in a schema that is nothing but a choice between the two. */
function choiceWithNull({ schema, path }: Written, isNull: (member: Json) => boolean): Written | undefined {
  for (const keyword of ['anyOf', 'oneOf']) {
    const members = schema[keyword];
    if (!Array.isArray(members) || members.length !== 2) continue;
    if (Object.keys(schema).some((key) => key !== keyword && key !== 'default' && !WORDS.has(key))) continue;
    const index = members.findIndex((member) => !isNull(member));
    if (members.some(isNull) && index >= 0) return written(members[index] as Json, [...path, keyword, String(index)]);
  }
  return undefined;
}

function withoutChoice({ schema, path }: Written): Written {
  const { anyOf: _, oneOf: __, ...own } = schema;
  return { schema: own, path };
}

function isReference(schema: JsonObject): boolean {
  return typeof schema.$ref === 'string';
}

function saysNothing(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => WORDS.has(key));
}
