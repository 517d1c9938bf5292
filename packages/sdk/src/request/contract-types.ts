import type { operations } from '@trawl/client';
import type * as constants from '../generated/operations.js';

/** The operations of the contract, by their names. */
export type OperationName = keyof operations & keyof typeof constants;

type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : never;

/** The JSON body of a request. */
export type RequestBody<Op extends OperationName> = Json<NonNullable<operations[Op]['requestBody']>>;

/** Fields that may be undefined. Those are not sent. */
export type Undefinable<Fields> = { [Field in keyof Fields]: Fields[Field] | undefined };

/** The JSON body of a successful response. */
export type ResponseBody<Op extends OperationName> = operations[Op] extends { responses: { 200: infer Success } }
  ? Json<Success>
  : never;

export type Query<Op extends OperationName> = NonNullable<operations[Op]['parameters']['query']>;

export type Path<Op extends OperationName> = NonNullable<operations[Op]['parameters']['path']>;
