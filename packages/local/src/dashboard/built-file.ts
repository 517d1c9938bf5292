import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { refuseNotFound } from '../http/not-found.js';
import { responseOf } from '../http/reply.js';

const decompress = promisify(gunzip);
/** Compresses a file as it is sent. */
export const compressed: (content: Uint8Array | string) => Promise<Uint8Array> = promisify(gzip);

/** No page may frame these pages, and they send no referrer to other sites. */
export const PAGE_HEADERS = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A file that the build puts beside this program, compressed. */
export interface BuiltFile {
  /** Reads the compressed file; rejects with `ENOENT` if the build does not contain it. */
  read(): Promise<Uint8Array>;
  readonly type: string;
  /** Says what to do if the build does not contain the file. */
  readonly missingMessage: string;
}

/** Sends a file that the build made, or 404 if it is not part of this build. */
export async function sendBuiltFile(request: Request, { read, type, missingMessage }: BuiltFile): Promise<Response> {
  const compressedBytes = await read().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!compressedBytes)
    return withoutBodyOfHead(request, responseOf(refuseNotFound(request, { error: missingMessage })));
  const isCompressed = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const response = new Response(new Uint8Array(isCompressed ? compressedBytes : await decompress(compressedBytes)), {
    headers: {
      'content-type': type,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
      vary: 'accept-encoding',
      'cross-origin-resource-policy': 'same-origin',
      ...PAGE_HEADERS,
    },
  });
  return withoutBodyOfHead(request, response);
}

/** The response to a HEAD is that to a GET without its body. */
export function withoutBodyOfHead({ method }: Request, response: Response): Response {
  if (method !== 'HEAD') return response;
  const { status, headers } = response;
  return new Response(null, { status, headers });
}
