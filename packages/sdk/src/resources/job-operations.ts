import { noop } from '../async/noop.js';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { OperationName, Query, RequestBody, ResponseBody } from '../request/contract-types.js';
import type { CallOptions, RequestInput } from '../request/invoke.js';
import { withId } from '../request/response-fields.js';

/** A kind of job, with its operations. */
export interface JobKind<Start extends OperationName, Get extends OperationName> {
  /** The method of the client that starts such a job and follows it to its end. */
  readonly method: string;
  /** The field that a start cannot do without. */
  readonly subject: string;
  readonly start: Operation<Start>;
  readonly get: Operation<Get>;
  /** Undefined if such a job cannot be cancelled. */
  readonly cancel?: Operation<OperationName> | undefined;
}

/** How errors name a job: by the method that started or resumed it. */
export function jobNames(
  { method, start }: JobKind<OperationName, OperationName>,
  isResumed: boolean,
): { operation: string; sdkMethod: string } {
  return { operation: start.name, sdkMethod: isResumed ? start.sdkMethod.replace('start', 'resume') : method };
}

export function startJob<Start extends OperationName>(
  { invoke }: Connection,
  { start, subject }: JobKind<Start, OperationName>,
  request: object,
  call?: CallOptions,
): ApiCall<ResponseBody<Start> & { id: string }> {
  const makeInput = (): RequestInput<Start> => {
    // The methods that start and follow a job take the subject first.
    if (Object(request) !== request || Array.isArray(request)) {
      const message = `${start.sdkMethod} takes an object with named fields: { ${subject}: … }.`;
      throw new ConfigurationError(message, { operation: start.name });
    }
    return { body: request as RequestBody<Start> };
  };
  // The compiler does not know that every such operation answers with an id.
  return invoke(start, makeInput, call).mapData(withId) as never;
}

/** A job, and which page of its results. */
interface JobRequest<Get extends OperationName> {
  readonly id: string;
  readonly query?: Query<Get> | undefined;
}

export function getJob<Get extends OperationName>(
  { invoke }: Connection,
  { get }: JobKind<OperationName, Get>,
  { id, query }: JobRequest<Get>,
  call?: CallOptions,
): ApiCall<ResponseBody<Get>> {
  return invoke(get, { path: pathOf(id), query, failureIsResult: true }, call);
}

/** @throws ConfigurationError when such a job cannot be cancelled. */
export function cancelJob(
  { invoke }: Connection,
  { method, cancel }: JobKind<OperationName, OperationName>,
  id: string,
  call?: CallOptions,
): ApiCall<void> {
  if (!cancel) throw new ConfigurationError(`${method} cannot be cancelled.`);
  return invoke(cancel, { path: pathOf(id), emptyIsSuccess: true }, call).mapData(noop);
}

/** The contract has either name in the paths of jobs. */
const pathOf = (id: string): RequestInput<never>['path'] => ({ id, jobId: id }) as never;
