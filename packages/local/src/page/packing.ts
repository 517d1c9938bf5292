import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A body as it is kept: a quarter of its size, as pages go. */
export function pack(body: Uint8Array): Uint8Array {
  return deflateRawSync(body);
}

/** The body again, in a buffer of its own: small results of zlib share one, which each of them would keep. */
export function unpack(packed: Uint8Array): Uint8Array {
  return new Uint8Array(inflateRawSync(packed));
}
