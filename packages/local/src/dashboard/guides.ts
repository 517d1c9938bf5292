import type { Step } from '../http/call.js';
import { compressed, sendBuiltFile } from './built-file.js';
import { PageArchive } from './page-archive.js';

/** The rendered guides, which the build puts beside this program. */
const archive = new PageArchive(new URL('./docs/pages.br', import.meta.url));

/** Where guides are, if anywhere. */
export const GUIDE_PATHS = ['/docs', '/docs/*'] as const;

/** A page is also found without its ending, which people leave out when they type an address. */
const PATH = /^\/docs(\/((?<name>[\w-]+)(\.(?<kind>html|json|css|js|md|xml))?)?)?$/;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xml: 'application/xml',
};

/**
 * Serves the guides at `/docs/`. They contain nothing of a user, so pages of any origin may link to them, but none may
 * frame them.
 */
export const guides: Step = async (call, next) => (await guidePage(call.req.raw)) ?? next();

/** The guide at a URL of this server, as it is served to everybody; undefined for all other paths. */
export async function guidePage(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const match = PATH.exec(pathname);
  if (!match || !(request.method === 'GET' || request.method === 'HEAD')) return undefined;
  // The links between the guides are relative to the folder.
  if (pathname === '/docs') return new Response(null, { status: 308, headers: { location: '/docs/' } });
  const { name = 'index', kind = 'html' } = match.groups ?? {};
  const file = `${name}.${kind}`;
  return sendBuiltFile(request, {
    read: async () => compressed(await archive.read(file)),
    type: TYPES[kind] ?? '',
    missingMessage: `There is no guide at /docs/${file}: /docs/ lists those of this build.`,
  });
}
