import { ResponseFormatError } from '../errors/response-format-error.js';
import { operations } from '../generated/operations.js';
import type { Received } from './api-call.js';

/** Takes the field out of an answer that makes no sense without it. */
export function required<Field extends string>(field: Field) {
  return <T extends { [K in Field]?: unknown }>(
    answer: T,
    { operation, requestId, attempts, response }: Received<unknown>,
  ): NonNullable<T[Field]> => {
    const value = answer[field];
    if (value !== undefined && value !== null) return value;
    throw new ResponseFormatError(`${operation} was answered without \`${field}\`.`, {
      operation,
      requestId,
      attempts,
      status: response.status,
      possiblyStarted: !operations[operation].repeatSafe || undefined,
    });
  };
}

/** What the start of a job is answered with: without an id there is no job to follow. */
export function withId<T extends { readonly id?: string }>(
  started: T,
  received: Received<unknown>,
): T & { id: string } {
  return { ...started, id: required('id')(started, received) };
}
