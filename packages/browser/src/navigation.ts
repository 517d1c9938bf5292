import { RenderFailure } from './render-failure.js';

/** A page whose loading can be waited for. */
export interface LoadingPage {
  waitForLoadState(state: 'load' | 'domcontentloaded', options?: { readonly timeout?: number }): Promise<void>;
  isClosed(): boolean;
}

/** The messages of the driver and of the browser when a page navigates during an evaluation. */
const NAVIGATED =
  /Execution context was destroyed|Cannot find (?:default execution )?context|navigating and changing|frame was detached|No frame for given id|Inspected target navigated|Promise was collected/i;

/** A page that opens others without end is given up. */
const MAX_TRIES = 20;

const NOTHING_TO_READ =
  'The browser has nothing of the page to read: it always leads to another one, or its document is not what its headers say.';

/** Nothing can be read of the page now, because another one has just replaced it. */
export class PageReplaced extends Error {
  override readonly name = 'PageReplaced';
}

export function isNavigation(error: unknown): boolean {
  return error instanceof PageReplaced || NAVIGATED.test(String(error));
}

/** Asks a page again when it has opened another one meanwhile. */
export async function acrossNavigations<Result>(page: LoadingPage, ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (page.isClosed() || !isNavigation(error)) throw error;
      if (tries === MAX_TRIES) throw new RenderFailure('failed', NOTHING_TO_READ, { cause: error });
      await page.waitForLoadState('domcontentloaded');
    }
  }
}
