import type { Stores } from '../store/stores.js';

/**
 * Fills empty full-text indexes from the tables of pages and images.
 *
 * @param pause is awaited between batches, and may throw to stop.
 */
export async function reindex({ search }: Pick<Stores, 'search'>, pause: () => Promise<void>): Promise<void> {
  const steps = [(after: number) => search.indexPages(after), (after: number) => search.indexImages(after)];
  for (const step of steps) {
    for (let last: number | undefined = 0; last !== undefined; last = await step(last)) await pause();
  }
}
