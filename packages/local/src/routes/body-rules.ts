import type { OperationName } from '../contract/operation.js';
import { refuseUnsupportedOptions } from '../parse/unsupported-options.js';

/** The rules of an operation for its JSON body beyond its schema. */
export interface BodyRules {
  /** The most bytes of the body, where it differs from that of all others. */
  readonly maxBytes?: number;
  /** Throws a refusal that says more than the schema can, before the body is validated. */
  readonly refuseBody?: (body: unknown) => void;
}

export const bodyRules: { readonly [Op in OperationName]?: BodyRules } = {
  // It may hold as many URLs as a body may hold values, and long ones.
  startBatchScrape: { maxBytes: 4 * 1024 * 1024 },
  parseFile: { refuseBody: refuseUnsupportedOptions },
};
