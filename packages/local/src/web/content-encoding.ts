import { pipeline, type Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { FetchFailure } from './fetch-types.js';

/** What a fetch asks servers for. Not `deflate`, which servers send in two forms and nobody needs. */
export const ACCEPT_ENCODING = 'gzip, br';

// More layers than anybody sends by honest means; each one multiplies what a small body can grow to.
const MOST_LAYERS = 2;

// Servers that cut a body short a few bytes early are common, and browsers show what came.
const LENIENT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const LENIENT_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

/** The body without its `Content-Encoding`, decoded as it is read, so that a reader may stop at any time. */
export function decoded(body: Readable, contentEncoding: string): Readable {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity');
  if (layers.length > MOST_LAYERS) {
    throw new FetchFailure('protocol', `The page is encoded ${layers.length} times over (${contentEncoding}).`);
  }
  // Errors of either side reach the reader through the last stream, so nothing is left to report here.
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
