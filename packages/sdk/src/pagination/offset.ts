import { ConfigurationError } from '../errors/errors.js';
import type { ReceivedPage } from './paginated.js';

/**
 * Turns a listing by `offset` into one by cursor. It ends at an empty page, and not at a short one: a server may send fewer
 * items than it was asked for. It also ends at a page that comes twice, from a server that ignores `offset`.
 */
export function byOffset<T, Options>(
  fetchItems: (offset: number, count: number, options: Options) => Promise<readonly T[] | undefined>,
): (cursor: string | undefined, limit: number, options: Options) => Promise<ReceivedPage<T>> {
  let previous: { content: string; end: number } | undefined;
  return async (cursor, limit, options) => {
    const offset = Number(cursor ?? 0);
    if (!(offset >= 0)) throw new ConfigurationError(`cursor must be a number from 0 up, not ${cursor}.`);
    const items = await fetchItems(offset, limit, options);
    if (!Array.isArray(items) || !items.length) return { items };
    // Compares the ids, if there are any: other fields may change between two responses.
    const content = JSON.stringify(items.map((item) => Object(item).id ?? item));
    if (previous?.end === offset && previous.content === content) return { items: [] };
    const end = offset + items.length;
    previous = { content, end };
    return { items, next: String(end) };
  };
}
