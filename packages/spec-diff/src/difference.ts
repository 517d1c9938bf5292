import type { Canonical } from './canonical/canonical.js';
import { type LocalDifference, markDifferences, passDown } from './comparison/comparison.js';
import { compareComponents, passDownToTypes } from './comparison/component-types.js';
import { ContractComparison } from './comparison/operations.js';
import { isObject, type Json, type JsonObject, type Path, stableText, valueAt } from './json.js';
import { listChange } from './keywords/strictness.js';
import type { Place, Roots } from './references.js';
import type { Use } from './uses.js';

/** One difference between two contracts, and who uses the place: what the rules judge. */
export interface Difference extends Omit<LocalDifference, 'before' | 'after' | 'affects'> {
  before?: Side;
  after?: Side;
  /** Who is affected, and how. */
  uses: Use[];
}

/** How it is on one side. */
export interface Side {
  /** The place in the canonical contract, the keyword included. */
  path: Path;
  /** How people get there: the same, or, as it is written, through the place that refers to it. */
  usePath: Path;
  value: Json | undefined;
  /** What the part or the keyword belongs to, from the inside out. */
  ancestors: JsonObject[];
  /** The place in the contract as it is written. */
  written: Path;
  /** Where that is written to which it belongs: a union of a component and null is said by the component's type. */
  parentWritten: Path;
}

export interface Differences {
  differences: Difference[];
  /** The names of all operations, in the order of the contracts. */
  operations: string[];
}

/** All that differs between two contracts, each with the operations that use the place on both sides. */
export function differencesOf(before: Canonical, after: Canonical, written: Roots): Differences {
  const roots = { before: before.document, after: after.document };
  const contract = new ContractComparison(roots);
  const components = compareComponents(roots, contract.schemas);
  const { operations, whole, everywhere, comparisons } = contract;
  for (const { comparison } of operations) comparison.add(everywhere);
  markDifferences(comparisons);
  for (const { comparison, use } of operations) passDown(comparison, use);
  passDownToTypes(components.comparisons, written);

  const used = (local: LocalDifference, uses: readonly Use[]): Difference => {
    const { before: old, after: now, affects = (use: Use) => use, ...rest } = local;
    return {
      ...rest,
      ...(old && { before: sideOf(old, before) }),
      ...(now && { after: sideOf(now, after) }),
      uses: withoutNeedlessTypes(uses.flatMap((use) => affects(use) ?? [])),
    };
  };
  const differences = comparisons.flatMap((comparison) => {
    if (comparison.differences.length === 0) return [];
    const all = comparison.differences.map((local) => used(local, comparison.uses));
    // No operation uses what belongs to the contract as a whole.
    return comparison === whole || comparison === everywhere ? all : all.filter(({ uses }) => uses.length > 0);
  });
  const ofComponents = components.differences.map((local) => used(local, []));
  const names = operations.map(({ use }) => use.operation);
  return { differences: [...withoutEchoes(differences), ...ofComponents], operations: names };
}

function sideOf(place: Place, { document, originOf }: Canonical): Side {
  const { path, value, use } = place;
  const ancestors: JsonObject[] = [];
  for (let length = path.length - 1; length >= 0; length--) {
    const outer = valueAt(document, path.slice(0, length));
    if (isObject(outer)) ancestors.push(outer);
  }
  return {
    path,
    usePath: use ? [...originOf(use.site), ...use.below] : path,
    value,
    ancestors,
    written: originOf(path),
    parentWritten: originOf(path.slice(0, -1)),
  };
}

/** Where operations send or receive a place, they say what becomes of its type. */
function withoutNeedlessTypes(uses: readonly Use[]): Use[] {
  const inOperations = uses.filter(({ direction }) => direction !== 'type');
  return inOperations.some(({ isCovered }) => !isCovered) ? inOperations : [...uses];
}

/**
 * What is told of a type only because programs import it is not told again of what operations have told. Where another
 * member of a union makes up for what changes, operations lose nothing, and who imports the type of this member may.
 */
function withoutEchoes(differences: readonly Difference[]): Difference[] {
  const isOfType = ({ uses }: Difference) => uses.length > 0 && uses.every(({ direction }) => direction === 'type');
  const isCovered = ({ uses }: Difference) => uses.length > 0 && uses.every((use) => use.isCovered);
  const told = new Set(differences.filter((each) => !isOfType(each) && !isCovered(each)).map(idOf));
  return differences.filter((each) => !isOfType(each) || !told.has(idOf(each)));
}

/** What differs, wherever it is met: a component and the places that it was merged into differ in the same. */
function idOf({ kind, part, keyword, before, after }: Difference): string {
  const change = keyword === undefined ? { added: [], removed: [] } : listChange(before?.value, after?.value);
  const written = keyword === 'required' ? [] : [before?.written, after?.written];
  return stableText([
    kind,
    part,
    keyword ?? null,
    written.map((path) => [...(path ?? [])]),
    change.added,
    change.removed,
  ]);
}
