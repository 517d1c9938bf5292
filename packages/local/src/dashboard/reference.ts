import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Addresses } from '../http/addresses.js';
import type { Middleware } from '../http/middleware.js';
import { sendBuiltFile } from './built-file.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The rendered reference and the contract. The build puts them beside this program, each one compressed. */
const FOLDER = new URL('./reference/', import.meta.url);

const PAGE = 'text/html; charset=utf-8';

/** Its policy names the hash of each program in it, so it is served as it was built. */
const REDOC = 'redoc.html';

/** The types of the files in the folder, which is served at `/reference/`. */
const TYPES: Readonly<Record<string, string>> = {
  'index.html': PAGE,
  [REDOC]: PAGE,
  'site.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'try-it.js': 'text/javascript; charset=utf-8',
  'search-index.js': 'text/javascript; charset=utf-8',
  'reference.md': 'text/markdown; charset=utf-8',
  'openapi.json': 'application/json',
  'openapi.yaml': 'application/yaml',
  'llms.txt': 'text/plain; charset=utf-8',
  'llms-full.txt': 'text/plain; charset=utf-8',
};

/** What programs look for at the root. */
const AT_ROOT = ['reference.md', 'openapi.json', 'openapi.yaml', 'llms.txt', 'llms-full.txt'];

const FILES = new Map([
  ['/reference/', 'index.html'],
  ...Object.keys(TYPES).map((name): [string, string] => [`/reference/${name}`, name]),
  ...AT_ROOT.map((name): [string, string] => [`/${name}`, name]),
]);

export const REFERENCE_PATHS: readonly string[] = ['/reference', ...FILES.keys()];

/** The server that the contract names until a service puts its own address there. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3002';

/** How samples of the pages say where the service is. */
const ADDRESS_VARIABLE = '$TRAWL_BASE_URL';

/** A name or an address with its port, in which no HTML can begin. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

export interface ReferenceOptions {
  readonly addresses: Pick<Addresses, 'baseUrlOf'>;
  readonly needsKey: boolean;
  /** The operations that the service does not offer. */
  missing(): readonly string[];
}

/**
 * Serves the reference at `/reference/`, and the contract and the reference as text beside it, with the address that they
 * were asked for at. The page may send requests to this server, and nowhere else; no page may frame it.
 */
export function createReference({ addresses, needsKey, missing }: ReferenceOptions): Middleware {
  const servedFiles = createServedFiles();

  return async (request, next) => {
    const { pathname } = new URL(request.url);
    if (!(request.method === 'GET' || request.method === 'HEAD')) return next(request);
    // The links of the page are relative to its folder. A browser keeps what follows the `#`.
    if (pathname === '/reference') return new Response(null, { status: 308, headers: { location: '/reference/' } });
    const name = FILES.get(pathname);
    if (name === undefined) return next(request);
    const type = TYPES[name] ?? '';
    const address = addressOf(request, addresses);
    return sendBuiltFile(request, {
      read: () =>
        servedFiles(name, address, (text) => {
          if (name === REDOC) return text;
          const pageText = text.replaceAll(DEFAULT_ADDRESS, address);
          return name === 'index.html'
            ? servedPage(pageText, { address, needsKey, missingOperations: missing() })
            : pageText;
        }),
      type,
      missingMessage: 'The reference is not part of this build: `npm run build` adds it.',
    });
  };
}

function addressOf(request: Request, addresses: Pick<Addresses, 'baseUrlOf'>): string {
  const address = addresses.baseUrlOf(request);
  return ORIGIN.test(address) ? address : new URL(request.url).origin;
}

type ServedFiles = (name: string, address: string, change: (text: string) => string) => Promise<Uint8Array>;

/** The files as they were last served: most are asked for at one address. */
function createServedFiles(): ServedFiles {
  const pages = new Map<string, { readonly address: string; readonly bytes: Promise<Uint8Array> }>();
  return (name, address, change) => {
    const last = pages.get(name);
    if (last?.address === address) return last.bytes;
    const bytes = readFile(new URL(`${name}.gz`, FOLDER))
      .then(decompress)
      .then((text) => compress(change(text.toString())));
    pages.set(name, { address, bytes });
    // A file that is not there may be there later.
    bytes.catch(() => pages.delete(name));
    return bytes;
  };
}

interface ServedPage {
  readonly address: string;
  readonly needsKey: boolean;
  readonly missingOperations: readonly string[];
}

/** The page as a service serves it: it may call the service, and knows its address, its calls and whether it asks for a key. */
function servedPage(html: string, { address, needsKey, missingOperations }: ServedPage): string {
  const facts = `data-service="${needsKey ? 'key' : 'open'}" data-missing="${missingOperations.join(' ')}"`;
  return html
    .replace('<html lang="en">', `<html lang="en" ${facts}>`)
    .replace("connect-src 'none'", "connect-src 'self'")
    .replaceAll(ADDRESS_VARIABLE, address);
}
