import type { ApiResponse, OnResponse } from '../async/api-response.js';
import { LazyPromise } from '../async/lazy-promise.js';
import { ConfigurationError, ResponseFormatError } from '../errors/errors.js';
import { labelOf, type NamedCall } from '../errors/sentence.js';
import { abortedError, interruptedError } from './errors.js';

/** One page of a listing. */
export interface Page<T> {
  readonly items: readonly T[];
  /**
   * The cursor of the next page. Undefined on the last page, and on one that was cut because the service sent more items
   * than it was asked for.
   */
  readonly next?: string | undefined;
}

/** A page as the service sent it: the list may be missing. */
export type ReceivedPage<T> = Omit<Page<T>, 'items'> & { readonly items: readonly T[] | undefined };

export interface Listing<T> extends NamedCall {
  /**
   * Fetches the page at a cursor. `wanted` is the number of items that are still wanted, `Infinity` for all.
   */
  readonly fetchPage: (cursor: string | undefined, count: number, onResponse?: OnResponse) => Promise<ReceivedPage<T>>;
  /** Where to start. Needed also for the first page if a link may lead back to it. */
  readonly cursor?: string | undefined;
  /** The maximum number of items in all. */
  readonly limit?: number | undefined;
  /** Ends the listing, also between two items of a page. */
  readonly signal?: AbortSignal | undefined;
  /** Equal for cursors of the same page. Default: the cursor itself. */
  readonly keyOf?: ((cursor: string) => string) | undefined;
}

/**
 * A listing of any length. Await it to get an array of all items, or iterate it with one page in memory at a time. It sends
 * nothing before, and fetches a page when its first item is needed. Each iteration starts again.
 */
export class Paginated<T> extends LazyPromise<T[]> implements AsyncIterable<T> {
  readonly #listing: Listing<T>;

  constructor(listing: Listing<T>) {
    super();
    this.#listing = listing;
  }

  protected async run(): Promise<ApiResponse<T[]>> {
    const data: T[] = [];
    let last: ApiResponse<unknown> | undefined;
    const pages = this.#walk(data, (reply) => {
      last = reply;
    });
    for await (const { items } of pages) for (const item of items) data.push(item);
    return { ...(last as ApiResponse<unknown>), data };
  }

  override async withResponse(): Promise<ApiResponse<T[]>> {
    const reply = await super.withResponse();
    if (reply.response) return reply;
    throw new ConfigurationError('Nothing was requested, so there is no response.');
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { operation, signal } = this.#listing;
    for await (const { items } of this.pages()) {
      for (const item of items) {
        if (signal?.aborted) throw abortedError(signal, labelOf(this.#listing), { operation });
        yield item;
      }
    }
  }

  /** Iterates page by page. Each page has the cursor of the next one: keep it to resume later. */
  pages(): AsyncGenerator<Page<T>, void, undefined> {
    return this.#walk([]);
  }

  async *#walk(received: readonly T[], onResponse?: OnResponse): AsyncGenerator<Page<T>, void, undefined> {
    const { operation, limit = Infinity, keyOf = (cursor) => cursor } = this.#listing;
    if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
      throw new ConfigurationError(`limit must be a whole number from 0 up, not ${limit}.`, { operation });
    }
    const cursors = new Set<string>();
    let { cursor } = this.#listing;
    for (let count = 0; count < limit; ) {
      const { items: all, next } = await this.#page(cursor, limit - count, onResponse).catch((error: unknown) => {
        // Before the first page nothing is lost, so the error needs no addition.
        throw cursors.size ? interruptedError(error, labelOf(this.#listing), count, { received, cursor }) : error;
      });
      cursors.add(keyOf(cursor ?? ''));
      const items = all.slice(0, limit - count);
      count += items.length;
      // After a cut there is no next page: the items that were cut off would be missing.
      const ends = next === undefined || cursors.has(keyOf(next)) || items.length < all.length;
      cursor = ends ? undefined : next;
      yield { items, next: cursor };
      if (ends) return;
    }
  }

  async #page(cursor: string | undefined, limit: number, onResponse?: OnResponse): Promise<Page<T>> {
    const { operation, fetchPage } = this.#listing;
    const { items, next } = await fetchPage(cursor, limit, onResponse);
    if (Array.isArray(items)) return { items, next };
    // As an empty page, it would make an incomplete list look complete.
    throw new ResponseFormatError(`${labelOf(this.#listing)} was answered without its list.`, { operation });
  }
}
