import type { BrowserContext } from 'playwright-core';
import type { RunningBrowser } from './lazy-browser.js';
import type { ProxyAccess, ProxyRules } from './proxy.js';

/** A browser context with its access to the proxy. */
export interface OpenContext {
  readonly context: BrowserContext;
  readonly access: ProxyAccess;
}

/**
 * Keeps a context with an empty page for the next request that asks for nothing special: to start the process of a page
 * takes longer than to show a small one. Nobody has used it before, and nobody uses it twice.
 */
export interface SparePage {
  /** The spare page, if this browser has one or makes one. */
  take(running: RunningBrowser): Promise<OpenContext | undefined>;
  /** Makes a spare page in the background, unless there is one. */
  prepare(running: RunningBrowser): void;
}

export function createSparePage(open: (running: RunningBrowser, rules: ProxyRules) => Promise<OpenContext>): SparePage {
  let spare: { readonly running: RunningBrowser; readonly opened: Promise<OpenContext | undefined> } | undefined;

  async function make(running: RunningBrowser): Promise<OpenContext | undefined> {
    try {
      const opened = await open(running, CLOSED);
      const page = await opened.context.newPage();
      // The browser learns its key for the proxy before somebody waits for a page.
      await page.evaluate('fetch("http://spare.invalid/").catch(() => {})');
      return opened;
    } catch {
      // The browser has ended. The next request opens a page of its own.
      return undefined;
    }
  }

  return {
    async take(running) {
      if (spare?.running !== running) return undefined;
      const { opened } = spare;
      spare = undefined;
      const taken = await opened;
      return taken && taken.context.pages().length > 0 ? taken : undefined;
    },
    prepare(running) {
      if (spare?.running === running || !running.browser.isConnected()) return;
      spare = { running, opened: make(running) };
    },
  };
}

/** The rules of a page that nobody has taken yet. */
const CLOSED: ProxyRules = {
  checkUrl() {
    throw new Error('Nothing is loaded before a page is used.');
  },
  blocks: () => true,
};
