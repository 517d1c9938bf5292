import { isOverIn } from '@trawl/base/is-over-in';
import type { DevToolsSession } from './devtools-sessions.js';
import type { RunningBrowser } from './lazy-browser.js';

/** A page that is not closed in this time loses its process. */
const CLOSE_MS = 5_000;

/** A browser that answers nothing in this time, also after the process of its busiest page has ended, is ended itself. */
const ANSWER_MS = 15_000;

/** How a browser context is closed. */
export interface Closing {
  close(): Promise<unknown>;
  /** Ends the processes of its pages, also of those that no longer react. */
  crashPages(): void;
}

/** Closes a context. If a page cannot be closed, its process is ended. The whole browser is ended only if it no longer reacts. */
export async function closeInTime({ session, watch, stop }: RunningBrowser, context: Closing): Promise<void> {
  // It fails where the browser is gone, and the context with it.
  const closed = context.close().catch(() => {});
  if (await isOverIn(CLOSE_MS, closed)) return;
  context.crashPages();
  if (await isOverIn(CLOSE_MS, closed)) return;
  if (await isOverIn(CLOSE_MS, answer(session))) return;
  watch.endBusiest();
  if (!(await isOverIn(ANSWER_MS, answer(session)))) await stop();
}

/** Resolves when the browser has answered, or ended. */
async function answer(browser: DevToolsSession): Promise<void> {
  await browser.send('Browser.getVersion');
}
