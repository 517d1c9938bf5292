import { noop } from '../async/noop.js';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import { toWireBody } from '../formats/wire-body.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { OperationName, Query, RequestBody, ResponseBody } from '../request/contract-types.js';
import type { CallOptions, RequestInput } from '../request/invoke.js';
import { withId } from '../request/response-fields.js';

/** The operations of a kind of job. */
export interface JobOperations<Start extends OperationName, Get extends OperationName> {
  /** The method of the client that starts such a job and follows it to its end. */
  readonly run: string;
  /** The field that a start cannot do without. */
  readonly subject: string;
  readonly start: Operation<Start>;
  readonly get: Operation<Get>;
  /** Missing where such a job cannot be cancelled. */
  readonly cancel?: Operation<OperationName> | undefined;
}

/** How errors name a job: by the method that started or resumed it. */
export function jobNames(
  { run, start }: JobOperations<OperationName, OperationName>,
  isResumed: boolean,
): { operation: string; sdkMethod: string } {
  return { operation: start.name, sdkMethod: isResumed ? start.sdkMethod.replace('start', 'resume') : run };
}

/** The calls that every kind of job has. */
export function jobOperations<Start extends OperationName, Get extends OperationName>(
  { invoke }: Connection,
  operations: JobOperations<Start, Get>,
) {
  // The contract has either name in the paths of jobs.
  const pathOf = (id: string): RequestInput<never>['path'] => ({ id, jobId: id }) as never;

  return {
    start: (request: object, call?: CallOptions): ApiCall<ResponseBody<Start> & { id: string }> => {
      const { start, subject } = operations;
      const makeInput = (): RequestInput<Start> => {
        // The functions that start and follow a job take that first.
        if (typeof request === 'string' || Array.isArray(request)) {
          const message = `${start.sdkMethod} takes an object with named fields: { ${subject}: … }.`;
          throw new ConfigurationError(message, { operation: start.name });
        }
        return { body: toWireBody<RequestBody<Start>>(request) };
      };
      return invoke(start, makeInput, call).mapData(withId) as never;
    },

    get: (id: string, query?: Query<Get>, call?: CallOptions): ApiCall<ResponseBody<Get>> =>
      invoke(operations.get, { path: pathOf(id), query, failureIsResult: true }, call),

    cancel: (id: string, call?: CallOptions): ApiCall<void> => {
      const { run, cancel } = operations;
      if (!cancel) throw new ConfigurationError(`${run} cannot be cancelled.`);
      return invoke(cancel, { path: pathOf(id), emptyIsSuccess: true }, call).mapData(noop);
    },
  };
}
