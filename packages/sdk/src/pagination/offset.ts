import { ConfigurationError } from '../errors/errors.js';
import type { Listing } from './paginated.js';

/**
 * Turns a listing by `offset` into one by cursor. A short page is not the last one, because a server may cut pages as
 * it likes; an empty one is. A server that ignores `offset` sends the same page for ever: the second one ends the walk.
 */
export function byOffset<T>(
  fetchItems: (offset: number, wanted: number) => Promise<readonly T[] | undefined>,
): Listing<T>['fetchPage'] {
  let previous: { content: string; end: number } | undefined;
  return async (cursor, wanted) => {
    const offset = Number(cursor ?? 0);
    if (!(offset >= 0)) throw new ConfigurationError(`cursor must be a number from 0 up, not ${cursor}.`);
    const items = await fetchItems(offset, wanted);
    if (!Array.isArray(items) || !items.length) return { items };
    // By their ids, if they have any: what stands beside them may change from one answer to the next.
    const content = JSON.stringify(items.map((item) => Object(item).id ?? item));
    if (previous?.end === offset && previous.content === content) return { items: [] };
    const end = offset + items.length;
    previous = { content, end };
    return { items, next: String(end) };
  };
}
