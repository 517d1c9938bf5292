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
  // The pictures are in the order of their last use.
  const pictures = new Map<string, PictureOfPage>();
  let totalBytes = 0;

  function remove(key: string): void {
    totalBytes -= pictures.get(key)?.screenshot?.body.length ?? 0;
    pictures.delete(key);
  }

  return {
    get(copy, options) {
      const key = keyOf(copy, options);
      const picture = pictures.get(key);
      if (!picture) return undefined;
      pictures.delete(key);
      pictures.set(key, picture);
      return picture;
    },
    add(copy, options, picture) {
      const key = keyOf(copy, options);
      const bytes = picture.screenshot?.body.length ?? 0;
      remove(key);
      if (bytes > maxBytes) return;
      pictures.set(key, picture);
      totalBytes += bytes;
      for (const oldest of pictures.keys()) {
        if (totalBytes <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}

function keyOf({ team, key, fetchedAt }: Copy, options: ScrapeOptions): string {
  const screenshot = requestedFormat(options, 'screenshot') ?? {};
  return JSON.stringify([team, key, fetchedAt, Object.entries(screenshot).sort()]);
}
