import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A body as it is kept: a quarter of its size, as pages go. Megabytes of it are packed beside this thread. */
export async function pack(body: Uint8Array): Promise<Uint8Array> {
  return deflate(body);
}

/** The body again, in a buffer of its own: small results of zlib share one, all of which would be kept. */
export async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await inflate(packed));
}
