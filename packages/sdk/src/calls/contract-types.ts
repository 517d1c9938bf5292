import type { operations } from '@trawl/client';
import type * as constants from '../generated/operations.js';

/** What operations take and give on the wire, read off the contract's types. */
export type OperationName = keyof operations & keyof typeof constants;

type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : never;

/** The JSON body of a request. */
export type RequestBody<Op extends OperationName> = Json<NonNullable<operations[Op]['requestBody']>>;

/** The same on its way out: what is undefined is not sent. */
export type Undefinable<Fields> = { [Field in keyof Fields]: Fields[Field] | undefined };

/** The JSON body of a success. */
export type ResponseBody<Op extends OperationName> = operations[Op] extends { responses: { 200: infer Success } }
  ? Json<Success>
  : never;

export type Query<Op extends OperationName> = NonNullable<operations[Op]['parameters']['query']>;

export type Path<Op extends OperationName> = NonNullable<operations[Op]['parameters']['path']>;
