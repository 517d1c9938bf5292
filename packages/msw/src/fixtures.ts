import type { operations } from '@trawl/client';
import { EXAMPLES, OPERATIONS } from './generated/examples.js';

/** The name of an operation, such as `scrapePage`: its `operationId` in the contract. */
export type OperationName = keyof typeof OPERATIONS;

/** A status that an operation may respond with. */
export type StatusOf<Op extends OperationName> = keyof (typeof OPERATIONS)[Op]['responses'] & number;

/** The name of an example of a status, such as `CompletedCrawl`. */
export type ExampleOf<
  Op extends OperationName,
  Status extends StatusOf<Op>,
> = (typeof OPERATIONS)[Op]['responses'][Status] extends readonly (infer Name extends string)[] ? Name : never;

/** The body of a response, as the contract types it. */
export type BodyOf<Op extends OperationName, Status extends StatusOf<Op>> = operations[Op] extends {
  responses: { [S in Status]: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/**
 * The body of a response: an example of the contract. Each call returns a new copy, which may be changed.
 *
 * @param name which of the examples. Default: the first; of a job, the one that is completed.
 * @throws TypeError when the operation, the status or the example does not exist.
 * @example
 * const page = fixture('scrapePage', 200);
 * console.log(page.data?.markdown, fixture('getCrawl', 404).error);
 */
export function fixture<Op extends OperationName, Status extends StatusOf<Op>>(
  operation: Op,
  status: Status,
  name?: ExampleOf<Op, Status>,
): BodyOf<Op, Status> {
  const names = exampleNames(operation, status);
  const chosen = name ?? names.find((each) => Object(EXAMPLES[each]).status === 'completed') ?? names[0];
  if (chosen === undefined || !names.includes(chosen)) {
    throw new TypeError(`${operation} has no example ${chosen} with ${status}. It has: ${names.join(', ')}.`);
  }
  return structuredClone(EXAMPLES[chosen]) as BodyOf<Op, Status>;
}

/**
 * The statuses that an operation may respond with, the successful one first.
 *
 * @throws TypeError when there is no such operation.
 * @example
 * console.log(statusesOf('scrapePage')); // [200, 400, 401, …]
 */
export function statusesOf<Op extends OperationName>(operation: Op): StatusOf<Op>[] {
  return Object.keys(responsesOf(operation)).map(Number) as StatusOf<Op>[];
}

function exampleNames(operation: OperationName, status: number): readonly string[] {
  const names = responsesOf(operation)[status];
  if (names) return names;
  throw new TypeError(`${operation} has no response with ${status}. It has: ${statusesOf(operation).join(', ')}.`);
}

function responsesOf(operation: OperationName): Readonly<Record<number, readonly string[]>> {
  if (Object.hasOwn(OPERATIONS, operation)) return OPERATIONS[operation].responses;
  throw new TypeError(`There is no operation ${operation}. There are: ${Object.keys(OPERATIONS).join(', ')}.`);
}
