import type { Bounds } from './bounds.js';

/** An operation of the contract at run time: a constant of `generated/operations.ts`. */
export interface Operation<Name extends string = string> {
  readonly method: string;
  /** Whether it is safe to repeat, by the contract. */
  readonly repeatSafe: boolean;
  /** Its path, with the names of its parameters in braces. */
  readonly path: string;
  /** Its name in the contract, such as `searchWeb`. */
  readonly name: Name;
  /** The method of the SDK that calls it, such as `crawls.start`. */
  readonly sdkMethod: string;
  /** The bounds of its body, or of its query if it has no body. */
  readonly bounds?: Bounds;
}
