import type { LazyBrowser } from './lazy-browser.js';

/** A browser process for each team that uses pages itself: by sessions, live views, DevTools, and agents. */
export interface TeamBrowsers {
  /** The browser of the team; undefined when as many teams use one as may. Use it in the same turn of the event loop. */
  of(team: string): LazyBrowser | undefined;
  /** The memory that all of them take now, in bytes; 0 where it cannot be measured. */
  memoryBytes(): Promise<number>;
  close(): Promise<void>;
}

/** What an empty browser takes, with room for a page. */
const BROWSER_MEGABYTES = 512;

const MAX_DEFAULT = 4;

/** As many browsers as this memory bears, at least one. */
export function defaultTeamBrowsers(megabytes: number): number {
  return Math.max(1, Math.min(MAX_DEFAULT, Math.floor(megabytes / BROWSER_MEGABYTES)));
}

/**
 * @param create - Makes a browser, which starts when it is used.
 * @param max - Teams that use a browser at once. One that no team uses any more ends for the next team.
 */
export function createTeamBrowsers(create: () => LazyBrowser, max: number): TeamBrowsers {
  const browsers = new Map<string, LazyBrowser>();
  const closing = new Set<Promise<void>>();

  function begin(team: string): LazyBrowser | undefined {
    if (browsers.size >= max && !endUnused()) return undefined;
    const browser = create();
    browsers.set(team, browser);
    return browser;
  }

  /** Ends a browser that no team uses, if there is one. */
  function endUnused(): boolean {
    const unused = [...browsers].find(([, browser]) => !browser.isUsed());
    if (!unused) return false;
    const [team, browser] = unused;
    browsers.delete(team);
    const end = browser.close().finally(() => closing.delete(end));
    closing.add(end);
    return true;
  }

  return {
    of: (team) => browsers.get(team) ?? begin(team),
    async memoryBytes() {
      const bytes = await Promise.all([...browsers.values()].map((browser) => browser.memoryBytes()));
      return bytes.reduce((sum, each) => sum + each, 0);
    },
    async close() {
      await Promise.all([...browsers.values()].map((browser) => browser.close()));
      await Promise.all(closing);
    },
  };
}
