import { ResponseFormatError } from '../errors/response-format-error.js';
import { factsAbout } from '../formats/answer-context.js';
import type { Received } from './api-call.js';

/** The error for an answer of which nothing can be made. */
export function misformed(received: Received<unknown>, words: string, cause?: unknown): ResponseFormatError {
  const { operation, response, repeatSafe, data } = received;
  return new ResponseFormatError(`${operation} was answered ${words}.`, {
    ...factsAbout(data, received),
    status: response.status,
    possiblyStarted: !repeatSafe || undefined,
    cause,
  });
}

/** A field of an answer that makes no sense without it. */
export function required<T>(value: T, field: string, received: Received<unknown>): NonNullable<T> {
  if (value !== undefined && value !== null) return value;
  throw misformed(received, `without \`${field}\``);
}

export const dataOf = <T>({ data }: { readonly data?: T }, received: Received<unknown>): NonNullable<T> =>
  required(data as T, 'data', received);

/** What the start of a job is answered with: without an id there is no job to follow. */
export const withId = <T extends { readonly id?: unknown }>(
  started: T,
  received: Received<unknown>,
): T & { id: string } => ({
  ...started,
  id: required((typeof started.id === 'string' && started.id) || undefined, 'id', received),
});
