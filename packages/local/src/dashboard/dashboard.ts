import { readFile } from 'node:fs/promises';
import type { Step } from '../http/call.js';
import { type BuiltFile, PAGE_HEADERS, sendBuiltFile, withoutBodyOfHead } from './built-file.js';
import { type DashboardFacts, dashboardPage, MARK } from './page.js';

const builtFile = (name: string, type: string): BuiltFile => ({
  read: () => readFile(new URL(name, import.meta.url)),
  type: `${type}; charset=utf-8`,
  missingMessage: 'The dashboard is not part of this build: run `npm run build`.',
});

const SCRIPT = builtFile('./dashboard.js.gz', 'text/javascript');
const STYLES = builtFile('./dashboard.css.gz', 'text/css');

/** The paths that pages of other origins may link to. */
export const LINKABLE_PATHS: readonly string[] = ['/'];

/** All paths of the dashboard. Browsers ask for the last one where a page names no icon, and go by the type of the response. */
export const DASHBOARD_PATHS = ['/', '/dashboard.js', '/dashboard.css', '/favicon.svg', '/favicon.ico'] as const;

type Answer = (request: Request) => Response | Promise<Response>;

/** The page loads scripts, styles, pictures and data only from this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the dashboard at `/`. No page may frame it. */
export function createDashboard(facts: () => DashboardFacts): Step {
  const pages: Readonly<Record<(typeof DASHBOARD_PATHS)[number], Answer>> = {
    '/': (request) => withoutBodyOfHead(request, page(dashboardPage(facts()))),
    '/dashboard.js': (request) => sendBuiltFile(request, SCRIPT),
    '/dashboard.css': (request) => sendBuiltFile(request, STYLES),
    '/favicon.svg': sendIcon,
    '/favicon.ico': sendIcon,
  };
  const answers: ReadonlyMap<string, Answer> = new Map(Object.entries(pages));
  return async (call, next) => {
    const request = call.req.raw;
    const answer = answers.get(new URL(request.url).pathname);
    return answer && (request.method === 'GET' || request.method === 'HEAD') ? answer(request) : next();
  };
}

function page(html: string): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY, ...PAGE_HEADERS };
  return new Response(html, { headers });
}

function sendIcon(request: Request): Response {
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'max-age=86400',
    'cross-origin-resource-policy': 'same-origin',
    ...PAGE_HEADERS,
  };
  return withoutBodyOfHead(request, new Response(MARK, { headers }));
}
