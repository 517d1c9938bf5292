import { asList, type Json, type JsonObject } from '../json.js';
import { type Place, resolved } from '../references.js';
import { type Alternative, isBesideChoice, membersOf, nameOf } from './alternatives.js';
import { Coverage } from './coverage.js';
import { matched } from './matching.js';
import { Pair } from './pair.js';
import { below, objectOf, type Sites } from './sites.js';
import { covered } from './turns.js';

/** What compares the schemas that a choice is made of. */
interface Schemas {
  readonly pairs: Pair[];
  pair(base: Place, head: Place): Pair;
  isSame(before: Json, after: Json): boolean;
  comparePlain(before: JsonObject, after: JsonObject, sites: Sites): void;
}

/** Compares what a value may be as sets of values: each member of one side is covered by the other, or is not. */
export class ChoiceComparison {
  readonly #base: JsonObject;
  readonly #head: JsonObject;
  readonly #schemas: Schemas;
  readonly #requests: Coverage;
  readonly #answers: Coverage;

  constructor(base: JsonObject, head: JsonObject, schemas: Schemas) {
    this.#base = base;
    this.#head = head;
    this.#schemas = schemas;
    // A request that was taken has to be taken; an answer that comes now has to be one that could come before.
    this.#requests = new Coverage(base, head, 'narrow');
    this.#answers = new Coverage(head, base, 'wide');
  }

  /** A choice that has to be made beside what else a schema says. */
  compareKeyword(keyword: string, before: JsonObject, after: JsonObject, sites: Sites): void {
    const { base, head, pair } = sites;
    if (keyword in before && keyword in after) {
      const [own, others] = [membersOf(this.#base, base, keyword), membersOf(this.#head, head, keyword)];
      this.compare(own, others, keyword, sites);
      return;
    }
    const isAdded = keyword in after;
    const [side, root] = isAdded ? [head, this.#head] : [base, this.#base];
    const members = membersOf(root, side, keyword);
    const label = members.map((member) => requiredIn(member) ?? nameOf(member)).join(', ');
    const place = below(side, keyword, isAdded ? after[keyword] : before[keyword]);
    const node = { node: 'Choice', room: keyword, label };
    pair.differences.push(
      isAdded ? { kind: 'added', ...node, head: place } : { kind: 'removed', ...node, base: place },
    );
  }

  compare(
    before: readonly Alternative[],
    after: readonly Alternative[],
    room: string,
    { base, head, pair }: Sites,
  ): void {
    const { linked, gone, came } = matched(before, after, (own, other) => this.#schemas.isSame(own, other));
    for (const [own, other] of linked) {
      const inner = this.#schemas.pair(own, other);
      const isTaken = () => this.#requests.isAmong(own, after);
      const isKnown = () => this.#answers.isAmong(other, before);
      pair.add(inner, covered(isTaken, isKnown));
      // Those of a schema that became a choice have been compared with those of the choice.
      if (own.site !== base && other.site !== head) this.#words(own, other, pair);
    }
    for (const own of gone) {
      const isTaken = () => this.#requests.isAmong(own, after);
      const concerns = covered(isTaken, () => true);
      pair.differences.push({
        kind: 'removed',
        node: 'Alternative',
        room,
        label: nameOf(own),
        base: own.site,
        concerns,
      });
    }
    for (const other of came) {
      const isKnown = () => this.#answers.isAmong(other, before);
      const concerns = covered(() => true, isKnown);
      pair.differences.push({
        kind: 'added',
        node: 'Alternative',
        room,
        label: nameOf(other),
        head: other.site,
        concerns,
      });
    }
  }

  #words(own: Alternative, other: Alternative, pair: Pair): void {
    const [base, head] = [resolved(this.#base, own.site), resolved(this.#head, other.site)];
    if (!base || !head) return;
    const inner = new Pair();
    this.#schemas.comparePlain(beside(base.value), beside(head.value), { base, head, pair: inner });
    if (inner.differences.length === 0) return;
    this.#schemas.pairs.push(inner);
    pair.add(inner);
  }
}

/** What of a schema stands beside a choice. */
export function beside(schema: Json | undefined): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(schema)).filter(([key]) => isBesideChoice(key)));
}

/** What an alternative that says nothing else requires. */
function requiredIn({ value }: Alternative): string | undefined {
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0] === 'required'
    ? asList(value.required)
        .map((name) => `\`${name}\``)
        .join(' and ')
    : undefined;
}
