import type { Clock } from '@trawl/base/clock';
import type { OpenPage, UsePage } from '@trawl/browser/open-pages';

/** Pages of finished scrapes that stay open for a short while, so that a session can use them. */
export interface ReusablePages {
  /**
   * Keeps the page open until a session uses it, its time is over, or a newer page takes its place: that of another scrape,
   * or of the same one, which has read its page again.
   */
  keep(scrapeId: string, page: OpenPage): Promise<void>;
  /** Gives the page of the scrape to `use`, if it is still open. Resolves as soon as `use` has it. */
  reuse(scrapeId: string, use: UsePage): Promise<void>;
  /** Closes all pages. */
  clear(): void;
}

/** How long a page waits for a session. */
const KEPT_MS = 60_000;

/**
 * The maximum number of pages that wait at once. Each takes memory, and its scripts keep running. The oldest page is
 * closed for a newer one.
 */
const MAX_PAGES = 2;

export function createReusablePages(clock: Clock): ReusablePages {
  /** Ends the wait of each page, the oldest first. A page that is not used then is closed. */
  const endWaits = new Map<string, (use?: UsePage) => void>();

  return {
    async keep(scrapeId, page) {
      if (page.waitingCount > 0) return;
      const wait = new AbortController();
      let nextUse: UsePage | undefined;
      const endWait = (use?: UsePage) => {
        nextUse = use;
        endWaits.delete(scrapeId);
        wait.abort();
      };
      endWaits.get(scrapeId)?.();
      endWaits.set(scrapeId, endWait);
      const [endOldest] = endWaits.values();
      if (endWaits.size > MAX_PAGES) endOldest?.();
      // The sleep ends early when the page is used or closed.
      await clock.sleep(KEPT_MS, AbortSignal.any([wait.signal, page.signal])).catch(() => {});
      if (endWaits.get(scrapeId) === endWait) endWaits.delete(scrapeId);
      await nextUse?.(page);
    },
    reuse: (scrapeId, use) =>
      new Promise((resolve) => {
        const endWait = endWaits.get(scrapeId);
        if (!endWait) return resolve();
        endWait(async (page) => {
          const end = use(page);
          resolve();
          await end;
        });
      }),
    clear() {
      for (const endWait of [...endWaits.values()]) endWait();
    },
  };
}
