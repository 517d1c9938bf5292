import type { operations, webhooks } from '@trawl/client';

/** The `operationId` of an operation. Webhooks, which the service sends, are left out. */
export type OperationName = Exclude<keyof operations, keyof webhooks>;

type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : never;

/** The JSON body of a request. */
export type RequestBody<Op extends OperationName> = Json<NonNullable<operations[Op]['requestBody']>>;

/** The JSON body of a success. */
export type ResponseBody<Op extends OperationName> = operations[Op] extends { responses: { 200: infer Success } }
  ? Json<Success>
  : never;

export type Query<Op extends OperationName> = NonNullable<operations[Op]['parameters']['query']>;

export type Path<Op extends OperationName> = NonNullable<operations[Op]['parameters']['path']>;
