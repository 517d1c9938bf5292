import type { Bounds } from './bounds.js';

/** An operation of the contract at run time: a constant of `generated/operations.ts`. */
export type Operation<Name extends string = string> = readonly [
  /** Whether it is safe to repeat, by the contract. */
  repeatSafe: boolean,
  method: string,
  /** Its path, with the names of its parameters in braces. */
  path: string,
  /** The method of the SDK that calls it, such as `crawls.start`. */
  calledAs: string,
  /** Its name in the contract, such as `searchWeb`. */
  name: Name,
  /** The bounds of its body, or of its query if it has no body. */
  bounds?: Bounds,
];
