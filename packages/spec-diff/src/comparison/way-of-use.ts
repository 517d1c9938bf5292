import type { Use } from '../uses.js';

/** Numbers of operations, a bit for each: contracts have thousands, and each may use most of the schemas. */
export type OperationSet = Uint32Array;

/** One way in which a place is used, and the operations that use it so. */
export class WayOfUse {
  readonly use: Use;
  readonly #names: readonly string[];
  readonly #known: OperationSet;
  /** Those of which the places below have not been told. */
  #untold: OperationSet;
  #isTold = true;
  #isKnown = false;

  /** @param names - The names of all operations, by their numbers. None where programs import the type. */
  constructor(use: Use, names: readonly string[]) {
    this.use = use;
    this.#names = names;
    this.#known = emptySet(names);
    this.#untold = emptySet(names);
  }

  /** Adds operations; answers whether the places below are to be told, and were not before. */
  add(operations: OperationSet): boolean {
    let isMore = !this.#isKnown;
    this.#isKnown = true;
    for (const [index, word] of operations.entries()) {
      const more = word & ~(this.#known[index] ?? 0);
      if (more === 0) continue;
      this.#known[index] = (this.#known[index] ?? 0) | more;
      this.#untold[index] = (this.#untold[index] ?? 0) | more;
      isMore = true;
    }
    const wasTold = this.#isTold;
    if (isMore) this.#isTold = false;
    return isMore && wasTold;
  }

  /** The operations of which the places below have not been told. */
  takeUntold(): OperationSet {
    const untold = this.#untold;
    this.#untold = emptySet(this.#names);
    this.#isTold = true;
    return untold;
  }

  get operations(): readonly string[] {
    return this.#names.filter((_name, number) => ((this.#known[number >> 5] ?? 0) & (1 << (number & 31))) !== 0);
  }
}

/** A set without operations. */
export function emptySet(names: readonly string[]): OperationSet {
  return new Uint32Array((names.length + 31) >> 5);
}

/** A set of one operation. */
export function setOf(number: number, names: readonly string[]): OperationSet {
  const operations = emptySet(names);
  operations[number >> 5] = 1 << (number & 31);
  return operations;
}
