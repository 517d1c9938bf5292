import type { RunningBrowser } from './lazy-browser.js';
import type { PlainPage } from './plain-page.js';

/**
 * Keeps a new context with an empty page ready for the next request without special options. Starting the process of a
 * page takes longer than showing a small page.
 */
export interface SparePage {
  /** The spare page, if this browser has one or makes one. */
  take(running: RunningBrowser): Promise<PlainPage | undefined>;
  /** Makes a spare page in the background, unless there is one. */
  prepare(running: RunningBrowser): void;
}

export function createSparePage(open: (running: RunningBrowser) => Promise<PlainPage>): SparePage {
  let spare: { readonly running: RunningBrowser; readonly opened: Promise<PlainPage | undefined> } | undefined;

  return {
    async take(running) {
      if (spare?.running !== running) return undefined;
      const { opened } = spare;
      spare = undefined;
      const taken = await opened;
      return taken?.page.isClosed() ? undefined : taken;
    },
    prepare(running) {
      if (spare?.running === running || !running.browser.isConnected()) return;
      // The browser has ended where it fails. The next request opens a page of its own.
      spare = { running, opened: open(running).catch(() => undefined) };
    },
  };
}
