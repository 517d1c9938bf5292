import type { OperationName, ResponseBody } from '../src/contract/operation.js';

/** With every field there: a test that reads one expects it. */
type Present<Value> = Value extends readonly (infer Item)[]
  ? readonly Present<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]-?: Present<NonNullable<Value[Key]>> }
    : Value;

/** What came back for a call. A test that reads fields of the body names the operation, and calls it so that it succeeds. */
export interface Reply<Op extends OperationName = never> {
  readonly status: number;
  readonly body: [Op] extends [never] ? unknown : Present<ResponseBody<Op>>;
}
