import type { Canonical } from './canonical/canonical.js';
import { type LocalDifference, markDifferences, passDown } from './comparison/comparison.js';
import { compareComponents, passDownToTypes } from './comparison/component-types.js';
import { ContractComparison } from './comparison/operations.js';
import { isObject, type Json, type JsonObject, type Path, valueAt } from './json.js';
import { listChange } from './keywords/strictness.js';
import type { Place, Roots } from './references.js';
import { requiredSite } from './required-sites.js';
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
  /** The same, or, of a list of required fields, where it is said of those that changed: wherever schemas are merged. */
  sites: readonly Path[];
  /** Where that is written to which it belongs: a union of a component and null is said by the component's type. */
  parentWritten: Path;
}

export interface Differences {
  differences: Difference[];
  /** The names of all operations, in the order of the contracts. */
  operations: string[];
  /** Where unions stand in the contract of now in which something differs, and which are too large to compare member by member. */
  largeUnions: Path[];
}

/** All that differs between two contracts, each with the operations that use the place on both sides. */
export function differencesOf(before: Canonical, after: Canonical, written: Roots): Differences {
  const roots = { before: before.document, after: after.document };
  const contract = new ContractComparison(roots);
  const components = compareComponents(roots, contract.schemas);
  contract.schemas.completeAll();
  const { operations, whole, everywhere, comparisons } = contract;
  for (const { comparison } of operations) comparison.add(everywhere);
  markDifferences(comparisons);
  passDown(operations);
  passDownToTypes(components.comparisons, written);

  /** A schema of the canonical form may contain itself, so that only what is written can be put into words. */
  const told = ({ kind }: LocalDifference, side: Side, root: JsonObject): Side => {
    return kind === 'modified' && isObject(side.value)
      ? { ...side, value: valueAt(root, side.written) ?? side.value }
      : side;
  };
  const used = (local: LocalDifference, uses: readonly Use[]): Difference => {
    const { before: old, after: now, affects = (use: Use) => use, ...rest } = local;
    return {
      ...rest,
      ...(old && {
        before: {
          ...told(local, sideOf(old, before), written.before),
          ...requiredSites(local, 'removed', old, before, written.before),
        },
      }),
      ...(now && {
        after: {
          ...told(local, sideOf(now, after), written.after),
          ...requiredSites(local, 'added', now, after, written.after),
        },
      }),
      uses: withoutNeedlessTypes(uses.flatMap((use) => affects(use) ?? [])),
    };
  };
  const differences = comparisons.flatMap((comparison) => {
    if (comparison.differences.length === 0) return [];
    const uses = comparison.ways.map((way) => ({ ...way.use, operations: way.operations }));
    const all = comparison.differences.map((local) => used(local, uses));
    // No operation uses what belongs to the contract as a whole.
    return comparison === whole || comparison === everywhere ? all : all.filter(({ uses }) => uses.length > 0);
  });
  const ofComponents = components.differences.map((local) => used(local, []));
  const names = operations.flatMap(({ use }) => use.operations);
  const bounded = contract.schemas.bounded.filter(({ comparison }) => comparison.hasDifferences);
  const largeUnions = bounded.map(({ after: { path } }) => after.originOf(path));
  return { differences: [...differences, ...ofComponents], operations: names, largeUnions };
}

function sideOf(place: Place, { document, originOf }: Canonical): Side {
  const { path, value, use } = place;
  const ancestors: JsonObject[] = [];
  let outer: Json | undefined = document;
  for (const key of path) {
    if (isObject(outer)) ancestors.unshift(outer);
    outer = valueAt(outer, [key]);
  }
  const written = originOf(path);
  return {
    path,
    usePath: use ? [...originOf(use.site), ...use.below] : path,
    value,
    ancestors,
    written,
    sites: [written],
    parentWritten: originOf(path.slice(0, -1)),
  };
}

/** Where operations send or receive a place, they say what becomes of its type. */
function withoutNeedlessTypes(uses: readonly Use[]): Use[] {
  const inOperations = uses.filter(({ direction }) => direction !== 'type');
  return inOperations.some(({ isCovered }) => !isCovered) ? inOperations : [...uses];
}

/** Where one side says of the fields of which the other does not that they are required. */
function requiredSites(
  { part, keyword, before, after }: LocalDifference,
  change: 'added' | 'removed',
  { path }: Place,
  { originOf }: Canonical,
  root: JsonObject,
): Pick<Side, 'sites'> | undefined {
  if (part !== 'Schema' || keyword !== 'required') return undefined;
  const names = listChange(before?.value, after?.value)[change].map(String).sort();
  const schema = path.slice(0, -1);
  return {
    sites: names.map((name) => requiredSite(root, originOf(schema), name) ?? originOf([...schema, 'properties', name])),
  };
}
