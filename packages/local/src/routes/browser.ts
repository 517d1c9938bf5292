import { Refusal } from '../contract/refusal.js';
import type { Routes } from './route.js';

type BrowserRoutes = Pick<
  Routes,
  'createBrowserSession' | 'listBrowserSessions' | 'executeInBrowserSession' | 'deleteBrowserSession'
>;

/** Sessions run the code of callers, which this server does not do. */
export const browserRoutes: BrowserRoutes = {
  createBrowserSession() {
    throw new Refusal(503, {
      error: 'Browser sessions are not available on this server: it opens none. Scrape with `actions` instead.',
    });
  },
  listBrowserSessions: () => ({ success: true, sessions: [] }),
  executeInBrowserSession: unknownSession,
  deleteBrowserSession: unknownSession,
};

function unknownSession(): never {
  throw new Refusal(404, { error: 'Browser session not found.' });
}
