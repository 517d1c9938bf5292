import type { HeldPage, Hold } from '../browser/held-pages.js';
import type { Clock } from '../clock.js';

/** Pages of scrapes that stay as they are for a short while, so that a session can go on with them. */
export interface ParkedPages {
  /** Keeps the page until it is taken, its time is over, or it is displaced. */
  park(scrapeId: string, page: HeldPage): Promise<void>;
  /** Gives the page of the scrape to `hold`, if it is still there. */
  take(scrapeId: string, hold: Hold): Promise<void>;
  /** Closes all pages. */
  clear(): void;
}

/** How long a page waits for a session. */
const PARK_MS = 60_000;

/** Pages that wait at once; beyond it the oldest is closed. Each takes memory, and its scripts go on. */
const MAX_PAGES = 2;

export function createParkedPages(clock: Clock): ParkedPages {
  /** Ends the wait of each page, the oldest first. */
  const parked = new Map<string, (hold?: Hold) => void>();

  return {
    async park(scrapeId, page) {
      if (page.isPlaceAwaited) return;
      const left = new AbortController();
      let taken: Hold | undefined;
      parked.set(scrapeId, (hold) => {
        taken = hold;
        parked.delete(scrapeId);
        left.abort();
      });
      const [displaceOldest] = parked.values();
      if (parked.size > MAX_PAGES) displaceOldest?.();
      // It ends early when the page is taken or displaced.
      await clock.sleep(PARK_MS, AbortSignal.any([left.signal, page.signal])).catch(() => {});
      parked.delete(scrapeId);
      await taken?.(page);
    },
    take: (scrapeId, hold) =>
      new Promise((resolve) => {
        const leave = parked.get(scrapeId);
        if (!leave) return resolve();
        leave(async (page) => {
          const used = hold(page);
          resolve();
          await used;
        });
      }),
    clear() {
      for (const leave of [...parked.values()]) leave();
    },
  };
}
