import { areSame, asList, isObject, type Json, type JsonObject, objectOf } from '../json.js';
import { appliesToType, SUBSCHEMAS } from '../keywords/keywords.js';
import { bothResolved, type Place, type Roots, referenceIn, resolved } from '../references.js';
import { Sameness } from '../same-meaning.js';
import { code, type Text, text } from '../text.js';
import { sentUse, type Use, useBelow, useOneWay } from '../uses.js';
import { listed } from '../wording.js';
import { isSaidByFormat, movedBounds } from './bounds.js';
import { Comparison, type LocalDifference, type PassOn } from './comparison.js';
import { compareDiscriminators } from './discriminators.js';
import { componentsNamedBy, type Member, membersOf, UNIONS, unionIn } from './members.js';
import { MOST_MEMBERS } from './most-members.js';
import { at, entriesOf, keysOf, schemaOf } from './places.js';
import { requiredDifferences } from './required-fields.js';
import { besideUnion, UnionComparison } from './unions.js';

/** Keywords with plain values that are compared by functions of their own. */
const COMPARED_ELSEWHERE = ['$ref', 'discriminator', 'readOnly', 'writeOnly', 'required', 'dependentRequired'];

/** Keywords that mean nothing where the types before and after have nothing in common. */
const VALUES_OF_TYPE = ['enum', 'format', 'x-extensible-enum'];

/**
 * At how many places two schemas are compared anew that are referred to from there, so that each place is told of by its
 * name. Where more places refer to them, these share what is told of the first one.
 */
const MOST_PLACES = 25;

/** A union with more members than are looked at one by one, and its comparison. */
interface BoundedUnion {
  comparison: Comparison;
  after: Place;
}

/** Two schemas and their differences. */
interface SchemaSides {
  before: Place;
  after: Place;
  comparison: Comparison;
}

/** Compares schemas of two contracts. A component that several places refer to, before and after, is compared once. */
export class SchemaComparison {
  readonly #roots: Roots;
  /** The comparisons of two schemas, by the places that refer to them; those of a schema's own place under no name. */
  readonly #known = new Map<Json, Map<Json, Map<string, Comparison>>>();
  /** Schemas that are to be compared. They wait here, so that nesting and chains of references cost no stack. */
  #planned: SchemaSides[] = [];
  /** The comparison that is being made, and for each that was planned, the one around it. */
  #open: Comparison | undefined;
  readonly #around = new Map<Comparison, Comparison | undefined>();
  readonly #sameness: Sameness;
  readonly #samenessOfMeaning: Sameness;
  readonly #unions: UnionComparison;
  /** All comparisons that were made. */
  readonly comparisons: Comparison[] = [];
  /** The unions with too many members to look at one by one. */
  readonly bounded: BoundedUnion[] = [];

  constructor(roots: Roots) {
    this.#roots = roots;
    this.#sameness = new Sameness(roots.before, roots.after);
    this.#samenessOfMeaning = new Sameness(roots.before, roots.after, { annotations: false });
    this.#unions = new UnionComparison(roots, {
      compare: (before, after) => this.compare(before, after),
      compareValues: (before, after, comparison) => this.#values({ before, after, comparison }),
      isSame: (before, after) => this.#isSame(before, after),
      register: (comparison) => this.comparisons.push(comparison),
    });
  }

  /** Compares two schemas, with all that is below them. */
  compare(before: Place, after: Place): Comparison {
    const targets = bothResolved(this.#roots, before, after);
    if (!targets) return new Comparison();
    const comparison = this.#compareOnce(targets.before, targets.after);
    const areReferences = targets.before.value !== before.value && targets.after.value !== after.value;
    if (!areReferences) return comparison;
    // Two references to the same schema may have different descriptions.
    const words = new Comparison();
    this.#values({ before, after, comparison: words });
    if (words.differences.length === 0) return comparison;
    this.comparisons.push(words);
    words.add(comparison);
    return words;
  }

  #compareOnce(before: Place, after: Place): Comparison {
    const { value: own = true } = before;
    const { value: other = true } = after;
    const pairs = this.#known.get(own) ?? new Map<Json, Map<string, Comparison>>();
    this.#known.set(own, pairs);
    const known = pairs.get(other) ?? new Map<string, Comparison>();
    pairs.set(other, known);
    const use = before.use ? [...before.use.site, ...before.use.below].join('/') : '';
    const usable = known.get(use) ?? this.#shared(known, own, other);
    if (usable) return usable;
    const comparison = new Comparison();
    known.set(use, comparison);
    this.comparisons.push(comparison);
    this.#around.set(comparison, this.#open);
    this.#planned.push({
      before: { ...before, value: schemaOf(before.value) },
      after: { ...after, value: schemaOf(after.value) },
      comparison,
    });
    return comparison;
  }

  /** Makes the comparisons that were planned, and those that they lead to: the last ones. */
  completeAll(): void {
    while (this.#planned.length > 0) {
      const planned = this.#planned;
      this.#planned = [];
      for (const sides of planned) {
        this.#open = sides.comparison;
        this.#schema(sides);
      }
    }
    this.#open = undefined;
    this.#known.clear();
    this.#around.clear();
  }

  /** The comparison of two schemas at another place, where this place needs none of its own. */
  #shared(known: ReadonlyMap<string, Comparison>, before: Json, after: Json): Comparison | undefined {
    const [first] = known.values();
    // Inside of a comparison, what recurs is not compared again.
    const open = first && this.#outer(new Set(known.values()));
    if (!first || open) return open;
    return known.size >= MOST_PLACES || this.#sameness.schema(before, after) ? first : undefined;
  }

  /** The innermost of these comparisons in which another one is being made. */
  #outer(comparisons: ReadonlySet<Comparison>): Comparison | undefined {
    let outer = this.#open;
    while (outer && !comparisons.has(outer)) outer = this.#around.get(outer);
    return outer;
  }

  #schema(sides: SchemaSides): void {
    const { before, after, comparison } = sides;
    const [beforeKeyword, afterKeyword] = [unionIn(before.value), unionIn(after.value)];
    if (beforeKeyword === undefined && afterKeyword === undefined) {
      this.#keywords(sides);
      return;
    }
    this.#values({
      before: { ...before, value: besideUnion(before.value) },
      after: { ...after, value: besideUnion(after.value) },
      comparison,
    });
    const members = { ...this.#membersOf(sides), beforeKeyword, afterKeyword };
    compareDiscriminators(this.#roots, before, after, comparison, this.#isSameTarget, members);
    this.#unions.compare(members, sides);
  }

  /** Where there are many, a union that both sides name is one member, which is compared by itself. */
  #membersOf({ before, after, comparison }: SchemaSides): { before: Member[]; after: Member[] } {
    const collected = (options: Parameters<typeof membersOf>[2]) => ({
      before: withoutDiscriminator(membersOf(this.#roots.before, before, options), before),
      after: withoutDiscriminator(membersOf(this.#roots.after, after, options), after),
    });
    const members = collected({ most: MOST_MEMBERS + 1 });
    if (Math.max(members.before.length, members.after.length) <= MOST_MEMBERS) return members;
    const named = new Set(componentsNamedBy(this.#roots.after, after));
    const wholes = new Set(componentsNamedBy(this.#roots.before, before).filter((name) => named.has(name)));
    const bounded = collected({ wholes });
    if (bounded.after.some(({ isWhole }) => isWhole)) this.bounded.push({ comparison, after });
    return bounded;
  }

  #keywords(sides: SchemaSides): void {
    const [own, others] = [objectOf(sides.before.value), objectOf(sides.after.value)];
    this.#values(sides);
    if (appliesToBoth('required', own, others)) {
      sides.comparison.differences.push(...requiredDifferences(this.#roots, sides.before, sides.after));
    }
    if (appliesToBoth('dependentRequired', own, others)) this.#dependentRequired(sides);
    compareDiscriminators(this.#roots, sides.before, sides.after, sides.comparison, this.#isSameTarget);
    this.#unions.compareKeywords(sides);
    for (const keyword of keysOf(own, others)) {
      const shape = SUBSCHEMAS.get(keyword);
      // What `$defs` holds is compared where it is referred to.
      if (!shape || keyword === '$defs' || UNIONS.includes(keyword) || !appliesToBoth(keyword, own, others)) continue;
      if (this.#isSaidByPart(keyword, own, others)) continue;
      if (shape === 'one') this.#subschema(keyword, sides);
      else if (keyword === 'allOf') this.#parts(sides);
      else this.#named(keyword, sides);
    }
  }

  /** Keywords whose values are plain. */
  #values({ before, after, comparison }: SchemaSides): void {
    const [own, others] = [objectOf(before.value), objectOf(after.value)];
    const moved = movedBounds(own, others);
    for (const bound of moved) {
      if (!bound.strictness) continue;
      const sides = { before: at(before, bound.before), after: at(after, bound.after) };
      const { strictness } = bound;
      comparison.differences.push({ kind: 'modified', part: 'Schema', keyword: bound.after, strictness, ...sides });
    }
    const ofBounds = new Set(moved.flatMap((bound) => [bound.before, bound.after]));
    for (const keyword of keysOf(own, others)) {
      const isPlain = !SUBSCHEMAS.has(keyword) && !COMPARED_ELSEWHERE.includes(keyword) && !ofBounds.has(keyword);
      if (!isPlain || areSame(own[keyword], others[keyword]) || !appliesToBoth(keyword, own, others)) continue;
      if (isSaidByOther(keyword, own, others) || isSaidByFormat(keyword, own, others)) continue;
      if (this.#isSaidByPart(keyword, own, others)) continue;
      const sides = { before: at(before, keyword), after: at(after, keyword) };
      comparison.differences.push({ kind: 'modified', part: 'Schema', keyword, ...sides });
    }
  }

  #dependentRequired({ before, after, comparison }: SchemaSides): void {
    comparison.compareKeys('DependentRequired', at(before, 'dependentRequired'), at(after, 'dependentRequired'));
  }

  /**
   * What a schema said by itself and one of its parts says now, or the other way round, holds as before. It moves when a
   * second part comes, or goes, that says something else under the same keyword.
   */
  #isSaidByPart(keyword: string, before: JsonObject, after: JsonObject): boolean {
    const [own, other] = [before[keyword], after[keyword]];
    if ((own === undefined) === (other === undefined)) return false;
    const parts = asList((own === undefined ? before : after).allOf).map(schemaOf);
    const said = { [keyword]: own ?? other ?? null };
    return parts.some((part) => {
      const inPart = { [keyword]: part[keyword] ?? null };
      return keyword in part && (own === undefined ? this.#isSame(inPart, said) : this.#isSame(said, inPart));
    });
  }

  /** Whether the other side says the same without a part. */
  #isSaidBeside({ value }: Place, schema: JsonObject, isBefore = true): boolean {
    return Object.entries(schemaOf(value)).every(([key, said]) => {
      const [part, beside] = [{ [key]: said }, { [key]: schema[key] ?? null }];
      return key in schema && (isBefore ? this.#sameness.schema(part, beside) : this.#sameness.schema(beside, part));
    });
  }

  /** A value goes on standing for what it stood for: under the same name, or in another one's words. */
  readonly #isSameTarget = (before: Json, after: Json): boolean =>
    before === after || this.#isSame({ $ref: before }, { $ref: after });

  #isSame(before: Json, after: Json): boolean {
    return this.#samenessOfMeaning.schema(before, after);
  }

  #subschema(keyword: string, sides: SchemaSides): void {
    const [before, after] = [at(sides.before, keyword), at(sides.after, keyword)];
    const { differences } = sides.comparison;
    if (isObject(before.value) && isObject(after.value)) {
      const role = roleOf(keyword, [objectOf(sides.before.value), objectOf(sides.after.value)]);
      sides.comparison.add(this.compare(before, after), (use) => useBelow(role, use));
    } else if (before.value === false || after.value === false) {
      // `false` is a plain value, and everything else here is a schema.
      if (before.value !== after.value) differences.push({ kind: 'modified', part: 'Schema', keyword, before, after });
    } else if (after.value !== undefined && before.value === undefined) {
      differences.push({ kind: 'added', part: 'Schema', parentKeyword: keyword, after });
    } else if (before.value !== undefined && after.value === undefined) {
      differences.push({ kind: 'removed', part: 'Schema', parentKeyword: keyword, before });
    }
  }

  /** Compares schemas by their names, or by their positions in a list. */
  #named(keyword: string, sides: SchemaSides): void {
    const { comparison } = sides;
    const before = listAsMap(at(sides.before, keyword));
    const after = listAsMap(at(sides.after, keyword));
    const [own, others] = [objectOf(before.value), objectOf(after.value)];
    const renamed = keyword === 'prefixItems' ? undefined : this.#renamed(own, others);
    for (const name of keysOf(own, others)) {
      const [left, right] = [at(before, name), at(after, name)];
      if (name in own && name in others) {
        const isRequired = keyword === 'properties' && isRequiredIn(sides, name);
        comparison.add(this.compare(left, right), entryUse(keyword, isRequired, this.#directions(left, right)));
        if (keyword === 'properties') this.#oneWay(left, right, comparison);
      } else if (name === renamed?.before) {
        comparison.differences.push({
          kind: 'modified',
          part: 'Schema',
          keyword: 'key',
          parentKeyword: keyword,
          before: left,
          after: at(after, renamed.after),
        });
      } else if (name !== renamed?.after && !this.#isAmongItems(keyword, left, right, sides)) {
        comparison.differences.push(this.#oneSided(keyword, name, sides));
      }
    }
  }

  /** A position of a tuple that the other side does not name is one of its other items; whether it was compared with these. */
  #isAmongItems(keyword: string, before: Place, after: Place, sides: SchemaSides): boolean {
    if (keyword !== 'prefixItems') return false;
    const isAdded = before.value === undefined;
    const items = otherItems(isAdded ? sides.before : sides.after);
    if (!isObject(items.value)) return false;
    const comparison = isAdded ? this.compare(items, after) : this.compare(before, items);
    sides.comparison.add(comparison, (use) => useBelow(keyword, use));
    return true;
  }

  #oneSided(parentKeyword: string, name: string, { before, after }: SchemaSides): LocalDifference {
    const isAdded = !Object.hasOwn(objectOf(listAsMap(at(before, parentKeyword)).value), name);
    const [schema, root] = isAdded ? [after, this.#roots.after] : [before, this.#roots.before];
    const place = at(listAsMap(at(schema, parentKeyword)), name);
    const isRequired = parentKeyword === 'properties' && asList(objectOf(schema.value).required).includes(name);
    // Where no other items may stand, a position more allows more.
    const isClosed = parentKeyword === 'prefixItems' && otherItems(isAdded ? before : after).value === false;
    const shared = {
      part: 'Schema',
      parentKeyword,
      ...(isClosed && ({ strictness: isAdded ? 'looser' : 'stricter' } as const)),
      ...(isRequired && { isRequired }),
      affects: (use: Use) => sent(root, place, use),
    } as const;
    return isAdded ? { kind: 'added', ...shared, after: place } : { kind: 'removed', ...shared, before: place };
  }

  /** The one field that is gone, and the one that came, if they are the same but for their names. */
  #renamed(before: JsonObject, after: JsonObject): { before: string; after: string } | undefined {
    const removed = Object.keys(before).filter((name) => !(name in after));
    const added = Object.keys(after).filter((name) => !(name in before));
    const [old, now] = [removed[0], added[0]];
    if (removed.length !== 1 || added.length !== 1 || old === undefined || now === undefined) return undefined;
    const isSame = this.#sameness.schema(before[old] ?? true, after[now] ?? true);
    return isSame ? { before: old, after: now } : undefined;
  }

  /** The directions in which alone each side lets a field travel. */
  #directions(before: Place, after: Place): OneDirection[] {
    const directions = [directionOf(this.#roots.before, before), directionOf(this.#roots.after, after)];
    return directions.filter((direction) => direction !== undefined);
  }

  /** Reports that a field travels in one direction only now. */
  #oneWay(before: Place, after: Place, comparison: Comparison): void {
    const targets = bothResolved(this.#roots, before, after);
    if (!targets) return;
    for (const keyword of ['readOnly', 'writeOnly']) {
      const sides = { before: at(targets.before, keyword), after: at(targets.after, keyword) };
      if (sides.before.value === sides.after.value) continue;
      comparison.differences.push({ kind: 'modified', part: 'Schema', keyword, ...sides });
    }
  }

  /** Parts that all have to hold: those that are not the same on both sides. */
  #parts({ before, after, comparison }: SchemaSides): void {
    const [own, others] = [objectOf(before.value), objectOf(after.value)];
    const left = new Set(entriesOf(before, 'allOf', asList(own.allOf)));
    const right = new Set(entriesOf(after, 'allOf', asList(others.allOf)));
    const linkWhere = (isOne: (part: Place, other: Place) => boolean) => {
      for (const part of left) {
        const other = [...right].find((each) => isOne(part, each));
        if (!other) continue;
        comparison.add(this.compare(part, other));
        left.delete(part);
        right.delete(other);
      }
    };
    linkWhere((part, other) => this.#isSame(part.value ?? true, other.value ?? true));
    for (const part of left) if (this.#isSaidBeside(part, others)) left.delete(part);
    for (const part of right) if (this.#isSaidBeside(part, own, false)) right.delete(part);
    linkWhere((part, other) => keywordsOf(part) === keywordsOf(other));
    for (const part of left) comparison.differences.push({ kind: 'removed', ...partOfAll(part), before: part });
    for (const part of right) comparison.differences.push({ kind: 'added', ...partOfAll(part), after: part });
  }
}

/**
 * The keyword that says of values what a keyword says of them beside these others. Where some items at most may be as
 * `contains` says, it forbids the others, as `not` does; where some have to be so as well, it is a condition.
 */
function roleOf(keyword: string, schemas: readonly JsonObject[]): string {
  if (keyword !== 'contains' || !schemas.some((schema) => 'maxContains' in schema)) return keyword;
  return schemas.some(({ minContains }) => minContains !== 0) ? 'if' : 'not';
}

/** The schema of the items that have no position. */
function otherItems(schema: Place): Place {
  const items = at(schema, 'items');
  return items.value === undefined ? at(schema, 'unevaluatedItems') : items;
}

/** A keyword means something only of values that both sides allow. */
function appliesToBoth(keyword: string, before: JsonObject, after: JsonObject): boolean {
  const types = [asList(before.type), asList(after.type)];
  const haveNothingInCommon =
    VALUES_OF_TYPE.includes(keyword) && !('enum' in before && 'enum' in after) && areOtherTypes(before, after);
  return !haveNothingInCommon && types.every((each) => appliesToType(keyword, each));
}

function areOtherTypes({ type: before }: JsonObject, { type: after }: JsonObject): boolean {
  if (before === undefined || after === undefined) return false;
  const isNumeric = (types: Json) => asList(types).some((type) => type === 'number' || type === 'integer');
  if (isNumeric(before) && isNumeric(after)) return false;
  return !asList(before).some((type) => asList(after).includes(type));
}

/** What another keyword of the same schema says already. */
function isSaidByOther(keyword: string, before: JsonObject, after: JsonObject): boolean {
  // A list of values says its type.
  if (keyword === 'type') return 'enum' in before && 'enum' in after;
  // A closed set that is opened, or the other way round, is one change.
  if (keyword !== 'enum') return false;
  const isOpened = 'enum' in before && !('enum' in after) && 'x-extensible-enum' in after;
  const isClosed = 'enum' in after && !('enum' in before) && 'x-extensible-enum' in before;
  return isOpened || isClosed;
}

/** Whether a field has to be there on one of the sides: a request that is valid on both sides has it. */
function isRequiredIn({ before, after }: SchemaSides, name: string): boolean {
  return [before, after].some(({ value }) => asList(objectOf(value).required).includes(name));
}

/** How whoever uses an object or a list uses one of the schemas in it. There is one for each field, so it keeps no place. */
function entryUse(keyword: string, isRequired: boolean, directions: readonly OneDirection[]): PassOn {
  return (use) => {
    const inBoth = directions.reduce(useOneWay, use);
    return keyword === 'properties' ? sentUse(inBoth, isRequired) : useBelow(keyword, inBoth);
  };
}

type OneDirection = 'request' | 'response';

/** A field that is only read is in no request, and one that is only written in no response. */
function directionOf(root: JsonObject, place: Place): OneDirection | undefined {
  const schema = objectOf(resolved(root, place)?.value);
  if (schema.readOnly === true) return 'response';
  return schema.writeOnly === true ? 'request' : undefined;
}

/** Who uses a field that may travel in one direction only. */
function sent(root: JsonObject, place: Place, use: Use): Use {
  const direction = directionOf(root, place);
  return direction ? useOneWay(use, direction) : use;
}

function listAsMap(place: Place): Place {
  return Array.isArray(place.value) ? { ...place, value: { ...place.value } as unknown as JsonObject } : place;
}

/** A schema that is no union is its own member; what it says beside a union has been compared. */
function withoutDiscriminator(members: readonly Member[], schema: Place): Member[] {
  return members.map((member) => {
    if (member.site.path !== schema.path) return member;
    const { discriminator, ...value } = member.value;
    return { ...member, value, site: schema };
  });
}

function partOfAll(part: Place) {
  return { part: 'Schema', parentKeyword: 'allOf', label: partName(part) } as const;
}

/** What people call a part: its component, or what it says. */
function partName({ value }: Place): Text {
  const name = referenceIn(value)?.split('/').at(-1);
  if (name !== undefined) return code(name);
  const said = Object.entries(schemaOf(value)).map(([key, inner]) =>
    typeof inner === 'object' ? key : `${key}: ${inner}`,
  );
  return text`The part with ${listed(said.slice(0, 3))}`;
}

function keywordsOf({ value }: Place): string {
  return Object.keys(schemaOf(value)).sort().join();
}
