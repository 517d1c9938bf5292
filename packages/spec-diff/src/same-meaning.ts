import { areSame, asList, isObject, type Json, type JsonObject, stableText } from './json.js';
import { isAnnotation, isSet } from './keywords/keywords.js';
import { referenceIn, targetOf } from './references.js';
import { placeOf } from './shape.js';

/** A schema and the document that its references belong to. */
export interface Rooted {
  root: JsonObject;
  value: Json;
}

/**
 * Tells whether two schemas are the same with all that they refer to, whatever is written in place and whatever is
 * referred to by a name. What refers to itself is compared as the endless thing that it stands for.
 */
export function sameMeaning(left: Rooted, right: Rooted, { annotations = true } = {}): boolean {
  return new Sameness(left.root, right.root, { annotations }).schema(left.value, right.value);
}

/** Two schemas that are to be compared, and the two in which they stand. */
interface Pair {
  left: Json;
  right: Json;
  around?: Pair;
}

/** Asks whether two values are the same; answers whether they may be. */
type AddPair = (left: Json, right: Json) => boolean;

/** The same, for many schemas of the same two documents: what is known of some is known of the others. */
export class Sameness {
  readonly #left: JsonObject;
  readonly #right: JsonObject;
  readonly #comparesAnnotations: boolean;
  /** Pairs that are assumed to be the same until a difference is found, in the order of the assumptions. */
  readonly #assumed: [object, object][] = [];
  readonly #pairs = new Map<object, Map<object, boolean>>();

  constructor(left: JsonObject, right: JsonObject, { annotations = true } = {}) {
    this.#left = left;
    this.#right = right;
    this.#comparesAnnotations = annotations;
  }

  /** Whether two schemas are the same. */
  schema(left: Json, right: Json): boolean {
    const start = this.#assumed.length;
    // Pairs wait in a list, which grows meanwhile, so that nesting and chains of references cost no stack.
    const open: Pair[] = [{ left, right }];
    for (const pair of open) {
      if (this.#isAssumed(pair, open)) continue;
      // Pairs that were the same only under this assumption have to be compared again.
      for (const [one, other] of this.#assumed.splice(start)) this.#pairs.get(one)?.delete(other);
      for (let around: Pair | undefined = pair; around; around = around.around) this.#deny(around);
      return false;
    }
    return true;
  }

  /** Whether two schemas are the same if the pairs are that they add to those that are to be compared. */
  #isAssumed(pair: Pair, open: Pair[]): boolean {
    const { left, right } = pair;
    if (!isObject(left) || !isObject(right)) return areSame(left, right);
    const pairs = this.#pairs.get(left) ?? new Map<object, boolean>();
    this.#pairs.set(left, pairs);
    const known = pairs.get(right);
    if (known !== undefined) return known;
    pairs.set(right, true);
    this.#assumed.push([left, right]);
    const add = (one: Json, other: Json) => {
      open.push({ left: one, right: other, around: pair });
      return true;
    };
    return this.#keywords(withTarget(this.#left, left), withTarget(this.#right, right), add);
  }

  #deny({ left, right }: Pair): void {
    if (isObject(left) && isObject(right)) this.#pairs.get(left)?.set(right, false);
  }

  #keywords(left: Json, right: Json, add: AddPair): boolean {
    if (!isObject(left) || !isObject(right)) return areSame(left, right);
    const [own, others] = [this.#compared(left), this.#compared(right)];
    if (own.length !== others.length || !own.every((keyword) => keyword in right)) return false;
    const isSame = (keyword: string) => this.#keyword(keyword, left[keyword] ?? null, right[keyword] ?? null, add);
    // Plain values are compared first, because they are quick to compare and most differences show in them.
    return (
      own.every((keyword) => isStructural(keyword) || isSame(keyword)) &&
      own.every((keyword) => !isStructural(keyword) || isSame(keyword))
    );
  }

  #compared(schema: JsonObject): string[] {
    return Object.keys(schema).filter((keyword) => this.#comparesAnnotations || !isAnnotation(keyword));
  }

  #keyword(keyword: string, left: Json, right: Json, add: AddPair): boolean {
    const place = placeOf('schema', keyword);
    if (keyword === 'discriminator') return this.#discriminator(left, right, add);
    if (keyword === 'dependentRequired') return this.#byName(left, right, sameSet);
    if (place && 'one' in place) return add(left, right);
    if (place && 'map' in place) return this.#byName(left, right, add);
    if (place) return isSet(keyword) ? this.#inAnyOrder(left, right, add) : this.#inOrder(left, right, add);
    return isSet(keyword) ? sameSet(left, right) : areSame(left, right);
  }

  #byName(left: Json, right: Json, isSame: AddPair): boolean {
    if (!isObject(left) || !isObject(right)) return left === right;
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name)) &&
      names.every((name) => isSame(left[name] ?? null, right[name] ?? null))
    );
  }

  #inOrder(left: Json, right: Json, add: AddPair): boolean {
    const [own, others] = [asList(left), asList(right)];
    return own.length === others.length && own.every((item, index) => add(item, others[index] ?? null));
  }

  #inAnyOrder(left: Json, right: Json, add: AddPair): boolean {
    const [all, others] = [asList(left), [...asList(right)]];
    if (all.length !== others.length) return false;
    // What has one name on both sides is compared with each other: chains of such references cost no stack.
    const own = all.filter((item) => {
      const reference = referenceIn(item);
      const index = reference === undefined ? -1 : others.findIndex((other) => referenceIn(other) === reference);
      const [other = null] = index < 0 ? [] : others.splice(index, 1);
      return index < 0 || !add(item, other);
    });
    if (own.length === 1) return add(own[0] ?? null, others[0] ?? null);
    return own.every((item) => {
      const index = others.findIndex((other) => this.schema(item, other));
      if (index >= 0) others.splice(index, 1);
      return index >= 0;
    });
  }

  /** What its values stand for has names that mean nothing. */
  #discriminator(left: Json, right: Json, add: AddPair): boolean {
    if (!isObject(left) || !isObject(right)) return left === right;
    const { mapping: own = {}, defaultMapping: first = null, ...before } = left;
    const { mapping: others = {}, defaultMapping: second = null, ...after } = right;
    const isSame = (one: Json, other: Json) =>
      add(targetOf(this.#left, String(one)).value ?? one, targetOf(this.#right, String(other)).value ?? other);
    const haveOneDefault = first === null || second === null ? first === second : isSame(first, second);
    return areSame(before, after) && haveOneDefault && this.#byName(own, others, isSame);
  }
}

function isStructural(keyword: string): boolean {
  return placeOf('schema', keyword) !== undefined;
}

function sameSet(left: Json, right: Json): boolean {
  const [own, others] = [asList(left), asList(right)];
  if (own.length !== others.length) return false;
  // Most sets have their entries in the same order, and a set of one has no other order.
  if (own.every((entry, index) => areSame(entry, others[index]))) return true;
  if (own.length < 2) return false;
  const text = (entries: readonly Json[]) => entries.map(stableText).sort().join();
  return text(own) === text(others);
}

/** What is said beside a reference stands in the place of what it leads to. */
function withTarget(root: JsonObject, schema: JsonObject): Json {
  let all = schema;
  const seen = new Set<string>();
  for (let reference = referenceIn(all); reference !== undefined; reference = referenceIn(all)) {
    if (seen.has(reference)) return '';
    seen.add(reference);
    const { $ref, ...words } = all;
    const { value = true } = targetOf(root, reference);
    if (!isObject(value)) return value;
    all = { ...value, ...words };
  }
  return all;
}
