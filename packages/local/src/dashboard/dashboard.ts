import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Refusal } from '../contract/refusal.js';
import type { Middleware } from '../http/middleware.js';
import { refuse } from '../http/reply.js';
import { type DashboardFacts, dashboardPage } from './page.js';

/** A file that the build puts beside this program, compressed. */
interface BuiltFile {
  readonly url: URL;
  readonly type: string;
}

const NOT_BUILT = 'The dashboard is not part of this build: run `npm run build`.';

const SCRIPT: BuiltFile = {
  url: new URL('./dashboard.js.gz', import.meta.url),
  type: 'text/javascript',
};

const STYLES: BuiltFile = {
  url: new URL('./dashboard.css.gz', import.meta.url),
  type: 'text/css',
};

/** The paths that pages of other origins may link to. */
export const DASHBOARD_PATHS = ['/'] as const;

type Answer = (request: Request) => Response | Promise<Response>;

/** Nothing but the page itself may give it scripts, styles, pictures or data. */
const POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

/** Serves the dashboard at `/`. No page may frame it. */
export function createDashboard(facts: () => DashboardFacts): Middleware {
  const pages: ReadonlyMap<string, Answer> = new Map<(typeof DASHBOARD_PATHS)[number] | `/dashboard.${string}`, Answer>(
    [
      ['/', () => answer(dashboardPage(facts()), 'text/html', { 'content-security-policy': POLICY })],
      ['/dashboard.js', (request) => sendBuilt(SCRIPT, request)],
      ['/dashboard.css', (request) => sendBuilt(STYLES, request)],
    ],
  );
  return async (request, next) => {
    const page = pages.get(new URL(request.url).pathname);
    if (!page || !(request.method === 'GET' || request.method === 'HEAD')) return next(request);
    const response = await page(request);
    if (request.method === 'GET') return response;
    const { status, headers } = response;
    return new Response(null, { status, headers });
  };
}

async function sendBuilt({ url, type }: BuiltFile, request: Request): Promise<Response> {
  const compressed = await readFile(url).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!compressed) return refuse(new Refusal(404, { error: NOT_BUILT }));
  const accepted = request.headers.get('accept-encoding') ?? '';
  return /\bgzip\b/.test(accepted)
    ? answer(compressed, type, { 'content-encoding': 'gzip' })
    : answer(gunzipSync(compressed), type);
}

function answer(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const securityHeaders = {
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return new Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, ...securityHeaders, ...headers },
  });
}
