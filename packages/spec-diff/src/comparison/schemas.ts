import { areSame, asList, isObject, type Json, type JsonObject } from '../json.js';
import { type Place, referenceIn, resolved } from '../references.js';
import { Sameness } from '../same-meaning.js';
import { placeOf } from '../shape.js';
import type { Use } from '../uses.js';
import { listed } from '../wording.js';
import { type Alternative, alternativesOf, choiceIn, speaksOf } from './alternatives.js';
import { beside, ChoiceComparison } from './choices.js';
import { compareDiscriminators } from './discriminators.js';
import { Pair } from './pair.js';
import { below, keysOf, objectOf, places, type Sites } from './sites.js';
import { turned } from './turns.js';

const CHOICES = ['anyOf', 'oneOf'];
/** Keywords that are compared by themselves. */
const ELSEWHERE = ['$ref', 'discriminator', 'readOnly', 'writeOnly'];

/** Compares schemas of two contracts. What is used in several places is compared once. */
export class SchemaComparison {
  readonly #base: JsonObject;
  readonly #head: JsonObject;
  readonly #pairs = new Map<Json, Map<Json, Pair>>();
  readonly #inWords: Sameness;
  readonly #inMeaning: Sameness;
  readonly #choices: ChoiceComparison;
  /** All pairs that were compared. */
  readonly pairs: Pair[] = [];

  constructor(base: JsonObject, head: JsonObject) {
    this.#base = base;
    this.#head = head;
    this.#inWords = new Sameness(base, head);
    this.#inMeaning = new Sameness(base, head, false);
    this.#choices = new ChoiceComparison(base, head, {
      pairs: this.pairs,
      pair: (own, other) => this.pair(own, other),
      isSame: (own, other) => this.#isSame(own, other),
      comparePlain: (own, other, sites) => this.#plain(own, other, sites),
    });
  }

  /** The pair of two schemas, with all that is below them. */
  pair(base: Place, head: Place): Pair {
    const [before, after] = [resolved(this.#base, base), resolved(this.#head, head)];
    if (!before || !after) return new Pair();
    const pair = this.#known(before, after);
    const isReferring = before !== base && after !== head;
    if (!isReferring) return pair;
    // Two references may say different words of the same schema.
    const words = new Pair();
    this.#plain(objectOf(base.value), objectOf(head.value), { base, head, pair: words });
    if (words.differences.length === 0) return pair;
    this.pairs.push(words);
    words.add(pair);
    return words;
  }

  #known(before: Place, after: Place): Pair {
    const { value: own = true } = before;
    const { value: other = true } = after;
    const pairs = this.#pairs.get(own) ?? new Map<Json, Pair>();
    this.#pairs.set(own, pairs);
    const known = pairs.get(other);
    if (known) return known;
    const pair = new Pair();
    pairs.set(other, pair);
    this.pairs.push(pair);
    this.#compare(before, after, pair);
    return pair;
  }

  #compare(base: Place, head: Place, pair: Pair): void {
    const [before, after] = [objectOf(base.value), objectOf(head.value)];
    const sites = { base, head, pair };
    const choices = [choiceIn(before), choiceIn(after)];
    if (choices.every((keyword) => keyword === undefined)) {
      this.#keywords(before, after, sites);
      return;
    }
    this.#plain(beside(before), beside(after), sites);
    compareDiscriminators(before.discriminator, after.discriminator, sites, this.#isSameTarget);
    const room = choices.find((keyword) => keyword !== undefined) ?? '';
    const [own, others] = [alternativesOf(this.#base, base), alternativesOf(this.#head, head)];
    this.#choices.compare(withoutDiscriminator(own, base), withoutDiscriminator(others, head), room, sites);
  }

  #keywords(before: JsonObject, after: JsonObject, sites: Sites): void {
    const types = [asList(before.type ?? []), asList(after.type ?? [])] as const;
    this.#plain(before, after, sites);
    compareDiscriminators(before.discriminator, after.discriminator, sites, this.#isSameTarget);
    for (const keyword of keysOf(before, after)) {
      const place = placeOf('schema', keyword);
      // What speaks of a type comes and goes with it.
      if (!place || !types.every((each) => speaksOf(keyword, each))) continue;
      if (this.#isSaidByPart(keyword, before, after)) continue;
      if ('one' in place) this.#one(keyword, before[keyword], after[keyword], sites);
      else if (CHOICES.includes(keyword)) this.#choices.compareKeyword(keyword, before, after, sites);
      else if ('map' in place) this.#map(keyword, before[keyword], after[keyword], sites);
      else if (keyword === 'prefixItems')
        this.#map(keyword, { ...asList(before[keyword]) }, { ...asList(after[keyword]) }, sites);
      else this.#parts(keyword, before, after, sites);
    }
  }

  /** Keywords whose values are plain. */
  #plain(before: JsonObject, after: JsonObject, { base, head, pair }: Sites): void {
    const types = [asList(before.type ?? []), asList(after.type ?? [])] as const;
    for (const keyword of keysOf(before, after)) {
      const isPlain = placeOf('schema', keyword) === undefined && !ELSEWHERE.includes(keyword);
      const [own, other] = [before[keyword], after[keyword]];
      if (!isPlain || areSame(own, other)) continue;
      if (!types.every((each) => speaksOf(keyword, each))) continue;
      // A list of values says its type.
      if (keyword === 'type' && 'enum' in before && 'enum' in after) continue;
      if (this.#isSaidByPart(keyword, before, after)) continue;
      const sides = { base: below(base, keyword, own), head: below(head, keyword, other) };
      if (keyword !== 'dependentRequired')
        pair.differences.push({ kind: 'modified', node: 'Schema', keyword, ...sides });
      else this.#dependentRequired(sides.base, sides.head, pair);
    }
  }

  /**
   * What a schema said by itself and one of its parts says now, or the other way round, holds as before. It moves when a
   * second part comes, or goes, that says something else under the same keyword.
   */
  #isSaidByPart(keyword: string, before: JsonObject, after: JsonObject): boolean {
    const [own, other] = [before[keyword], after[keyword]];
    if ((own === undefined) === (other === undefined)) return false;
    const parts = asList((own === undefined ? before : after).allOf ?? []).map(objectOf);
    const said = { [keyword]: own ?? other ?? null };
    return parts.some((part) => {
      const inPart = { [keyword]: part[keyword] ?? null };
      return keyword in part && (own === undefined ? this.#isSame(inPart, said) : this.#isSame(said, inPart));
    });
  }

  #dependentRequired(base: Place, head: Place, pair: Pair): void {
    const [before, after] = [objectOf(base.value), objectOf(head.value)];
    for (const name of keysOf(before, after)) {
      if (areSame(before[name], after[name])) continue;
      const sides = { base: below(base, name, before[name]), head: below(head, name, after[name]) };
      pair.differences.push({ kind: 'modified', node: 'DependentRequired', keyword: name, ...sides });
    }
  }

  /** A value goes on standing for what it stood for: under the same name, or in another one's words. */
  readonly #isSameTarget = (before: Json, after: Json): boolean =>
    before === after || this.#isSame({ $ref: before }, { $ref: after });

  #isSame(before: Json, after: Json, words = false): boolean {
    return (words ? this.#inWords : this.#inMeaning).schema(before, after);
  }

  #one(keyword: string, before: Json | undefined, after: Json | undefined, sites: Sites): void {
    const { base, head, pair } = sites;
    const [own, other] = [below(base, keyword, before), below(head, keyword, after)];
    if (isObject(before) && isObject(after)) {
      pair.add(this.pair(own, other), (use) => turned(keyword, use));
    } else if (!areSame(before, after)) {
      // What is closed is a plain value; what comes or goes is a schema.
      if (before === false || after === false) {
        pair.differences.push({ kind: 'modified', node: 'Schema', keyword, base: own, head: other });
      } else if (before === undefined)
        pair.differences.push({ kind: 'added', node: 'Schema', room: keyword, head: other });
      else if (after === undefined)
        pair.differences.push({ kind: 'removed', node: 'Schema', room: keyword, base: own });
    }
  }

  #map(keyword: string, before: Json | undefined, after: Json | undefined, sites: Sites): void {
    const { pair } = sites;
    const [own, other] = [objectOf(before), objectOf(after)];
    const [base, head] = [below(sites.base, keyword, own), below(sites.head, keyword, other)];
    const renamed = keyword === 'prefixItems' ? undefined : this.#renamed(own, other);
    for (const name of keysOf(own, other)) {
      const [left, right] = [below(base, name, own[name]), below(head, name, other[name])];
      if (name in own && name in other) {
        pair.add(this.pair(left, right), (use) => this.#through(use, left, right));
        if (keyword === 'properties') this.#oneWay(left, right, pair);
      } else if (name === renamed?.before) {
        const now = below(head, renamed.after, other[renamed.after]);
        pair.differences.push({
          ...{ kind: 'modified', node: 'Schema', keyword: 'key', room: keyword, base: left, head: now },
        });
      } else if (name in own) {
        pair.differences.push({
          kind: 'removed',
          node: 'Schema',
          room: keyword,
          base: left,
          concerns: (use) => this.#sent(this.#base, left, use),
        });
      } else if (name !== renamed?.after) {
        pair.differences.push({
          kind: 'added',
          node: 'Schema',
          room: keyword,
          head: right,
          concerns: (use) => this.#sent(this.#head, right, use),
        });
      }
    }
  }

  /** The one field that is gone, and the one that came, if they are the same but for their names. */
  #renamed(before: JsonObject, after: JsonObject): { before: string; after: string } | undefined {
    const gone = Object.keys(before).filter((name) => !(name in after));
    const came = Object.keys(after).filter((name) => !(name in before));
    const [old, now] = [gone[0], came[0]];
    if (gone.length !== 1 || came.length !== 1 || old === undefined || now === undefined) return undefined;
    return this.#isSame(before[old] ?? true, after[now] ?? true, true) ? { before: old, after: now } : undefined;
  }

  /** A field that is only read is in no request, one that is only written in no answer. */
  #sent(root: JsonObject, place: Place, use: Use): Use | undefined {
    const schema = objectOf(resolved(root, place)?.value);
    if (schema.readOnly === true && use.direction === 'request') return undefined;
    return schema.writeOnly === true && use.direction === 'response' ? undefined : use;
  }

  #through(use: Use, base: Place, head: Place): Use | undefined {
    return this.#sent(this.#base, base, use) && this.#sent(this.#head, head, use);
  }

  /** That a field goes one way only is told to those for whom the way was open. */
  #oneWay(base: Place, head: Place, pair: Pair): void {
    const [before, after] = [resolved(this.#base, base), resolved(this.#head, head)];
    if (!before || !after) return;
    for (const keyword of ['readOnly', 'writeOnly']) {
      const [own, other] = [objectOf(before.value)[keyword], objectOf(after.value)[keyword]];
      if (own === other) continue;
      const sides = { base: below(before, keyword, own), head: below(after, keyword, other) };
      pair.differences.push({ kind: 'modified', node: 'Schema', keyword, ...sides });
    }
  }

  /** Parts that all have to hold: those that are not the same on both sides. */
  #parts(keyword: string, before: JsonObject, after: JsonObject, { base, head, pair }: Sites): void {
    const [own, others] = [asList(before[keyword]), asList(after[keyword])];
    const left = places(base, keyword, own);
    const right = places(head, keyword, others);
    const link = (one: Place, other: Place) => {
      pair.add(this.pair(one, other));
      left.splice(left.indexOf(one), 1);
      right.splice(right.indexOf(other), 1);
    };
    for (const one of [...left]) {
      const same = right.find((other) => this.#isSame(one.value ?? true, other.value ?? true));
      if (same) link(one, same);
    }
    const nothing = [saidBeside(left, after), saidBeside(right, before)] as const;
    for (const place of nothing[0]) left.splice(left.indexOf(place), 1);
    for (const place of nothing[1]) right.splice(right.indexOf(place), 1);
    for (const one of [...left]) {
      const keys = Object.keys(objectOf(one.value)).sort().join();
      const alike = right.find((other) => Object.keys(objectOf(other.value)).sort().join() === keys);
      if (alike) link(one, alike);
    }
    const node = (place: Place) => ({ node: 'Schema', room: keyword, label: partName(place) });
    for (const place of left) pair.differences.push({ kind: 'removed', ...node(place), base: place });
    for (const place of right) pair.differences.push({ kind: 'added', ...node(place), head: place });
  }
}

/** A schema that is no choice is its own alternative; what it says beside a choice has been compared. */
function withoutDiscriminator(alternatives: readonly Alternative[], schema: Place): Alternative[] {
  return alternatives.map((each) => {
    if (each.site !== schema) return each;
    const { discriminator: _, ...value } = each.value;
    return { ...each, value };
  });
}

/** What people call a part: its component, or what it says. */
function partName({ value }: Place): string {
  const name = referenceIn(value)?.split('/').at(-1);
  if (name !== undefined) return `\`${name}\``;
  const said = Object.entries(objectOf(value)).map(([key, inner]) =>
    typeof inner === 'object' ? key : `${key}: ${inner}`,
  );
  return `The part that says ${listed(said.slice(0, 3))}`;
}

/** Parts that say what the other side says without a part. */
function saidBeside(parts: readonly Place[], schema: JsonObject): Place[] {
  return parts.filter(({ value }) =>
    Object.entries(objectOf(value)).every(([key, said]) => areSame(schema[key], said)),
  );
}
