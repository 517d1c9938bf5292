import { BoundedMap } from '@trawl/base/bounded-map';
import type { RenderedPage } from '@trawl/browser/renderer';
import type { ScrapeOptions } from '@trawl/client';
import { requestedFormat } from '../formats/format-table.js';
import type { Copy } from './conversions.js';

/** Limit of the bytes of all pictures; beyond it those that were used longest ago are removed. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What the browser showed of a page, apart from its HTML. */
export type PictureOfPage = Pick<RenderedPage, 'screenshot' | 'warnings'>;

/** Screenshots of the pages in the cache. */
export interface CachedPictures {
  /** The screenshot of this copy that was taken with the same options. */
  get(copy: Copy, options: ScrapeOptions): PictureOfPage | undefined;
  add(copy: Copy, options: ScrapeOptions, picture: PictureOfPage): void;
}

/** Keeps screenshots in memory, where they end with the process: a page without one is rendered again. */
export function createCachedPictures(maxBytes: number = MAX_BYTES): CachedPictures {
  const pictures = new BoundedMap<string, PictureOfPage>(maxBytes, {
    weightOf: ({ screenshot }) => screenshot?.body.length ?? 0,
  });
  return {
    get: (copy, options) => pictures.use(keyOf(copy, options)),
    add: (copy, options, picture) => pictures.set(keyOf(copy, options), picture),
  };
}

function keyOf({ team, key, fetchedAt }: Copy, options: ScrapeOptions): string {
  const screenshot = requestedFormat(options, 'screenshot') ?? {};
  return JSON.stringify([team, key, fetchedAt, Object.entries(screenshot).sort()]);
}
