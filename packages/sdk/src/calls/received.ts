import type { Reply } from '../async/reply.js';
import { ResponseFormatError } from '../errors/errors.js';
import { labelOf } from '../errors/sentence.js';
import { errorFieldsOf } from '../formats/response-context.js';
import type { Answer } from '../transport/call.js';

/** A reply with what the resources need to shape it: the deadline, and a way to take secrets out. */
export interface Received<T> extends Reply<T>, Omit<Answer, keyof Reply<T>> {}

/** The error for a response that cannot be used. */
export function malformedResponse(received: Received<unknown>, words: string, cause?: unknown): ResponseFormatError {
  const { response, repeatSafe, data } = received;
  return new ResponseFormatError(`${labelOf(received)} was answered ${words}.`, {
    ...errorFieldsOf(data, received),
    status: response.status,
    possiblyStarted: !repeatSafe || undefined,
    retryable: false,
    cause,
  });
}
