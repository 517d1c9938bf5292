import { ResponseFormatError } from '../errors/errors.js';
import { errorFieldsOf } from '../formats/response-context.js';
import type { Answer } from '../transport/call.js';

/** The result of a call with its response. */
export interface Reply<T> {
  readonly data: T;
  /** The response, for its status and headers. Its body has been read. */
  readonly response: Response;
  /** `x-request-id` of the response. Support will ask for it. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** A reply with what the resources need to shape it: the deadline, and a way to take secrets out. */
export interface Received<T> extends Reply<T>, Omit<Answer, keyof Reply<T>> {}

/** The error for a response that cannot be used. */
export function malformedResponse(received: Received<unknown>, words: string, cause?: unknown): ResponseFormatError {
  const { operation, response, repeatSafe, data } = received;
  return new ResponseFormatError(`${operation} was answered ${words}.`, {
    ...errorFieldsOf(data, received),
    status: response.status,
    possiblyStarted: !repeatSafe || undefined,
    cause,
  });
}
