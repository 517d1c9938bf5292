import { pipeline, type Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { FetchFailure } from './fetch-types.js';

/** The encodings that a fetch accepts. `deflate` is left out: servers send it in two forms, and gzip serves as well. */
export const ACCEPT_ENCODING = 'gzip, br';

// No honest server sends more layers. Each layer multiplies the size that a small body can grow to.
const MAX_LAYERS = 2;

// Many servers end a compressed body a few bytes early, and browsers show what arrived.
const LENIENT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const LENIENT_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

/** Decodes the `Content-Encoding` of a body while it is read, so that the reader may stop at any time. */
export function decodeBody(body: Readable, contentEncoding: string): Readable {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity');
  if (layers.length > MAX_LAYERS) {
    throw new FetchFailure('protocol', `The page is encoded ${layers.length} times over (${contentEncoding}).`);
  }
  // The last stream reports the errors of all streams to the reader, so this callback has nothing to do.
  return layers.reduceRight<Readable>((stream, layer) => pipeline(stream, decoder(layer), () => {}), body);
}

function decoder(layer: string): Transform {
  switch (layer) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(LENIENT);
    case 'deflate':
      return zlib.createInflate(LENIENT);
    case 'br':
      return zlib.createBrotliDecompress(LENIENT_BROTLI);
    default:
      throw new FetchFailure('protocol', `The page is encoded as "${layer}", which was not asked for.`);
  }
}
