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
    if (!isObject(left) || !isObject(right)) return areSame(left, right);
    const pairs = this.#pairs.get(left) ?? new Map<object, boolean>();
    this.#pairs.set(left, pairs);
    const known = pairs.get(right);
    if (known !== undefined) return known;
    pairs.set(right, true);
    this.#assumed.push([left, right]);
    const before = this.#assumed.length;
    const isSame = this.#keywords(withTarget(this.#left, left), withTarget(this.#right, right));
    if (!isSame) {
      // Pairs that were the same only under this assumption have to be compared again.
      for (const [one, other] of this.#assumed.splice(before)) this.#pairs.get(one)?.delete(other);
      pairs.set(right, false);
    }
    return isSame;
  }

  #keywords(left: Json, right: Json): boolean {
    if (!isObject(left) || !isObject(right)) return areSame(left, right);
    const [own, others] = [this.#compared(left), this.#compared(right)];
    if (own.length !== others.length || !own.every((keyword) => keyword in right)) return false;
    const isSame = (keyword: string) => this.#keyword(keyword, left[keyword] ?? null, right[keyword] ?? null);
    // Plain values are compared first, because they are quick to compare and most differences show in them.
    return (
      own.every((keyword) => isStructural(keyword) || isSame(keyword)) &&
      own.every((keyword) => !isStructural(keyword) || isSame(keyword))
    );
  }

  #compared(schema: JsonObject): string[] {
    return Object.keys(schema).filter((keyword) => this.#comparesAnnotations || !isAnnotation(keyword));
  }

  #keyword(keyword: string, left: Json, right: Json): boolean {
    const place = placeOf('schema', keyword);
    if (keyword === 'discriminator') return this.#discriminator(left, right);
    if (keyword === 'dependentRequired') return this.#byName(left, right, sameSet);
    if (place && 'one' in place) return this.schema(left, right);
    if (place && 'map' in place) return this.#byName(left, right, (one, other) => this.schema(one, other));
    if (place) return isSet(keyword) ? this.#inAnyOrder(left, right) : this.#inOrder(left, right);
    return isSet(keyword) ? sameSet(left, right) : areSame(left, right);
  }

  #byName(left: Json, right: Json, isSame: (one: Json, other: Json) => boolean): boolean {
    if (!isObject(left) || !isObject(right)) return left === right;
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name)) &&
      names.every((name) => isSame(left[name] ?? null, right[name] ?? null))
    );
  }

  #inOrder(left: Json, right: Json): boolean {
    const [own, others] = [asList(left), asList(right)];
    return own.length === others.length && own.every((item, index) => this.schema(item, others[index] ?? null));
  }

  #inAnyOrder(left: Json, right: Json): boolean {
    const [own, others] = [asList(left), [...asList(right)]];
    return (
      own.length === others.length &&
      own.every((item) => {
        const index = others.findIndex((other) => this.schema(item, other));
        if (index >= 0) others.splice(index, 1);
        return index >= 0;
      })
    );
  }

  /** What its values stand for has names that mean nothing. */
  #discriminator(left: Json, right: Json): boolean {
    if (!isObject(left) || !isObject(right)) return left === right;
    const { mapping: own = {}, defaultMapping: first = null, ...before } = left;
    const { mapping: others = {}, defaultMapping: second = null, ...after } = right;
    const isSame = (one: Json, other: Json) =>
      this.schema(targetOf(this.#left, String(one)).value ?? one, targetOf(this.#right, String(other)).value ?? other);
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
