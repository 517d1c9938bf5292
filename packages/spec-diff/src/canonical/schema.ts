import {
  asList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  pathOf,
  pointerOf,
  sortedSet,
  valueAt,
} from '../json.js';
import { isAnnotation, isNeutral, isNeutralWhenOpen, SPELLED_FROM } from '../keywords/keywords.js';
import { SpecProblem } from '../problem.js';
import { targetOf } from '../references.js';
import { Sameness } from '../same-meaning.js';
import { placeOf } from '../shape.js';
import { isSealed } from './closing.js';
import { type Conjunction, conjunctionOf, distinct } from './conjunction.js';
import type { Origins } from './origins.js';
import { SharedSchemas } from './shared-schemas.js';
import { spelled, withListOfValues, withNull } from './spelling.js';
import { type Written, written } from './written.js';

/**
 * How many parts the schemas of a document may be made of, beside the first of each: in a chain of `allOf`, each has those
 * of all that follow it.
 */
const MOST_PARTS = 200_000;

const UNIONS_AND_PARTS = ['allOf', 'anyOf', 'oneOf'];

/** Writes each schema of one document in the one way that stands for all ways to write it. */
export class Schemas {
  readonly #root: JsonObject;
  readonly #origins: Origins;
  readonly #sameness: Sameness;
  readonly #shared: SharedSchemas;
  #isCompletingMembers = false;
  /** How many parts the schemas were made of, beside the first of each. */
  #parts = 0;

  constructor(root: JsonObject, origins: Origins) {
    this.#root = root;
    this.#origins = origins;
    this.#sameness = new Sameness(root, root);
    this.#shared = new SharedSchemas((schema, parts) => {
      this.#completeMembers(parts);
      const made = this.#together(parts);
      this.#origins.copy(made, Object.assign(schema, made));
    });
  }

  /** One schema of the document. Others that it consists of are complete after `completeAll`. */
  canonical(schema: Json, path: Path): JsonObject {
    return this.#shared.later([written(schema, path)]);
  }

  completeAll(): void {
    this.#shared.completeAll();
  }

  readonly #isSame = (left: Written, right: Written): boolean => this.#sameness.schema(left.schema, right.schema);

  /** Makes the members of unions in unions from the inside out: nesting costs no stack. */
  #completeMembers(parts: readonly Written[]): void {
    if (this.#isCompletingMembers) return;
    this.#isCompletingMembers = true;
    for (const member of membersInside(parts).reverse()) this.#shared.of([member]);
    this.#isCompletingMembers = false;
  }

  /** One schema for all that has to hold at one place. */
  #together(all: readonly Written[]): JsonObject {
    const place = all[0]?.path ?? [];
    const [whole] = all.length === 1 ? all : [];
    const flat = whole ? flattened(whole) : all.flatMap(taken);
    const [only, ...others] = flat.filter(({ schema }) => !saysNothing(schema));
    if (only && others.length === 0) {
      if (isReference(only.schema)) return this.#referring(only, flat, place);
      const nullable = this.#nullable(only, place);
      if (nullable) return nullable;
    }
    return this.#opening(flat, place, whole && flat[0]);
  }

  /** A choice between something and null is that thing, or null, however often null is added to it. */
  #nullable(part: Written, place: Path): JsonObject | undefined {
    const beside: Written[] = [];
    const opened = new Set<string>();
    let choice: Written | undefined;
    for (let outer: Written | undefined = part; outer; outer = choice && this.#target(choice, opened)) {
      const inner = choiceWithNull(outer, (member) => this.#isNull(member));
      if (!inner) break;
      beside.push(withoutChoice(outer));
      choice = inner;
    }
    if (!choice) return undefined;
    const chosen = this.#opening([...beside, ...taken(choice)], place);
    const nullable = withNull(chosen);
    return nullable && this.#origins.move(nullable, chosen, place);
  }

  /** What a chain of references leads to that have nothing beside them, and the schema itself if it is no reference. */
  #target(part: Written, opened: Set<string>): Written | undefined {
    let target = part;
    while (isReference(target.schema)) {
      const reference = String(target.schema.$ref);
      if (opened.has(reference) || Object.keys(target.schema).length > 1) return undefined;
      opened.add(reference);
      const { path, value = true } = targetOf(this.#root, reference);
      target = written(value, path, target.depth);
    }
    return target;
  }

  #isNull(member: Json): boolean {
    const schema = this.#typeOr(member);
    return isObject(schema) && schema.type === 'null';
  }

  #memberOf(keyword: string, member: Json): Json {
    if (keyword !== 'anyOf' && keyword !== 'oneOf') return member;
    const values = this.#valuesOr(member);
    return keyword === 'anyOf' ? this.#typeOr(values) : values;
  }

  /** What says nothing but a type, such as null, may have been given a name, too: that type, or what was given. */
  #typeOr(member: Json): Json {
    return this.#plainOr(member, ['type']);
  }

  /** The same of what says nothing but which values there are. */
  #valuesOr(member: Json): Json {
    const plain = this.#plainOr(member, ['type', 'format', 'const', 'enum']);
    return isObject(plain) && ('const' in plain || 'enum' in plain) ? plain : member;
  }

  /** What a member of a union refers to, where that says nothing but these keywords; otherwise the member. */
  #plainOr(member: Json, keywords: readonly string[]): Json {
    if (!isObject(member) || !isReference(member)) return member;
    const { $ref, ...beside } = member;
    const target = valueAt(this.#root, pathOf(String($ref)));
    const isPlain = (key: string, value: Json) => keywords.includes(key) || isAnnotation(key) || isNeutral(key, value);
    const arePlain =
      isObject(target) && saysNothing(beside) && Object.entries(target).every(([key, value]) => isPlain(key, value));
    return arePlain ? { ...target, ...beside } : member;
  }

  /** A part in which a union of single values, wherever these are written, has become a list of values. */
  #listed(part: Written): Written {
    const { schema } = part;
    const keyword = ['anyOf', 'oneOf'].find((each) => Array.isArray(schema[each]));
    if (keyword === undefined) return part;
    const members = asList(schema[keyword]).map((member) => this.#valuesOr(member));
    return withListOfValues({ ...part, schema: { ...schema, [keyword]: members } }) ?? part;
  }

  /** A reference with nothing beside it but words stays one. */
  #referring({ schema, path }: Written, parts: readonly Written[], place: Path): JsonObject {
    const { keywords } = conjunctionOf(
      parts.filter((part) => part.schema !== schema),
      this.#isSame,
    );
    const words = Object.entries(keywords).map(([keyword, { value }]) => [keyword, value]);
    const reference = { ...Object.fromEntries(words), $ref: schema.$ref ?? null };
    return this.#origins.set(reference, place, { $ref: [...path, '$ref'] });
  }

  /** Writes what is referred to into the place of the reference. */
  #opening(parts: readonly Written[], place: Path, outermost?: Written): JsonObject {
    const opened = new Set<string>();
    let root = outermost;
    let all = parts.flatMap((part) => this.#opened(part, opened));
    this.#parts += Math.max(0, all.length - 1);
    if (this.#parts > MOST_PARTS) {
      throw new SpecProblem(
        `${pointerOf(place)}: the schemas that are combined up to here (allOf, $ref) have more than ${MOST_PARTS} parts in all, which are too many to compare.`,
      );
    }
    // A sealed part that only has descriptions beside it is the whole schema.
    for (let sealed = sealedAlone(all, root); sealed; sealed = sealedAlone(all, root)) {
      const inside = flattened(sealed);
      all = [...all.filter((part) => part !== sealed), ...inside.flatMap((part) => this.#opened(part, opened))];
      root = inside[0];
    }
    const merged = all.length > 1 ? all.map((part) => this.#listed(part)) : all;
    const mergedRoot = root && merged[all.indexOf(root)];
    return this.#schema(conjunctionOf(merged, this.#isSame, mergedRoot), place);
  }

  /** What stands in the place of a reference; nothing in that of a second one to the same, which says it already. */
  #opened(part: Written, opened: Set<string>): Written[] {
    const found: Written[] = [];
    // Chains of references are as long as authors like, so they are followed in a list and not on the stack.
    const open = [part];
    for (let next = open.pop(); next; next = open.pop()) {
      if (!isReference(next.schema)) {
        found.push(next);
        continue;
      }
      const target = String(next.schema.$ref);
      if (opened.has(target)) continue;
      opened.add(target);
      const { path, value = true } = targetOf(this.#root, target);
      open.push(...taken(written(value, path, next.depth)).reverse());
    }
    return found;
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
      const inner = parts.some(certainlySaysSomething) ? this.#shared.later(parts) : this.#shared.of(parts);
      if (this.#saysSomething(inner)) schema[keyword] = inner;
    }
    for (const [keyword, named] of Object.entries(fields)) {
      const inner = Object.entries(named).map(([name, parts]) => [name, this.#shared.later(parts)] as const);
      if (inner.length > 0) schema[keyword] = this.#origins.set(Object.fromEntries(inner), [...place, keyword]);
    }
    if (rest.length > 0) {
      schema.allOf = distinct(rest, this.#isSame).map((part) => this.#rest(part));
    }
    const result = spelled(schema);
    for (const [keyword, sources] of SPELLED_FROM) {
      const source = sources.find((other) => other in places && !(other in result));
      if (source && keyword in result) places[keyword] ??= places[source] as Path;
    }
    return this.#origins.set(result, place, places);
  }

  #rest(part: Written): JsonObject {
    return isReference(part.schema) ? this.#referring(part, [], part.path) : this.#shared.of([part]);
  }

  /** A schema that is being made recurs in itself, so that something is said of what it holds. */
  #saysSomething(schema: JsonObject): boolean {
    return this.#shared.isUnfinished(schema) || !saysNothing(schema);
  }

  /** The value of a keyword in its one spelling; undefined when it says nothing. */
  #keyword(keyword: string, value: Json, path: Path): Json | undefined {
    if (isNeutral(keyword, value)) return undefined;
    // JSON Schema allows no empty list, but generators write one where they know no members.
    if (UNIONS_AND_PARTS.includes(keyword) && Array.isArray(value) && value.length === 0) return undefined;
    if (keyword === 'dependentRequired') return isObject(value) ? inOrder(value) : value;
    if (keyword === 'discriminator') return withReferences(value);
    const place = placeOf('schema', keyword);
    if (!place) return value;
    if ('one' in place) {
      if (value === false && keyword !== 'not') return false;
      const part = written(value, path);
      if (!isNeutralWhenOpen(keyword)) return this.#shared.later([part]);
      const inner = this.#shared.of([part]);
      return this.#saysSomething(inner) ? inner : undefined;
    }
    const entries = Object.entries(value ?? {}).map(([name, inner]) => {
      const part = written(this.#memberOf(keyword, inner), [...path, name]);
      return [name, isFieldsOrItems(part) ? this.#shared.later([part]) : this.#shared.of([part])] as const;
    });
    return 'list' in place ? entries.map(([, schema]) => schema) : Object.fromEntries(entries);
  }
}

/** The parts that a schema is made of; of each of them, a reference stands alone. */
function flattened({ schema, path, depth }: Written): Written[] {
  const { $ref, ...own } = schema;
  const members: [Json, Path][] = [];
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = own[keyword];
    // A union with one member is that member.
    if (!Array.isArray(list) || (keyword !== 'allOf' && list.length !== 1)) continue;
    delete own[keyword];
    members.push(...list.map((member, index): [Json, Path] => [member, [...path, keyword, String(index)]]));
  }
  // A schema that only holds parts has no descriptions of its own, so its parts are as near to the outside.
  const below = Object.keys(own).length > 0 ? depth + 1 : depth;
  const reference = typeof $ref === 'string' ? [{ schema: { $ref }, path, depth: below }] : [];
  const parts = members.flatMap(([member, place]) => taken(written(member, place, below)));
  return [{ schema: own, path, depth }, ...reference, ...parts];
}

/** A schema among others: in parts, if it can be taken apart there. */
function taken(part: Written): Written[] {
  return isSealed(part.schema) ? [part] : flattened(part);
}

/** What alone says something, and has not been taken apart for being among others. */
function sealedAlone(parts: readonly Written[], root: Written | undefined): Written | undefined {
  const [only, ...others] = parts.filter(({ schema }) => !saysNothing(schema));
  return only && others.length === 0 && only !== root && isSealed(only.schema) ? only : undefined;
}

/** Which fields a field brings with it, in one order. */
function inOrder(fields: JsonObject): Json | undefined {
  const lists = Object.entries(fields).map(([name, list]) => [name, sortedSet(asList(list))] as const);
  const demanding = lists.filter(([, list]) => list.length > 0);
  return demanding.length > 0 ? Object.fromEntries(demanding) : undefined;
}

/** The mapping of a discriminator names schemas by references, or by what they are called among the components. */
function withReferences(discriminator: Json): Json {
  if (!isObject(discriminator)) return discriminator;
  const { mapping, defaultMapping } = discriminator;
  const reference = (target: Json) => (String(target).includes('/') ? target : `#/components/schemas/${target}`);
  const entries = Object.entries(mapping ?? {}).map(([value, target]) => [value, reference(target)] as const);
  return {
    ...discriminator,
    ...(isObject(mapping) && { mapping: Object.fromEntries(entries) }),
    ...(defaultMapping !== undefined && { defaultMapping: reference(defaultMapping) }),
  };
}

/** What stands beside null in a schema that is nothing but a choice between the two. */
function choiceWithNull({ schema, path, depth }: Written, isNull: (member: Json) => boolean): Written | undefined {
  for (const keyword of ['anyOf', 'oneOf']) {
    const members = schema[keyword];
    if (!Array.isArray(members) || members.length !== 2) continue;
    if (Object.keys(schema).some((key) => key !== keyword && key !== 'default' && !isAnnotation(key))) continue;
    const index = members.findIndex((member) => !isNull(member));
    if (members.some(isNull) && index >= 0)
      return written(members[index] as Json, [...path, keyword, String(index)], depth + 1);
  }
  return undefined;
}

function withoutChoice({ schema, path, depth }: Written): Written {
  const { anyOf, oneOf, ...own } = schema;
  return { schema: own, path, depth };
}

function isReference(schema: JsonObject): boolean {
  return typeof schema.$ref === 'string';
}

/** Whether no spelling of a schema says nothing, as far as its own keywords tell. */
function certainlySaysSomething({ schema }: Written): boolean {
  return ['$ref', 'type', 'enum', 'const'].some((keyword) => keyword in schema) || hasFields(schema);
}

/** Whether a member of a union is neither a plain type nor a list of values in any spelling. */
function isFieldsOrItems({ schema, path }: Written): boolean {
  const { items } = schema;
  return hasFields(schema) || (isObject(items) && certainlySaysSomething(written(items, path)));
}

/** The members of unions that are written in place, those of unions among them included. */
function membersInside(parts: readonly Written[]): Written[] {
  const found = [...parts];
  // The list grows meanwhile.
  for (const { schema, path } of found) {
    for (const keyword of ['anyOf', 'oneOf']) {
      for (const [index, member] of asList(schema[keyword]).entries()) {
        const part = written(member, [...path, keyword, String(index)]);
        if (!isReference(part.schema) && !isFieldsOrItems(part)) found.push(part);
      }
    }
  }
  return found.slice(parts.length);
}

function hasFields({ properties }: JsonObject): boolean {
  return isObject(properties) && Object.keys(properties).length > 0;
}

function saysNothing(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => isAnnotation(key));
}
