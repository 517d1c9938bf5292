import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Refusal } from '../contract/refusal.js';
import type { Middleware } from '../http/middleware.js';
import { refuse } from '../http/reply.js';

/** The rendered guides. The build puts them beside this program, each one compressed. */
const GUIDES = new URL('./docs/', import.meta.url);

const PATH = /^\/docs(\/(?<file>[\w-]+\.(?<kind>html|json))?)?$/;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
};

/**
 * Serves the guides at `/docs/`. They contain nothing of a user, so pages of any origin may link to them, but none may
 * frame them.
 */
export const guides: Middleware = async (request, next) => {
  const { pathname } = new URL(request.url);
  const match = PATH.exec(pathname);
  if (!match || !(request.method === 'GET' || request.method === 'HEAD')) return next(request);
  // The links between the guides are relative to the folder.
  if (pathname === '/docs') return new Response(null, { status: 308, headers: { location: '/docs/' } });
  const { file = 'index.html', kind = 'html' } = match.groups ?? {};
  const { status, headers, body } = await answer(file, TYPES[kind] ?? '', request);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
};

async function answer(file: string, type: string, { headers }: Request): Promise<Response> {
  const compressed = await readFile(new URL(`${file}.gz`, GUIDES)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!compressed) {
    return refuse(new Refusal(404, { error: `There is no guide at /docs/${file}: /docs/ lists those of this build.` }));
  }
  const isCompressed = /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
  return new Response(isCompressed ? compressed : gunzipSync(compressed), {
    headers: {
      'content-type': type,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
