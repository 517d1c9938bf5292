import { ResponseFormatError } from '../errors/response-format-error.js';
import type { Received } from './api-call.js';

/** The error for an answer of which nothing can be made. */
export function misformed(
  { operation, requestId, attempts, response, repeatSafe, data }: Received<unknown>,
  words: string,
  cause?: unknown,
): ResponseFormatError {
  return new ResponseFormatError(`${operation} was answered ${words}.`, {
    operation,
    requestId,
    attempts,
    status: response.status,
    possiblyStarted: !repeatSafe || undefined,
    received: [data],
    cause,
  });
}

/** Takes the field out of an answer that makes no sense without it. */
function required<Field extends string>(field: Field) {
  return <T extends { [K in Field]?: unknown }>(answer: T, received: Received<unknown>): NonNullable<T[Field]> => {
    const value = answer[field];
    if (value !== undefined && value !== null) return value;
    throw misformed(received, `without \`${field}\``);
  };
}

export const dataOf = required('data');

const idOf = required('id');

/** What the start of a job is answered with: without an id there is no job to follow. */
export function withId<T extends { readonly id?: string }>(
  started: T,
  received: Received<unknown>,
): T & { id: string } {
  return { ...started, id: idOf(started, received) };
}

/** Of a call without a result. */
export const nothing = (): void => {};
