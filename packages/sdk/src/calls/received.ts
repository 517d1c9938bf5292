import { ResponseFormatError } from '../errors/errors.js';
import { errorFieldsOf } from '../formats/response-context.js';
import type { Answer } from '../transport/call.js';

/** An answer with what stands around it. */
export interface Reply<T> {
  readonly data: T;
  /** For its status and headers; its body has been read. */
  readonly response: Response;
  /** `x-request-id` of the answer; support will ask for it. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** The same as the resources see it: they shape the answer, and must not repeat a secret that stands in it. */
export interface Received<T> extends Reply<T>, Omit<Answer, keyof Reply<T>> {}

/** The error for an answer of which nothing can be made. */
export function malformedResponse(received: Received<unknown>, words: string, cause?: unknown): ResponseFormatError {
  const { operation, response, repeatSafe, data } = received;
  return new ResponseFormatError(`${operation} was answered ${words}.`, {
    ...errorFieldsOf(data, received),
    status: response.status,
    possiblyStarted: !repeatSafe || undefined,
    cause,
  });
}
