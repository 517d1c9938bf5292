import type { Path } from '../json.js';
import type { Place } from '../references.js';
import { kindOf, type Use } from '../uses.js';

/** One difference between two contracts, wherever it is met. */
export interface Difference {
  kind: 'added' | 'removed' | 'modified';
  /** What differs: `Schema`, `Operation`, `Parameter`, … */
  node: string;
  /** The keyword whose value differs; `key` when the node has another name. Undefined of what is added or removed. */
  keyword?: string;
  /** What an added, removed or renamed node stands in: `properties`, `responses`, `oneOf`. */
  room?: string;
  /** What people call it, where its place does not say. */
  label?: string;
  base?: Place | undefined;
  head?: Place | undefined;
  /** Which of its users it concerns, if not all who use the place. */
  concerns?: (use: Use) => Use | undefined;
}

/** A place of the one contract and the place of the other that it is compared with. */
export class Pair {
  readonly differences: Difference[] = [];
  readonly below: { pair: Pair; turn: (use: Use) => Use | undefined }[] = [];
  readonly uses: Use[] = [];
  /** Which kinds of uses each operation has been told. */
  readonly #told = new Map<string, number>();
  /** Whether something differs here, or in what is below. */
  matters = false;

  add(pair: Pair, turn: (use: Use) => Use | undefined = (use) => use): void {
    this.below.push({ pair, turn });
  }

  /** Whether that is a use, and one that is new. */
  receive(use: Use): boolean {
    const told = this.#told.get(use.operation) ?? 0;
    const kind = kindOf(use);
    if ((told & kind) !== 0) return false;
    this.#told.set(use.operation, told | kind);
    this.uses.push(use);
    return true;
  }
}

/** Marks the pairs that lead to a difference: nothing has to be known of the others. */
export function markWhatMatters(pairs: readonly Pair[]): void {
  const above = new Map<Pair, Pair[]>();
  for (const pair of pairs) {
    for (const { pair: lower } of pair.below) {
      const list = above.get(lower);
      if (list) list.push(pair);
      else above.set(lower, [pair]);
    }
  }
  const open = pairs.filter(({ differences }) => differences.length > 0);
  for (let pair = open.pop(); pair; pair = open.pop()) {
    if (pair.matters) continue;
    pair.matters = true;
    open.push(...(above.get(pair) ?? []));
  }
}

/** Tells a pair, and all below it, that it is used so. `isKnown` are pairs that need not be told. */
export function spread(start: Pair, use: Use, isKnown: (pair: Pair) => boolean = () => false): void {
  const open: [Pair, Use][] = [[start, use]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [pair, at] = next;
    if (!pair.matters || isKnown(pair) || !pair.receive(at)) continue;
    for (const { pair: lower, turn } of pair.below) {
      const below = turn(at);
      if (below) open.push([lower, below]);
    }
  }
}

export function pathBelow({ path }: Place, ...keys: string[]): Path {
  return [...path, ...keys];
}
