import type { ApiResponse } from '../async/api-response.js';
import { ResponseFormatError } from '../errors/errors.js';
import type { Redact } from '../errors/redact.js';
import { labelOf } from '../errors/sentence.js';
import type { ErrorFields } from '../errors/trawl-error.js';
import type { Call, RunWithDeadline } from './call.js';

/** A successful response, with what is needed to turn it into the result of its call. */
export interface ReceivedResponse<T = unknown> extends ApiResponse<T> {
  readonly call: Pick<Call, 'operation' | 'sdkMethod' | 'repeatSafe'>;
  /** Takes the secrets of the request out of what the server sent, before it goes into an error. */
  readonly redact: Redact;
  /** Runs further work on the response within the deadline and the signal of the call. */
  readonly runWithDeadline: RunWithDeadline;
}

/** The fields of an error about a response. The error keeps the body: the caller has paid for it. */
export function errorFieldsOf(body: unknown, response: ReceivedResponse): ErrorFields {
  const { call, requestId, attempts } = response;
  return { operation: call.operation, requestId, attempts, received: [body] };
}

/** The error for a response that cannot be used. */
export function malformedResponse(response: ReceivedResponse, problem: string, cause?: unknown): ResponseFormatError {
  return new ResponseFormatError(`${labelOf(response.call)} was answered ${problem}.`, {
    ...errorFieldsOf(response.data, response),
    status: response.response.status,
    possiblyStarted: !response.call.repeatSafe || undefined,
    retryable: false,
    cause,
  });
}
