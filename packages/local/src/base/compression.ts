import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/**
 * Compresses bytes for storage, a page to about a quarter of its size. zlib does it outside of this thread.
 *
 * @param level from 1, the fastest, to 9, the smallest result.
 */
export async function pack(bytes: Uint8Array, level = 6): Promise<Uint8Array> {
  return deflate(bytes, { level });
}

/** Decompresses bytes into their own buffer: small results of zlib share one buffer, which would stay in memory as a whole. */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await inflate(bytes));
}
