import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@trawl/base/clock';
import type { DevToolsPage } from './devtools-page.js';
import type { RunningBrowser } from './lazy-browser.js';

/** Who may use a page again. */
export interface PageOwner {
  /** Traces of a page that nobody checks must not pass from one team to another. */
  readonly team: string;
  /** A site learns nothing of the visits to another one, not even that it has to be visited by HTTPS. */
  readonly origin: string;
}

/** Keeps pages that have been used and cleared, for the next request of the same owner. */
export interface CleanPages {
  take(running: RunningBrowser, owner: PageOwner): Promise<DevToolsPage | undefined>;
  keep(running: RunningBrowser, owner: PageOwner, page: DevToolsPage): void;
  /** The number of pages that are kept for the owner. */
  count(running: RunningBrowser, owner: PageOwner): number;
}

export interface CleanPagesOptions {
  readonly clock: Clock;
  readonly maxPages: number;
  cookieCount(running: RunningBrowser, page: DevToolsPage): Promise<number>;
  close(running: RunningBrowser, page: DevToolsPage): void;
}

/** How long a page waits for a request. */
const KEEP_MS = 5_000;

/** How long a page may take to say that it is empty. Another one is opened in its place. */
const ANSWER_MS = 500;

/** A page that is used more often than this would collect memory. */
const MAX_USES = 100;

interface KeptPage {
  readonly running: RunningBrowser;
  readonly owner: PageOwner;
  readonly page: DevToolsPage;
  /** Ends what closes the page. */
  release(): void;
}

export function createCleanPages({ clock, maxPages, cookieCount, close }: CleanPagesOptions): CleanPages {
  /** The one that was used last is at the end. */
  const kept: KeptPage[] = [];
  const uses = new WeakMap<DevToolsPage, number>();

  function remove(entry: KeptPage): void {
    entry.release();
    const index = kept.indexOf(entry);
    if (index >= 0) kept.splice(index, 1);
  }

  function discard(entry: KeptPage): void {
    remove(entry);
    close(entry.running, entry.page);
  }

  return {
    async take(running, owner) {
      const entry = kept.findLast(isFor(running, owner));
      if (!entry) return undefined;
      remove(entry);
      const { page } = entry;
      // A late response may have set a cookie, and nobody may have said yet that the page has crashed.
      if (await isReady(page, () => cookieCount(running, page))) return page;
      close(running, page);
      return undefined;
    },

    keep(running, owner, page) {
      const count = (uses.get(page) ?? 0) + 1;
      uses.set(page, count);
      if (count >= MAX_USES) return close(running, page);
      const expire = () => discard(entry);
      const wait = new AbortController();
      clock.sleep(KEEP_MS, wait.signal).then(expire, () => {});
      // Which page is the large one is not known.
      const endWatch = running.watch.onLargePage(expire);
      const endListening = page.onCrash(expire);
      const release = () => {
        wait.abort();
        endWatch();
        endListening();
      };
      const entry: KeptPage = { running, owner, page, release };
      kept.push(entry);
      const [oldest] = kept;
      if (kept.length > maxPages && oldest) discard(oldest);
    },

    count: (running, owner) => kept.filter(isFor(running, owner)).length,
  };
}

export function isSameOwner(one: PageOwner, other: PageOwner): boolean {
  return one.team === other.team && one.origin === other.origin;
}

function isFor(running: RunningBrowser, owner: PageOwner): (entry: KeptPage) => boolean {
  return (entry) => entry.running === running && isSameOwner(entry.owner, owner);
}

/** Whether the page answers in time, is as empty as a new one, and its context has no cookies. */
export async function isReady(page: DevToolsPage, cookieCount: () => Promise<number>): Promise<boolean> {
  const controller = new AbortController();
  const late = sleep(ANSWER_MS, false, controller).catch(() => false);
  try {
    return await Promise.race([isEmpty(page, cookieCount), late]);
  } catch {
    // The page or the browser has ended.
    return false;
  } finally {
    controller.abort();
  }
}

async function isEmpty(page: DevToolsPage, cookieCount: () => Promise<number>): Promise<boolean> {
  const [cookies, { result }] = await Promise.all([
    cookieCount(),
    page.session.send('Runtime.evaluate', { expression: IS_NEW, returnByValue: true }),
  ]);
  return cookies === 0 && !page.target.hasOthers() && page.url() === BLANK && result.value === true;
}

const BLANK = 'about:blank';

/** Forgets the name of the window, and returns whether the page is empty and nothing leads back to another one. */
const IS_NEW = `(() => {
  window.name = '';
  return location.href === '${BLANK}' && history.length === 1 && opener === null;
})()`;
