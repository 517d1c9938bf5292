import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Middleware } from '../http/middleware.js';
import { sendBuiltFile } from './built-file.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The rendered reference and the contract. The build puts them beside this program, each one compressed. */
const FOLDER = new URL('./reference/', import.meta.url);

interface File {
  readonly name: string;
  readonly type: string;
}

/** The files of the reference by their paths. */
const FILES: Readonly<Record<string, File>> = {
  '/reference': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/reference.md': { name: 'reference.md', type: 'text/markdown; charset=utf-8' },
  '/openapi.json': { name: 'openapi.json', type: 'application/json' },
  '/openapi.yaml': { name: 'openapi.yaml', type: 'application/yaml' },
  '/llms.txt': { name: 'llms.txt', type: 'text/plain; charset=utf-8' },
  '/llms-full.txt': { name: 'llms-full.txt', type: 'text/plain; charset=utf-8' },
};

export const REFERENCE_PATHS: readonly string[] = Object.keys(FILES);

/** The server that the contract names until a service puts its own address there. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3002';

/**
 * Serves the reference at `/reference`, and the contract and the reference as text beside it, with the address that they
 * were asked for at. The page may send requests to this server, and nowhere else; no page may frame it.
 */
export function createReference({ needsKey }: { readonly needsKey: boolean }): Middleware {
  let page: Promise<Buffer> | undefined;
  const pageOnce = () => {
    page ??= readFile(new URL('index.html.gz', FOLDER))
      .then(decompress)
      .then((html) => compress(servedPage(html.toString(), needsKey)));
    // A file that is not there may be there later.
    page.catch(() => {
      page = undefined;
    });
    return page;
  };

  return async (request, next) => {
    const { pathname } = new URL(request.url);
    const file = FILES[pathname];
    if (!file || !(request.method === 'GET' || request.method === 'HEAD')) return next(request);
    return sendBuiltFile(request, {
      read: () => (file.name === 'index.html' ? pageOnce() : addressed(file.name, request)),
      type: file.type,
      missing: 'The reference is not part of this build: `npm run docs`, then build again.',
    });
  };
}

/** The page as a service serves it: it may call the service, and knows whether that asks for a key. */
function servedPage(html: string, needsKey: boolean): string {
  return html
    .replace('<html lang="en">', `<html lang="en" data-service="${needsKey ? 'key' : 'open'}">`)
    .replace("connect-src 'none'", "connect-src 'self'");
}

async function addressed(name: string, { headers, url }: Request): Promise<Buffer> {
  const text = (await decompress(await readFile(new URL(`${name}.gz`, FOLDER)))).toString();
  return compress(text.replaceAll(DEFAULT_ADDRESS, `http://${headers.get('host') ?? new URL(url).host}`));
}
