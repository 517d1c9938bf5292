import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Refusal } from '../contract/refusal.js';
import type { Middleware } from '../http/middleware.js';
import { refuse } from '../http/reply.js';
import { type DashboardFacts, dashboardPage } from './page.js';

/** The rendered reference. The build puts it beside this program, compressed because it has megabytes. */
const REFERENCE = new URL('./reference.html.gz', import.meta.url);

/** The paths of the pages for people. */
export const DASHBOARD_PATHS = ['/', '/reference'] as const;

type DashboardPath = (typeof DASHBOARD_PATHS)[number];

/** Serves the pages for people: the dashboard at `/` and the reference at `/reference`. No page may frame them. */
export function createDashboard(facts: () => DashboardFacts): Middleware {
  const pages: Readonly<Record<DashboardPath, (request: Request) => Response | Promise<Response>>> = {
    '/': () => html(dashboardPage(facts())),
    '/reference': reference,
  };
  return async (request, next) => {
    const { pathname } = new URL(request.url);
    const path = DASHBOARD_PATHS.find((each) => each === pathname);
    if (!path || !(request.method === 'GET' || request.method === 'HEAD')) return next(request);
    const response = await pages[path](request);
    if (request.method === 'GET') return response;
    const { status, headers } = response;
    return new Response(null, { status, headers });
  };
}

async function reference(request: Request): Promise<Response> {
  const compressed = await readFile(REFERENCE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!compressed) {
    return refuse(
      new Refusal(404, { error: 'The reference is not part of this build: `npm run docs`, then build again.' }),
    );
  }
  const accepted = request.headers.get('accept-encoding') ?? '';
  return /\bgzip\b/.test(accepted) ? html(compressed, { 'content-encoding': 'gzip' }) : html(gunzipSync(compressed));
}

function html(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Response {
  const securityHeaders = { 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' };
  return new Response(body, {
    headers: { 'content-type': 'text/html; charset=utf-8', ...securityHeaders, ...headers },
  });
}
