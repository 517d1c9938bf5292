import { Hono } from 'hono';
import { Refusal } from '../contract/refusal.js';
import { FILES_PATH } from '../scrape/rendered-files.js';
import { liveViewPage } from '../sessions/live-view-page.js';
import { accessTo, SESSIONS_PATH } from '../sessions/session-access.js';
import type { CallEnv, HttpApp, Step } from './call.js';
import { notFound } from './not-found.js';
import { send } from './reply.js';
import type { Service } from './service.js';

const NO_FILE = 'There is no such file. Screenshots and PDFs expire after 24 hours, media after one hour.';

/** What responses of the API link to: files, and the live views of sessions. Who knows the URL needs no key. */
export function sharedLinks(
  service: Pick<Service, 'files' | 'sessions' | 'keyWatch'>,
  steps: readonly Step[],
): HttpApp {
  const app = new Hono<CallEnv>();
  for (const path of [FILES_PATH, SESSIONS_PATH]) app.use(`${path}/*`, ...steps);
  app.get(`${FILES_PATH}/:name`, async ({ req }) => {
    // Its name is the key to a file. It cannot be guessed, and a picture is shown where no header can be sent.
    const file = await service.files.get(req.param('name'));
    if (!file) throw new Refusal('not_found', NO_FILE);
    const headers = { 'content-type': file.type, 'x-content-type-options': 'nosniff', 'cache-control': 'private' };
    return new Response(new Uint8Array(file.body), { headers });
  });
  app.get(`${SESSIONS_PATH}/:id/:access`, async (call) => {
    const { req } = call;
    // The token in its URL is the key to a session.
    const live = accessTo(service.sessions, req.url);
    if (!live || live.access === 'cdp' || !(await service.keyWatch.isValid(live.keyId))) {
      throw new Refusal('not_found', 'There is no such browser session to watch, or it has ended.');
    }
    const { html, headers } = liveViewPage(live.access, call.get('address').hosts);
    return new Response(html, { headers });
  });
  for (const path of [FILES_PATH, SESSIONS_PATH]) app.all(`${path}/*`, (call) => send(call, notFound(call.req.raw)));
  return app;
}
