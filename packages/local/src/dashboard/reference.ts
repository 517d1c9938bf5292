import type { Step } from '../http/call.js';
import type { CalledAddress } from '../http/called-address.js';
import { compressed, sendBuiltFile } from './built-file.js';
import { PageArchive } from './page-archive.js';

/** The rendered reference and the contract, which the build puts beside this program. */
const archive = new PageArchive(new URL('./reference/pages.br', import.meta.url));

/** The types of its files by their endings. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  atom: 'application/atom+xml',
  json: 'application/json',
  yaml: 'application/yaml',
};

/** What programs look for at the root. */
const AT_ROOT = ['/reference.md', '/openapi.json', '/openapi.yaml', '/llms.txt', '/llms-full.txt'];

/** Where the reference is, if anywhere. */
export const REFERENCE_PATHS = [...AT_ROOT, '/reference', '/reference/*'];

/** A page is also found without its ending: `/reference/search/search-the-web`. */
const PATH = /^\/reference\/(?<name>(?:[\w-]+\/)?[\w-]+)?(?:\.(?<ending>[a-z]+))?$/;

/** The file that a path leads to, or undefined for a path that leads elsewhere. */
function fileAt(pathname: string): { readonly name: string; readonly ending: string } | undefined {
  const match = PATH.exec(AT_ROOT.includes(pathname) ? `/reference${pathname}` : pathname);
  if (!match) return undefined;
  const { name = 'index', ending = 'html' } = match.groups ?? {};
  return ending in TYPES ? { name: `${name}.${ending}`, ending } : undefined;
}

/** Where the reference stood in Redoc too, with the same names of its parts. */
const OF_REDOC = '/reference/redoc.html';

/** Whether a path leads to the reference. */
export function isReferencePath(pathname: string): boolean {
  return pathname === '/reference' || fileAt(pathname) !== undefined;
}

/** The server that the contract names until a service puts its own address there. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3002';

/** How samples of the pages say where the service is. */
const ADDRESS_VARIABLE = '$TRAWL_BASE_URL';

/** A name or an address with its port, in which no HTML can begin. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

export interface ReferenceOptions {
  readonly needsKey: boolean;
  /** The operations that the service does not offer. */
  missing(): readonly string[];
}

/**
 * Serves the reference at `/reference/`, and the contract and the reference as text beside it, with the address that they
 * were asked for at. The page may send requests to this server, and nowhere else; no page may frame it.
 */
export function createReference({ needsKey, missing }: ReferenceOptions): Step {
  const servedFiles = createServedFiles();

  return async (call, next) => {
    const request = call.req.raw;
    const { pathname } = new URL(request.url);
    if (!(request.method === 'GET' || request.method === 'HEAD')) return next();
    // The links of the page are relative to its folder. A browser keeps what follows the `#`.
    if (pathname === '/reference' || pathname === OF_REDOC)
      return new Response(null, { status: 308, headers: { location: '/reference/' } });
    const file = fileAt(pathname);
    if (file === undefined) return next();
    const { name, ending } = file;
    const address = addressOf(request, call.get('address'));
    return sendBuiltFile(request, {
      read: () =>
        servedFiles(name, address, (text) => {
          const pageText = text.replaceAll(DEFAULT_ADDRESS, address);
          return ending === 'html'
            ? servedPage(pageText, { address, needsKey, missingOperations: missing() })
            : pageText;
        }),
      type: TYPES[ending] ?? '',
      missingMessage: `There is no ${pathname}: /reference/ lists the pages. A build without them gets them by \`npm run build\`.`,
    });
  };
}

function addressOf(request: Request, { baseUrl }: CalledAddress): string {
  return ORIGIN.test(baseUrl) ? baseUrl : new URL(request.url).origin;
}

type ServedFiles = (name: string, address: string, change: (text: string) => string) => Promise<Uint8Array>;

/** The files as they were last served: most are asked for at one address. */
function createServedFiles(): ServedFiles {
  const pages = new Map<string, { readonly address: string; readonly bytes: Promise<Uint8Array> }>();
  return (name, address, change) => {
    const last = pages.get(name);
    if (last?.address === address) return last.bytes;
    const bytes = archive.read(name).then((content) => compressed(change(new TextDecoder().decode(content))));
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

/** The page as a service serves it: it knows its address, its calls and whether it asks for a key. */
function servedPage(html: string, { address, needsKey, missingOperations }: ServedPage): string {
  const facts = `data-service="${needsKey ? 'key' : 'open'}" data-missing="${missingOperations.join(' ')}"`;
  return html.replace('<html lang="en">', `<html lang="en" ${facts}>`).replaceAll(ADDRESS_VARIABLE, address);
}
