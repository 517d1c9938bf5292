import { byOffset } from '../pagination/offset.js';
import { Paginated } from '../pagination/paginated.js';
import { positionKey, positionOf } from '../pagination/position.js';

/** How a listing is asked for: `limit` is how many items come at most in all, `cursor` where an earlier walk broke off. */
export interface ListOptions {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** What the server is asked for at once; the most that every listing of the contract allows. */
export const PAGE_SIZE = 100;

/** A listing by `limit` and `offset`. */
export function listByOffset<T>(
  operation: string,
  { limit, cursor }: ListOptions,
  fetchItems: (page: { limit: number; offset: number }) => PromiseLike<readonly T[] | undefined>,
): Paginated<T> {
  const pageSize = Math.min(limit ?? PAGE_SIZE, PAGE_SIZE);
  const fetchPage = byOffset(async (offset) => (await fetchItems({ limit: pageSize, offset })) ?? []);
  return new Paginated({ operation, fetchPage, limit, cursor });
}

/** A listing by `next` links, of which only the query counts: the path is that of the operation. */
export function listByLink<T>(
  operation: string,
  { limit, cursor }: ListOptions,
  baseUrl: string,
  first: string,
  fetchItems: (page: {
    limit: number;
    skip: number;
  }) => PromiseLike<{ items: readonly T[]; next?: string | null | undefined }>,
): Paginated<T> {
  const fetchPage = async (position = first) => {
    const { searchParams } = new URL(position, baseUrl);
    const skip = Number(searchParams.get('skip') ?? 0);
    const { items, next } = await fetchItems({ limit: Number(searchParams.get('limit') ?? PAGE_SIZE), skip });
    return { items, next: next ? positionOf(next, position, baseUrl) : undefined };
  };
  return new Paginated({ operation, fetchPage, limit, cursor: cursor ?? first, keyOf: positionKey });
}
