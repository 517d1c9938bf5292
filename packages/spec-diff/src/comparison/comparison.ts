import { areSame, objectOf } from '../json.js';
import type { Strictness } from '../keywords/strictness.js';
import type { Place } from '../references.js';
import type { Text } from '../text.js';
import { type Use, wayOf } from '../uses.js';
import { at, keysOf } from './places.js';
import { emptySet, type OperationSet, setOf, WayOfUse } from './way-of-use.js';

/** The parts of a contract that differences are told of. */
export type Part =
  | 'Callback'
  | 'ComponentType'
  | 'DependentRequired'
  | 'Discriminator'
  | 'DiscriminatorMapping'
  | 'Encoding'
  | 'Example'
  | 'Extension'
  | 'Header'
  | 'Info'
  | 'MediaType'
  | 'OAuthFlow'
  | 'OAuthScope'
  | 'Operation'
  | 'Parameter'
  | 'PathItem'
  | 'RequestBody'
  | 'Response'
  | 'Root'
  | 'Schema'
  | 'SecurityRequirement'
  | 'SecurityScheme'
  | 'Server'
  | 'ServerVariable'
  | 'Tag'
  | 'Union'
  | 'UnionMember';

/** One difference between two contracts, before it is known who uses the place. */
export interface LocalDifference {
  kind: 'added' | 'removed' | 'modified';
  part: Part;
  /** The keyword whose value differs; `key` when the part has another name. Undefined of what is added or removed. */
  keyword?: string;
  /** The keyword that holds a part that is added, removed or renamed: `properties`, `responses`, `oneOf`. */
  parentKeyword?: string;
  /** What people call it, where its place does not say. */
  label?: Text;
  /** For a field: whether it is, or was, required. */
  isRequired?: boolean;
  /** Which side allows more, where the values alone do not say. */
  strictness?: Strictness;
  before?: Place;
  after?: Place;
  /** How those who use the place are affected, and whether they are. */
  affects?: (use: Use) => Use | undefined;
}

/** How those who use a place use a place below it. */
export type PassOn = (use: Use) => Use | undefined;

const passOnUnchanged: PassOn = (use) => use;

/** A place of the one contract and the place of the other that it is compared with. */
export class Comparison {
  readonly differences: LocalDifference[] = [];
  readonly children: { comparison: Comparison; passOn: PassOn }[] = [];
  /** Only a comparison that leads to a difference is told of any. */
  #ways: Map<string, WayOfUse> | undefined;
  /** Whether something differs here, or in what is below. */
  hasDifferences = false;

  add(comparison: Comparison, passOn: PassOn = passOnUnchanged): void {
    this.children.push({ comparison, passOn });
  }

  /** The ways in which the place is used. */
  get ways(): WayOfUse[] {
    return [...(this.#ways?.values() ?? [])];
  }

  /** A way to use the place, which is made when it is the first of its name. */
  wayOf(name: string, make: () => WayOfUse): WayOfUse {
    this.#ways ??= new Map();
    const known = this.#ways.get(name) ?? make();
    this.#ways.set(name, known);
    return known;
  }

  /** Compares the keys whose values are seen as a whole. */
  compareKeys(part: Part, before: Place, after: Place, except: readonly string[] = []): void {
    const [own, others] = [objectOf(before.value), objectOf(after.value)];
    for (const keyword of keysOf(own, others)) {
      if (except.includes(keyword) || areSame(own[keyword], others[keyword])) continue;
      this.differences.push({
        kind: 'modified',
        part,
        keyword,
        before: at(before, keyword),
        after: at(after, keyword),
      });
    }
  }
}

/** Marks the comparisons that lead to a difference: nothing has to be known of the others. */
export function markDifferences(comparisons: readonly Comparison[]): void {
  const parents = new Map<Comparison, Comparison[]>();
  for (const parent of comparisons) {
    for (const { comparison } of parent.children) {
      const known = parents.get(comparison);
      if (known) known.push(parent);
      else parents.set(comparison, [parent]);
    }
  }
  const open = comparisons.filter(({ differences }) => differences.length > 0);
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.hasDifferences) continue;
    next.hasDifferences = true;
    open.push(...(parents.get(next) ?? []));
  }
}

/** A comparison, and how it is used. */
interface UsedComparison {
  comparison: Comparison;
  use: Use;
}

/**
 * Tells comparisons, and all below them, how they are used.
 *
 * @param isSkipped - Those that need not be told.
 */
export function passDown(
  starts: readonly UsedComparison[],
  isSkipped: (comparison: Comparison) => boolean = () => false,
): void {
  const names = [...new Set(starts.flatMap(({ use }) => use.operations))];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const open: { comparison: Comparison; way: WayOfUse }[] = [];
  const tell = (comparison: Comparison, use: Use, operations: OperationSet) => {
    if (!comparison.hasDifferences || isSkipped(comparison)) return;
    const way = comparison.wayOf(`${names.length > 0} ${wayOf(use)}`, () => new WayOfUse(use, names));
    if (way.add(operations)) open.push({ comparison, way });
  };
  for (const { comparison, use } of starts) {
    const sets = use.operations.map((name) => setOf(numbers.get(name) ?? 0, names));
    for (const operations of sets.length > 0 ? sets : [emptySet(names)]) tell(comparison, use, operations);
  }
  // The list grows meanwhile.
  for (const { comparison, way } of open) {
    const operations = way.takeUntold();
    for (const child of comparison.children) {
      const passedOn = child.passOn(way.use);
      if (passedOn) tell(child.comparison, passedOn, operations);
    }
  }
}
