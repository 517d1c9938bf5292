import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { isUnchangedFor } from './in-page.js';
import { isNavigation, type LoadingPage } from './navigation.js';
import type { PageScripts } from './page-scripts.js';

/** How long a page may keep on loading and changing before it is read as it is. */
export const MAX_SETTLING_MS = 5_000;

/** A page that has not changed for so long, with nothing under way, is complete. */
export const QUIET_MS = 50;

/** How often it is looked whether the requests of a page have been answered, of those that the driver counts. */
const POLL_MS = 5;

/** Requests whose answers change what a page says. */
export const ESSENTIAL: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);

/** What is under way outside of the thread of a page. */
export interface PageLoads {
  /** The number of requests whose answers change what the page says. */
  readonly pending: number;
  /** Whether the thread of the page may get something to do that it does not know of yet. */
  readonly mayWakePage: boolean;
  /** Resolves when the number of requests may have changed. */
  answered(): Promise<unknown>;
}

export interface RequestCount extends PageLoads {
  /** Stops counting. */
  stop(): void;
}

/** Counts the requests that a page waits for, of those that it makes from now on. */
export function countRequests(page: Page): RequestCount {
  const pending = new Set<Request>();
  const begin = (request: Request) => {
    if (ESSENTIAL.has(request.resourceType())) pending.add(request);
  };
  const end = (request: Request) => {
    pending.delete(request);
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    get pending() {
      return pending.size;
    },
    mayWakePage: true,
    answered: () => sleep(POLL_MS),
    stop() {
      page.off('request', begin);
      page.off('requestfinished', end);
      page.off('requestfailed', end);
    },
  };
}

/** Resolves when the page has loaded and shows no more changes, or after a while. */
export async function settled(
  page: Pick<LoadingPage, 'waitForLoadState'>,
  loads: PageLoads,
  scripts: PageScripts,
  end?: number,
): Promise<void> {
  await settledValue(page, loads, scripts, 'undefined', end);
}

/** As `settled`; resolves to the value of the expression in the page that has settled, undefined for one that has not. */
export async function settledValue<Value>(
  page: Pick<LoadingPage, 'waitForLoadState'>,
  loads: PageLoads,
  scripts: PageScripts,
  expression: string,
  end: number = performance.now() + MAX_SETTLING_MS,
): Promise<Value | undefined> {
  await page.waitForLoadState('load', { timeout: Math.max(1, end - performance.now()) }).catch(ignoreTimeout);
  const timer = new AbortController();
  const late = sleep(Math.max(0, end - performance.now()), 'late' as const, timer).catch(() => 'late' as const);
  try {
    while (performance.now() < end) {
      // A page that waits for an answer is not asked, because it is not complete in any case.
      if (loads.pending > 0) {
        await Promise.race([loads.answered(), late]);
        continue;
      }
      const trustsIdleTime = !loads.mayWakePage;
      const quiet = await Promise.race([valueWhenUnchanged<Value>(scripts, expression, trustsIdleTime), late]);
      // A timer may fire up to a millisecond early, so that the time alone does not end the loop.
      if (quiet === 'late') return undefined;
      const hasBegunMore = loads.pending > 0 || (trustsIdleTime && loads.mayWakePage);
      if (quiet && !hasBegunMore) return quiet.value;
    }
    return undefined;
  } finally {
    timer.abort();
  }
}

/** The value of the expression, read in the moment in which the page has not changed for a while. */
async function valueWhenUnchanged<Value>(
  scripts: PageScripts,
  expression: string,
  trustsIdleTime: boolean,
): Promise<{ readonly value: Value } | undefined> {
  try {
    return await scripts.evaluate(
      `(async () => ((await ${isUnchangedFor(QUIET_MS, trustsIdleTime)}) ? { value: ${expression} } : undefined))()`,
    );
  } catch (error) {
    if (!isNavigation(error)) throw error;
    // The page that comes next cannot be asked at once, and its browser has other work than to say so.
    await sleep(QUIET_MS);
    return undefined;
  }
}

function ignoreTimeout(error: Error): void {
  if (error.name !== 'TimeoutError') throw error;
}
