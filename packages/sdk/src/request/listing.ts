import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import { byOffset } from '../pagination/offset.js';
import { type Listing, Paginated, type ReceivedPage } from '../pagination/paginated.js';
import { positionKey, positionOf, queryOf } from '../pagination/position.js';
import type { CallOptions, NamedCallOptions } from './invoke.js';

/** The options of a listing. */
export interface ListOptions {
  /** The maximum number of items in all. Default: all of them. */
  readonly limit?: number | undefined;
  /** Where to start: the `cursor` of an error or a page. Default: at the beginning. */
  readonly cursor?: string | undefined;
}

/** A listing of an operation. `fetchPage` never gets a larger page size than the contract allows. */
export function listing<T>(
  { name: operation, sdkMethod, bounds }: Operation,
  { limit, cursor }: ListOptions,
  call: CallOptions | undefined,
  fetchPage: (cursor: string | undefined, count: number, call: CallOptions) => Promise<ReceivedPage<T>>,
  keyOf?: Listing<T>['keyOf'],
): Paginated<T> {
  const maxPageSize = bounds?.fields?.limit?.max ?? Infinity;
  const fetchWithin: Listing<T>['fetchPage'] = (start, limit, onResponse) => {
    const options: NamedCallOptions = { ...call, sdkMethod, onResponse };
    return fetchPage(start, Math.min(limit, maxPageSize), options);
  };
  return new Paginated({ operation, sdkMethod, fetchPage: fetchWithin, limit, cursor, signal: call?.signal, keyOf });
}

/** A listing by `limit` and `offset`. */
export function listByOffset<T>(
  operation: Operation,
  list: ListOptions,
  call: CallOptions | undefined,
  fetchItems: (
    page: { limit: number; offset: number },
    call: CallOptions,
  ) => PromiseLike<{ readonly data?: readonly T[] }>,
): Paginated<T> {
  const fetchPage = byOffset(
    async (offset, limit, options: CallOptions) => (await fetchItems({ limit, offset }, options)).data,
  );
  return listing(operation, { ...list }, call, fetchPage);
}

/** A listing by `next` links. Only the query of a link is used: the path is that of the operation. */
export function listByLink<T>(
  operation: Operation,
  { limit, cursor }: ListOptions,
  call: CallOptions | undefined,
  first: string,
  fetchItems: (
    page: { limit: number; skip: number },
    call: CallOptions,
  ) => PromiseLike<{ items: readonly T[] | undefined; next?: string | null | undefined }>,
): Paginated<T> {
  const fetchPage = async (start = first, size: number, options: CallOptions) => {
    const position = start === first ? first : positionOf(start, first, 'cursor', ConfigurationError);
    const { items, next } = await fetchItems({ limit: size, skip: 0, ...queryOf(position) }, options);
    return { items, next: next ? positionOf(next, first) : undefined };
  };
  return listing(operation, { limit, cursor: cursor ?? first }, call, fetchPage, positionKey);
}
