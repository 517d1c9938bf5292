import { isOverIn } from '@trawl/base/is-over-in';
import type { RunningBrowser } from './lazy-browser.js';
import { RenderFailure } from './render-failure.js';

/**
 * Keeps a new context with an empty page ready for the next request without special options. Starting the process of a
 * page takes longer than showing a small page.
 */
export interface SparePage<Page> {
  /** The spare page, if this browser has one or makes one. */
  take(running: RunningBrowser): Promise<Page | undefined>;
  /** Makes a spare page in the background, unless there is one. */
  prepare(running: RunningBrowser): void;
}

export interface SparePageOptions<Page> {
  open(running: RunningBrowser): Promise<Page>;
  /** Whether the page has not ended meanwhile. */
  isUsable(running: RunningBrowser, page: Page): Promise<boolean>;
  close(running: RunningBrowser, page: Page): void;
}

/** A page that has not opened in this time is not waited for. */
const OPEN_MS = 10_000;

/** The page that opens, if it does so in time. Throws a `RenderFailure` else, and the caller ends what it has begun. */
export async function openedInTime<Page>(opening: Promise<Page>): Promise<Page> {
  if (await isOverIn(OPEN_MS, opening)) return opening;
  throw new RenderFailure('failed', 'The browser has not opened a page in time.');
}

export function createSparePage<Page>({ open, isUsable, close }: SparePageOptions<Page>): SparePage<Page> {
  const spares = new WeakMap<RunningBrowser, Promise<Page | undefined>>();

  return {
    async take(running) {
      const opened = spares.get(running);
      spares.delete(running);
      const taken = await opened;
      if (!taken || (await isUsable(running, taken))) return taken;
      close(running, taken);
      return undefined;
    },
    prepare(running) {
      if (spares.has(running) || !running.isConnected()) return;
      // The browser has ended where it fails. The next request opens a page of its own.
      spares.set(
        running,
        open(running).catch(() => undefined),
      );
    },
  };
}
