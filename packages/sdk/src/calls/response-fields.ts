import { malformedResponse, type Received } from './received.js';

/** A field of an answer that makes no sense without it. */
export function required<T>(value: T, field: string, received: Received<unknown>): NonNullable<T> {
  if (value !== undefined && value !== null) return value;
  throw malformedResponse(received, `without ${field}`);
}

export const dataOf = <T>({ data }: { readonly data?: T }, received: Received<unknown>): NonNullable<T> =>
  required(data as T, 'data', received);

/** Takes the list out of an answer; `missing` is what counts for one that is not there. */
export function listOf<Field extends string>(field: Field, missing?: never[]) {
  return <T>(answer: { readonly [F in Field]?: T[] }, received: Received<unknown>): T[] => {
    const { [field]: list = missing } = answer;
    if (Array.isArray(list)) return list;
    throw malformedResponse(received, `without its list ${field}`);
  };
}

/** What the start of a job is answered with: without an id there is no job to follow. */
export const withId = <T extends { readonly id?: unknown }>(
  started: T,
  received: Received<unknown>,
): T & { id: string } => ({
  ...started,
  id: required((typeof started.id === 'string' && started.id) || undefined, 'id', received),
});
