import type { Bounds } from './bounds.js';

/** What is known of an operation without its types; each is a constant of `generated/operations.ts`. */
export type Operation<Name extends string = string> = readonly [
  /** Its name in the contract, such as `searchWeb`. */
  name: Name,
  method: string,
  /** Its path, with the names of its parameters in braces. */
  path: string,
  /** Whether sending it twice does no harm, by the contract. */
  repeatSafe: boolean,
  /** What its body has to keep within, or its query when it has none. */
  bounds?: Bounds,
];
