import type { BrowserContext, Page } from 'playwright-core';
import type { ProcessWatch } from './process-watch.js';
import { RenderFailure } from './render-failure.js';

/** A page that stays open after it was read. */
export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Aborts when the page has to be given up: another one needs its place, or its process has ended. */
  readonly signal: AbortSignal;
  /** How many pages waited for a place when this one was read. */
  readonly waitingCount: number;
  /** Gives back the place of the page, and lets it open windows: from now on no other page displaces it. */
  keep(): void;
}

/** Uses a page that was read. The page is closed when the promise settles. */
export type UsePage = (page: OpenPage) => Promise<unknown>;

/** The pages that are in use, the oldest first. They have places that other pages may need. */
export interface OpenPages {
  /** Gives the page to `usePage`. */
  use(page: Page, limits: PageLimits, usePage: UsePage): Promise<void>;
  displaceOldest(): void;
}

/** The most windows of a page that stays open, because a page may open them without end. */
const MAX_WINDOWS = 10;

/** Closes the windows that a page opens beside itself: only a session uses them. */
export function limitWindows(context: BrowserContext): Windows {
  const onPage = (page: Page) => {
    if (context.pages().length > windows.count) page.close().catch(() => {});
  };
  context.on('page', onPage);
  const windows = { count: 1, stop: () => context.off('page', onPage) };
  return windows;
}

interface Windows {
  count: number;
  /** Closes no windows any more. */
  stop(): void;
}

/** The place of a page among those that are open at once. */
export interface Place {
  /** How many pages waited for a place when this one was read. */
  readonly waitingCount: number;
  release(): void;
}

/** What can end the use of a page, or lets it open more windows. */
interface PageLimits {
  readonly windows: Windows;
  readonly place: Place;
  readonly watch: Pick<ProcessWatch, 'crashReason' | 'onLargePage'>;
}

export function createOpenPages(): OpenPages {
  const displaceable = new Set<AbortController>();
  return {
    async use(page, { windows, place, watch }, usePage) {
      const context = page.context();
      const controller = new AbortController();
      const end = (why: string) => controller.abort(new RenderFailure('ended', why));
      page.once('crash', () => end(watch.crashReason()));
      context.once('close', () => end('The browser ended.'));
      displaceable.add(controller);
      // Which page is the large one is not known. A session opens the page again.
      const endWatch = watch.onLargePage(() => end('A page took too much memory to be kept.'));
      const keep = () => {
        endWatch();
        displaceable.delete(controller);
        windows.count = MAX_WINDOWS;
        place.release();
      };
      try {
        await usePage({ context, page, signal: controller.signal, waitingCount: place.waitingCount, keep });
      } finally {
        endWatch();
        displaceable.delete(controller);
      }
    },
    displaceOldest() {
      const [oldest] = displaceable;
      if (!oldest) return;
      displaceable.delete(oldest);
      oldest.abort(new RenderFailure('ended', 'Another page needed its place.'));
    },
  };
}
