import type { Bounds } from './bounds.js';

/** What is known of an operation without its types; each is a constant of `generated/operations.ts`. */
export interface Operation<Name extends string = string> {
  /** Its name in the contract, such as `searchWeb`. */
  readonly name: Name;
  readonly method: string;
  /** Its path, with the names of its parameters in braces. */
  readonly path: string;
  /** Whether sending it twice does no harm, by the contract. */
  readonly repeatSafe: boolean;
  /** What its body has to keep within. */
  readonly bounds?: Bounds;
}
