import { malformedResponse, type ReceivedResponse } from '../transport/received-response.js';

/** A field that the response must have. */
export function required<T>(value: T, field: string, response: ReceivedResponse): NonNullable<T> {
  if (value !== undefined && value !== null) return value;
  throw malformedResponse(response, `without ${field}`);
}

export const dataOf = <T>({ data }: { readonly data?: T }, response: ReceivedResponse): NonNullable<T> =>
  required(data as T, 'data', response);

/** Returns a function that takes the list out of a response. `missing` is the list for a response without the field. */
export function listOf<Field extends string>(field: Field, fallback?: never[]) {
  return <T>(answer: { readonly [F in Field]?: T[] }, response: ReceivedResponse): T[] => {
    const { [field]: list = fallback } = answer;
    if (Array.isArray(list)) return list;
    throw malformedResponse(response, `without its list ${field}`);
  };
}

/** The response to the start of a job, which must have an id. */
export const withId = <T extends { readonly id?: unknown }>(
  job: T,
  response: ReceivedResponse,
): T & { id: string } => ({
  ...job,
  id: required((typeof job.id === 'string' && job.id) || undefined, 'id', response),
});

/** A response without the count of credits that servers send as -1 when they do not count. */
export function withoutUncounted<T extends { readonly creditsUsed?: number | undefined }>(answer: T): T {
  const { creditsUsed, ...rest } = answer;
  return creditsUsed === -1 ? (rest as T) : answer;
}
