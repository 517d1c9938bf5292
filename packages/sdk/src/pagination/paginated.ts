import { LazyPromise } from '../async/lazy-promise.js';
import { ConfigurationError, ResponseFormatError } from '../errors/errors.js';
import { abortedError, interruptedError } from './errors.js';

/** One page of a listing. */
export interface Page<T> {
  readonly items: readonly T[];
  /**
   * Where the next page begins; undefined on the last one, and on one that `limit` cut short because the service sent more
   * than it was asked for.
   */
  readonly next?: string | undefined;
}

/** A page as it came: the list may be missing. */
export type ReceivedPage<T> = Omit<Page<T>, 'items'> & { readonly items: readonly T[] | undefined };

export interface Listing<T> {
  /** The operation's name in the contract, for errors. */
  readonly operation: string;
  /**
   * Asks for the page at a cursor; the first page has none unless the walk begins at one. `wanted` is how many items are
   * still to come, `Infinity` for all.
   */
  readonly fetchPage: (cursor: string | undefined, wanted: number) => Promise<ReceivedPage<T>>;
  /** Where to begin; named also for the first page where a link may lead back to it, or it would be read twice. */
  readonly cursor?: string | undefined;
  /** How many items the caller wants in all. */
  readonly limit?: number | undefined;
  /** Ends the walk, also while the items of a page are handed out. */
  readonly signal?: AbortSignal | undefined;
  /** Equal for cursors that mean the same place; by default the cursor itself. */
  readonly keyOf?: ((cursor: string) => string) | undefined;
}

/**
 * A listing of any length. Await it for an array of everything, or iterate it and only one page is held at a time.
 * Nothing is sent before, and no page is asked for until its first item is wanted. Iterating again asks again.
 */
export class Paginated<T> extends LazyPromise<T[]> implements AsyncIterable<T> {
  readonly #listing: Listing<T>;

  constructor(listing: Listing<T>) {
    super();
    this.#listing = listing;
  }

  protected async run(): Promise<T[]> {
    const received: T[] = [];
    for await (const { items } of this.#walk(received)) {
      for (const item of items) received.push(item);
    }
    return received;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { operation, signal } = this.#listing;
    for await (const { items } of this.pages()) {
      for (const item of items) {
        if (signal?.aborted) throw abortedError(signal, operation, { operation });
        yield item;
      }
    }
  }

  /** Page by page, each with the cursor of the next one: keep it to go on later. */
  pages(): AsyncGenerator<Page<T>, void, undefined> {
    return this.#walk([]);
  }

  async *#walk(received: readonly T[]): AsyncGenerator<Page<T>, void, undefined> {
    const { operation, limit = Infinity, keyOf = (cursor) => cursor } = this.#listing;
    if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 0)) {
      throw new ConfigurationError(`limit must be a whole number from 0 up, not ${limit}.`, { operation });
    }
    const visited = new Set<string>();
    let { cursor } = this.#listing;
    for (let count = 0; count < limit; ) {
      const { items: all, next } = await this.#page(cursor, limit - count).catch((error: unknown) => {
        // With nothing lost there is nothing to add to the plain error.
        throw visited.size ? interruptedError(error, operation, count, { received, cursor }) : error;
      });
      visited.add(keyOf(cursor ?? ''));
      const items = all.slice(0, limit - count);
      count += items.length;
      // A page that is longer than was asked for has no next one: what was cut off would be missing from it.
      const ends = next === undefined || visited.has(keyOf(next)) || items.length < all.length;
      cursor = ends ? undefined : next;
      yield { items, next: cursor };
      if (ends) return;
    }
  }

  async #page(cursor: string | undefined, wanted: number): Promise<Page<T>> {
    const { operation, fetchPage } = this.#listing;
    const { items, next } = await fetchPage(cursor, wanted);
    if (Array.isArray(items)) return { items, next };
    // Taken for an empty page, it would make a short list look whole.
    throw new ResponseFormatError(`${operation} was answered without its list.`, { operation });
  }
}
