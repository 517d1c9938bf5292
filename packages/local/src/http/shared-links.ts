import { Hono } from 'hono';
import type { KeyWatch } from '../accounts/key-watch.js';
import { Refusal } from '../contract/refusal.js';
import { FILES_PATH, type RenderedFiles } from '../scrape/rendered-files.js';
import { liveViewPage } from '../sessions/live-view-page.js';
import { accessTo, SESSIONS_PATH, type SessionLookup } from '../sessions/session-access.js';
import type { Addresses } from './addresses.js';
import { notFound } from './not-found.js';
import { refuse } from './reply.js';

export interface SharedLinksDependencies {
  readonly files: () => Pick<RenderedFiles, 'get'>;
  readonly sessions: () => SessionLookup;
  readonly keys: () => Pick<KeyWatch, 'isValid'>;
  readonly addresses: Addresses;
}

const NO_FILE = 'There is no such file. Screenshots and PDFs expire after 24 hours, media after one hour.';

/** What responses of the API link to: files, and the live views of sessions. Who knows the URL needs no key. */
export interface SharedLinks {
  accepts(request: Request): boolean;
  fetch(request: Request): Promise<Response>;
}

export function createSharedLinks({ files, sessions, keys, addresses }: SharedLinksDependencies): SharedLinks {
  const app = new Hono();
  app.get(`${FILES_PATH}/:name`, async ({ req }) => {
    // Its name is the key to a file. It cannot be guessed, and a picture is shown where no header can be sent.
    const file = await files().get(req.param('name'));
    if (!file) throw new Refusal('not_found', NO_FILE);
    const headers = { 'content-type': file.type, 'x-content-type-options': 'nosniff', 'cache-control': 'private' };
    return new Response(new Uint8Array(file.body), { headers });
  });
  app.get(`${SESSIONS_PATH}/:id/:access`, async ({ req }) => {
    // The token in its URL is the key to a session.
    const live = accessTo(sessions(), req.url);
    if (!live || live.access === 'cdp' || !(await keys().isValid(live.keyId))) {
      throw new Refusal('not_found', 'There is no such browser session to watch, or it has ended.');
    }
    const { html, headers } = liveViewPage(live.access, addresses.hostsOf(req.raw));
    return new Response(html, { headers });
  });
  app.notFound(({ req }) => notFound(req.raw));
  app.onError((error) => {
    if (error instanceof Refusal) return refuse(error);
    throw error;
  });
  return {
    accepts({ url }) {
      const { pathname } = new URL(url);
      return [FILES_PATH, SESSIONS_PATH].some((path) => pathname.startsWith(`${path}/`));
    },
    fetch: async (request) => app.fetch(request),
  };
}
