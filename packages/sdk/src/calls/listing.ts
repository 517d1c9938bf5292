import { ConfigurationError } from '../errors/errors.js';
import { byOffset } from '../pagination/offset.js';
import { Paginated } from '../pagination/paginated.js';
import { positionKey, positionOf, queryOf } from '../pagination/position.js';
import type { CallOptions } from './invoke.js';
import type { Operation } from './operation.js';

/** How a listing is asked for. */
export interface ListOptions {
  /** How many items come at most, in all. All of them unless told otherwise. */
  readonly limit?: number | undefined;
  /** Where an earlier walk broke off: the `cursor` of its error. From the beginning unless told otherwise. */
  readonly cursor?: string | undefined;
}

/** What a server is asked for at once, by a caller who wants so many items. */
export const pageSize = ([, , , , bounds]: Operation, wanted: number): number => {
  const [most] = (bounds as { limit: readonly [number] }).limit;
  return Math.min(wanted, most);
};

/** A listing by `limit` and `offset`. */
export function listByOffset<T>(
  operation: Operation,
  list: ListOptions,
  call: CallOptions | undefined,
  fetchItems: (page: { limit: number; offset: number }) => PromiseLike<{ readonly data?: readonly T[] }>,
): Paginated<T> {
  const { limit, cursor } = { ...list };
  const fetchPage = byOffset(
    async (offset, wanted) => (await fetchItems({ limit: pageSize(operation, wanted), offset })).data,
  );
  return new Paginated({ operation: operation[0], fetchPage, limit, cursor, signal: call?.signal });
}

/** A listing by `next` links, of which only the query counts: the path is that of the operation. */
export function listByLink<T>(
  operation: Operation,
  { limit, cursor }: ListOptions,
  call: CallOptions | undefined,
  first: string,
  fetchItems: (page: {
    limit: number;
    skip: number;
  }) => PromiseLike<{ items: readonly T[] | undefined; next?: string | null | undefined }>,
): Paginated<T> {
  const fetchPage = async (from = first, wanted: number) => {
    const position = from === first ? first : positionOf(from, first, 'cursor', ConfigurationError);
    const { items, next } = await fetchItems({ limit: pageSize(operation, wanted), skip: 0, ...queryOf(position) });
    return { items, next: next ? positionOf(next, first) : undefined };
  };
  const signal = call?.signal;
  return new Paginated({
    operation: operation[0],
    fetchPage,
    limit,
    cursor: cursor ?? first,
    signal,
    keyOf: positionKey,
  });
}
