import type { OperationName, ResponseBody } from '../src/contract/operation.js';

/** All fields required, because a test that reads a field expects it. */
type Present<Value> = Value extends readonly (infer Item)[]
  ? readonly Present<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]-?: Present<NonNullable<Value[Key]>> }
    : Value;

/** The response to a call. A test that reads fields of the body names the operation, and expects a success. */
export interface Reply<Op extends OperationName = never> {
  readonly status: number;
  readonly body: [Op] extends [never] ? unknown : Present<ResponseBody<Op>>;
}
