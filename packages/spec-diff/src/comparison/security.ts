import { asList, type Json, type JsonObject, stableText } from '../json.js';
import { type Place, resolved } from '../references.js';
import { type Difference, Pair, pathBelow } from './pair.js';
import { comparePlain, objectOf, pick } from './places.js';

/** Compares the ways to authenticate, and the schemes behind them. */
export class SecurityComparison {
  readonly pairs: Pair[] = [];
  readonly #base: JsonObject;
  readonly #head: JsonObject;
  readonly #schemes = new Map<string, Pair>();

  constructor(base: JsonObject, head: JsonObject) {
    this.#base = base;
    this.#head = head;
  }

  /** Compares what two operations ask of their callers. */
  compare(base: Place, head: Place, pair: Pair): void {
    const ways = (place: Place) => {
      const list = asList(objectOf(place.value).security ?? []);
      const places = list.map((value, index): [string, Place] => [
        wayOf(value),
        { value, path: pathBelow(place, 'security', `${index}`) },
      ]);
      return new Map(places);
    };
    const [before, after] = [ways(base), ways(head)];
    const room = 'security';
    // No way at all means that none is needed.
    const isOpened = after.size === 0 || after.has('{}');
    for (const [id, own] of before) {
      if (after.has(id)) continue;
      const isCovered = isOpened || [...after.values()].some((other) => asksNoMore(own.value, other.value));
      const difference: Difference = { kind: 'removed', node: 'SecurityRequirement', room, base: own };
      pair.differences.push({ ...difference, concerns: (use) => ({ ...use, isCovered }) });
    }
    for (const [id, other] of after) {
      if (before.has(id)) continue;
      const isCovered = before.size > 0;
      const difference: Difference = { kind: 'added', node: 'SecurityRequirement', room, head: other };
      pair.differences.push({ ...difference, concerns: (use) => ({ ...use, isCovered }) });
    }
    const names = [...before.values(), ...after.values()].flatMap(({ value }) => Object.keys(objectOf(value)));
    for (const name of new Set(names)) pair.add(this.#scheme(name));
  }

  #scheme(name: string): Pair {
    const known = this.#schemes.get(name);
    if (known) return known;
    const pair = new Pair();
    this.pairs.push(pair);
    this.#schemes.set(name, pair);
    const [base, head] = [schemeOf(this.#base, name), schemeOf(this.#head, name)];
    if (base.value !== undefined && head.value !== undefined) {
      const [own, other] = [resolved(this.#base, base) ?? base, resolved(this.#head, head) ?? head];
      // Where it is of another type, all the rest is another, too.
      const isOther = objectOf(own.value).type !== objectOf(other.value).type;
      const [before, after] = isOther ? [pick(own, 'type'), pick(other, 'type')] : [own, other];
      comparePlain('SecurityScheme', before, after, pair);
    }
    return pair;
  }

  /** Schemes that no operation names: nobody is touched by what becomes of them. */
  compareUnused(whole: Pair): void {
    const [before, after] = [schemesOf(this.#base), schemesOf(this.#head)];
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [base, head] = [schemeOf(this.#base, name), schemeOf(this.#head, name)];
      const node = { node: 'SecurityScheme', room: 'securitySchemes' };
      if (head.value === undefined) whole.differences.push({ kind: 'removed', ...node, base });
      else if (base.value === undefined) whole.differences.push({ kind: 'added', ...node, head });
      else if (!this.#schemes.has(name)) whole.add(this.#scheme(name));
    }
  }
}

/** A way to authenticate by what it asks for. */
function wayOf(value: Json): string {
  const schemes = Object.entries(objectOf(value)).map(([name, scopes]) => [
    name,
    asList(scopes).map(stableText).sort(),
  ]);
  return stableText(Object.fromEntries(schemes));
}

/** Whether whoever went the one way can go the other. */
function asksNoMore(before: Json | undefined, after: Json | undefined): boolean {
  const known = objectOf(before);
  return Object.entries(objectOf(after)).every(
    ([name, scopes]) => name in known && asList(scopes).every((scope) => asList(known[name] ?? []).includes(scope)),
  );
}

function schemesOf(root: JsonObject): JsonObject {
  return objectOf(objectOf(root.components).securitySchemes);
}

function schemeOf(root: JsonObject, name: string): Place {
  return { value: schemesOf(root)[name], path: ['components', 'securitySchemes', name] };
}
