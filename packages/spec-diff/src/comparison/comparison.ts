import { areSame, objectOf } from '../json.js';
import type { Strictness } from '../keywords/strictness.js';
import type { Place } from '../references.js';
import type { Text } from '../text.js';
import { bitOf, type Use, userOf } from '../uses.js';
import { at, keysOf } from './places.js';

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
  readonly uses: Use[] = [];
  /** Which ways to use the place are known of each user, a bit for each way. */
  readonly #known = new Map<string, number>();
  /** Whether something differs here, or in what is below. */
  hasDifferences = false;

  add(comparison: Comparison, passOn: PassOn = passOnUnchanged): void {
    this.children.push({ comparison, passOn });
  }

  /** Whether a use was not known before. */
  receive(use: Use): boolean {
    const user = userOf(use);
    const known = this.#known.get(user) ?? 0;
    const bit = bitOf(use);
    if ((known & bit) !== 0) return false;
    this.#known.set(user, known | bit);
    this.uses.push(use);
    return true;
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

/** Tells a comparison, and all below it, that it is used so. `isSkipped`: those that need not be told. */
export function passDown(
  start: Comparison,
  use: Use,
  isSkipped: (comparison: Comparison) => boolean = () => false,
): void {
  const open = [{ comparison: start, use }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { comparison, use } = next;
    if (!comparison.hasDifferences || isSkipped(comparison) || !comparison.receive(use)) continue;
    for (const child of comparison.children) {
      const passedOn = child.passOn(use);
      if (passedOn) open.push({ comparison: child.comparison, use: passedOn });
    }
  }
}
