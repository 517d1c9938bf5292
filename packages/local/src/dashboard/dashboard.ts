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
export const DASHBOARD_PATHS: readonly string[] = ['/'];

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
  const pages: ReadonlyMap<string, Answer> = new Map<string, Answer>([
    ['/', (request) => withoutBodyOfHead(request, page(dashboardPage(facts())))],
    ['/dashboard.js', (request) => sendBuiltFile(request, SCRIPT)],
    ['/dashboard.css', (request) => sendBuiltFile(request, STYLES)],
    ['/favicon.svg', sendIcon],
    // Browsers ask for this path where a page names no icon, and go by the type of the response.
    ['/favicon.ico', sendIcon],
  ]);
  return async (call, next) => {
    const request = call.req.raw;
    const answer = pages.get(new URL(request.url).pathname);
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
