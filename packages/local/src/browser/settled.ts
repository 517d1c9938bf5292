import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { isUnchangedFor } from './in-page.js';
import { isNavigation } from './navigation.js';

/** How long a page may keep on loading and changing before it is read as it is. */
const MAX_SETTLING_MS = 5_000;

/** A page that has not changed for so long, with nothing under way, is complete. */
const QUIET_MS = 50;

/** Requests whose answers change what a page says. */
const ESSENTIAL: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);

const counted = new WeakMap<Page, { readonly pending: number }>();

/** Counts the requests that a page waits for, from the first time that it is asked for the page. */
export function countRequests(page: Page): { readonly pending: number } {
  const known = counted.get(page);
  if (known) return known;
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (ESSENTIAL.has(request.resourceType())) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const requests = {
    get pending() {
      return pending.size;
    },
  };
  counted.set(page, requests);
  return requests;
}

/** Resolves when the page has loaded and shows no more changes, or after a while. */
export async function settled(page: Page, requests: { readonly pending: number }): Promise<void> {
  const end = performance.now() + MAX_SETTLING_MS;
  await page.waitForLoadState('load', { timeout: MAX_SETTLING_MS }).catch(ignoreTimeout);
  while (performance.now() < end) {
    const isQuiet = await Promise.race([
      page.evaluate<boolean>(isUnchangedFor(QUIET_MS)).catch(falseIfNavigated),
      sleep(end - performance.now()),
    ]);
    if (isQuiet && requests.pending === 0) return;
  }
}

function falseIfNavigated(error: unknown): false {
  if (!isNavigation(error)) throw error;
  return false;
}

function ignoreTimeout(error: Error): void {
  if (error.name !== 'TimeoutError') throw error;
}
