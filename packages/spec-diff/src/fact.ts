import type { Canonical } from './canonical/canonical.js';
import { exportedTypes, spreadToTypes } from './comparison/exported-types.js';
import { OperationComparison } from './comparison/operations.js';
import { type Difference, markWhatMatters, spread } from './comparison/pair.js';
import { isObject, type Json, type JsonObject, type Path, valueAt } from './json.js';
import type { Place } from './references.js';
import type { Use } from './uses.js';

/** One difference between two contracts, and who meets it: what the rules judge. */
export interface Fact {
  kind: Difference['kind'];
  /** What differs: `Schema`, `Operation`, `Parameter`, … */
  node: string;
  /** The keyword whose value differs; `key` when the node has another name. Undefined of what is added or removed. */
  keyword: string | undefined;
  /** What an added, removed or renamed node stands in: `properties`, `responses`, `oneOf`. */
  room: string | undefined;
  /** What people call it, where its place does not say. */
  label: string | undefined;
  base: Side | undefined;
  head: Side | undefined;
  /** Who is touched, and how. */
  uses: Use[];
}

/** How it is on one side. */
export interface Side {
  /** The place in the canonical contract, the keyword included. */
  path: Path;
  value: Json | undefined;
  /** What the node or the keyword is part of, from the inside out. */
  around: JsonObject[];
  /** The place in the contract as it is written. */
  written: Path;
  /** Where what it is part of is written: a choice between a component and null is said by the component's type. */
  holder: Path;
}

export interface Facts {
  facts: Fact[];
  /** The names of all operations, in the order of the contracts. */
  operations: string[];
}

/** All that differs between two contracts, each with the operations that meet it on both sides. */
export function factsOf(base: Canonical, head: Canonical): Facts {
  const comparison = new OperationComparison(base.document, head.document);
  const types = exportedTypes(base.document, head.document, comparison.schemas);
  const { operations, whole, everywhere } = comparison;
  for (const { pair } of operations) pair.add(everywhere);
  const pairs = comparison.pairs;
  markWhatMatters(pairs);
  for (const { pair, use } of operations) spread(pair, use);
  spreadToTypes(types.pairs);

  const of = (difference: Difference, uses: readonly Use[]): Fact => {
    const { kind, node, keyword, room, label, concerns = (use: Use) => use } = difference;
    return {
      ...{ kind, node, keyword, room, label },
      base: difference.base && sideOf(difference.base, base),
      head: difference.head && sideOf(difference.head, head),
      uses: uses.flatMap((use) => concerns(use) ?? []),
    };
  };
  const met = pairs.flatMap((pair) => {
    const { differences, uses } = pair;
    if (differences.length === 0) return [];
    const all = differences.map((difference) => of(difference, uses));
    // What belongs to the contract as a whole is used by nobody in particular.
    return pair === whole || pair === everywhere ? all : all.filter((fact) => fact.uses.length > 0);
  });
  const exported = types.differences.map((difference) => of(difference, []));
  return { facts: [...met, ...exported], operations: operations.map(({ use }) => use.operation) };
}

function sideOf({ path, value }: Place, { document, originOf }: Canonical): Side {
  const around: JsonObject[] = [];
  for (let length = path.length - 1; length >= 0; length--) {
    const outer = valueAt(document, path.slice(0, length));
    if (isObject(outer)) around.push(outer);
  }
  return { path, value, around, written: originOf(path), holder: originOf(path.slice(0, -1)) };
}
