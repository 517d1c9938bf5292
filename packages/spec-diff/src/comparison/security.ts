import { asList, type JsonObject, objectOf, sortedSet, stableText } from '../json.js';
import { bothResolved, type Place, type Roots } from '../references.js';
import type { Use } from '../uses.js';
import { Comparison } from './comparison.js';
import { compareFlows, requiredScopes, scopeDifferences } from './oauth-flows.js';
import { at, entriesOf, only } from './places.js';
import { comparable, type SchemeNames, schemeNames } from './security-names.js';

/** Who calls whom: of webhooks and callbacks, the server sends the request. */
export type Caller = 'client' | 'server';

/** Compares the ways to authenticate, and the schemes behind them. */
export class SecurityComparison {
  readonly comparisons: Comparison[] = [];
  readonly #roots: Roots;
  readonly #names: SchemeNames;
  readonly #schemes = new Map<string, Comparison>();
  /** The scopes that some operation asks for, by scheme. */
  readonly #usedScopes = new Map<string, Set<string>>();

  constructor(roots: Roots) {
    this.#roots = roots;
    this.#names = schemeNames(roots);
  }

  /** Compares what two operations ask of their callers. */
  compare(before: Place, after: Place, comparison: Comparison, caller: Caller): void {
    const own = requirementsOf(before, (name) => this.#names.before.get(name) ?? name);
    const others = requirementsOf(after, (name) => this.#names.after.get(name) ?? name);
    const part = { part: 'SecurityRequirement', parentKeyword: 'security' } as const;
    // An empty list means that no requirement has to be met.
    const isOpened = others.size === 0 || others.has('{}');
    const isSent = caller === 'server';
    const covered = (isCovered: boolean) => (use: Use) => ({
      ...use,
      isCovered,
      ...(isSent && { direction: 'response' as const }),
    });
    for (const [id, requirement] of own) {
      if (others.has(id)) continue;
      const isCovered = isSent
        ? !isOpened
        : isOpened || [...others.values()].some((other) => asksNoMore(requirement.asked, other.asked));
      comparison.differences.push({ kind: 'removed', ...part, before: requirement.place, affects: covered(isCovered) });
    }
    for (const [id, requirement] of others) {
      if (own.has(id)) continue;
      // Whoever is called can rely on what always came.
      const isCovered = isSent
        ? own.size === 0 || [...own.values()].some((other) => asksNoMore(requirement.asked, other.asked))
        : own.size > 0;
      comparison.differences.push({ kind: 'added', ...part, after: requirement.place, affects: covered(isCovered) });
    }
    const values = [...own.values()].map(({ asked }) => asked);
    const all = [...values, ...[...others.values()].map(({ asked }) => asked)];
    for (const name of new Set(all.flatMap((asked) => Object.keys(asked)))) {
      comparison.add(this.#scheme(name));
      this.#scopes(name, requiredScopes(values, name), comparison);
    }
  }

  /** The scopes that an operation asked for belong to it; those that nobody asked for belong to the contract. */
  #scopes(name: string, required: ReadonlySet<string>, comparison: Comparison): void {
    const used = this.#usedScopes.get(name) ?? new Set();
    this.#usedScopes.set(name, new Set([...used, ...required]));
    const targets = this.#targetsOf(name);
    if (!targets || required.size === 0) return;
    const removed = scopeDifferences(at(targets.before, 'flows'), at(targets.after, 'flows'), (scope) =>
      required.has(scope),
    );
    comparison.differences.push(...removed);
  }

  #targetsOf(name: string): { before: Place; after: Place } | undefined {
    const now = this.#names.pairs.get(name);
    if (now === undefined) return undefined;
    const [before, after] = [schemeOf(this.#roots.before, name), schemeOf(this.#roots.after, now)];
    const sides = bothResolved(this.#roots, before, after);
    return sides && { before: comparable(sides.before), after: comparable(sides.after) };
  }

  #scheme(name: string): Comparison {
    const known = this.#schemes.get(name);
    if (known) return known;
    const comparison = new Comparison();
    this.comparisons.push(comparison);
    this.#schemes.set(name, comparison);
    const targets = this.#targetsOf(name);
    if (!targets) return comparison;
    const { before, after } = targets;
    // If the type differs, nothing else can be compared.
    const isOther = objectOf(before.value).type !== objectOf(after.value).type;
    if (isOther) comparison.compareKeys('SecurityScheme', only(before, 'type'), only(after, 'type'));
    else {
      comparison.compareKeys('SecurityScheme', before, after, ['flows']);
      compareFlows(at(before, 'flows'), at(after, 'flows'), comparison);
    }
    return comparison;
  }

  /** Compares schemes and scopes that no operation names. Their changes affect nobody. */
  compareUnused(whole: Comparison): void {
    const part = { part: 'SecurityScheme', parentKeyword: 'securitySchemes' } as const;
    const come = new Set(Object.keys(schemesOf(this.#roots.after)));
    for (const now of this.#names.pairs.values()) come.delete(now);
    for (const name of come) {
      whole.differences.push({ kind: 'added', ...part, after: schemeOf(this.#roots.after, name) });
    }
    for (const name of Object.keys(schemesOf(this.#roots.before))) {
      const before = schemeOf(this.#roots.before, name);
      const now = this.#names.pairs.get(name);
      if (now === undefined) whole.differences.push({ kind: 'removed', ...part, before });
      else if (now !== name) {
        const after = { ...schemeOf(this.#roots.after, now), value: now };
        whole.differences.push({
          kind: 'modified',
          keyword: 'key',
          ...part,
          before: { ...before, value: name },
          after,
        });
      } else if (!this.#schemes.has(name)) whole.add(this.#scheme(name));
      const targets = this.#targetsOf(name);
      const used = this.#usedScopes.get(name);
      if (!targets) continue;
      const [flows, others] = [at(targets.before, 'flows'), at(targets.after, 'flows')];
      whole.differences.push(...scopeDifferences(flows, others, (scope) => !used?.has(scope)));
    }
  }
}

/** A way to authenticate, and what it asks for by the names under which schemes are compared. */
interface Requirement {
  place: Place;
  asked: JsonObject;
}

/** The requirements of an operation by what they ask for. */
function requirementsOf(operation: Place, nameOf: (scheme: string) => string): Map<string, Requirement> {
  const list = entriesOf(operation, 'security', asList(objectOf(operation.value).security));
  return new Map(
    list.map((place) => {
      const schemes = Object.entries(objectOf(place.value));
      const asked = Object.fromEntries(schemes.map(([name, scopes]) => [nameOf(name), sortedSet(asList(scopes))]));
      return [stableText(asked), { place, asked }];
    }),
  );
}

/** Whether whoever met the one requirement meets the other. */
function asksNoMore(before: JsonObject, after: JsonObject): boolean {
  return Object.entries(after).every(
    ([name, scopes]) => name in before && asList(scopes).every((scope) => asList(before[name]).includes(scope)),
  );
}

function schemesOf(root: JsonObject): JsonObject {
  return objectOf(objectOf(root.components).securitySchemes);
}

function schemeOf(root: JsonObject, name: string): Place {
  return { value: schemesOf(root)[name], path: ['components', 'securitySchemes', name] };
}
