import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import { byOffset } from '../pagination/offset.js';
import { type Listing, Paginated } from '../pagination/paginated.js';
import { positionKey, positionOf, queryOf } from '../pagination/position.js';
import type { CallOptions } from './invoke.js';

/** How a listing is asked for. */
export interface ListOptions {
  /** How many items come at most, in all. All of them unless told otherwise. */
  readonly limit?: number | undefined;
  /** Where an earlier walk broke off: the `cursor` of its error. From the beginning unless told otherwise. */
  readonly cursor?: string | undefined;
}

/** A listing of an operation. `fetchPage` is told to ask for no more items at once than the contract allows. */
export function listing<T>(
  [operation, , , , bounds]: Operation,
  { limit, cursor }: ListOptions,
  call: CallOptions | undefined,
  fetchPage: Listing<T>['fetchPage'],
  keyOf?: Listing<T>['keyOf'],
): Paginated<T> {
  const [most] = (bounds as { limit: readonly [number] }).limit;
  const fetchWithin: typeof fetchPage = (from, wanted) => fetchPage(from, Math.min(wanted, most));
  return new Paginated({ operation, fetchPage: fetchWithin, limit, cursor, signal: call?.signal, keyOf });
}

/** A listing by `limit` and `offset`. */
export function listByOffset<T>(
  operation: Operation,
  list: ListOptions,
  call: CallOptions | undefined,
  fetchItems: (page: { limit: number; offset: number }) => PromiseLike<{ readonly data?: readonly T[] }>,
): Paginated<T> {
  const fetchPage = byOffset(async (offset, limit) => (await fetchItems({ limit, offset })).data);
  return listing(operation, { ...list }, call, fetchPage);
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
  const fetchPage = async (from = first, size: number) => {
    const position = from === first ? first : positionOf(from, first, 'cursor', ConfigurationError);
    const { items, next } = await fetchItems({ limit: size, skip: 0, ...queryOf(position) });
    return { items, next: next ? positionOf(next, first) : undefined };
  };
  return listing(operation, { limit, cursor: cursor ?? first }, call, fetchPage, positionKey);
}
