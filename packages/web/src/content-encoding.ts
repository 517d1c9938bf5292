import { pipeline, Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { FetchFailure } from './fetch-types.js';

/** The encodings that a fetch accepts. `deflate` is left out: gzip serves as well. */
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
    .flatMap((layer) => decoder(layer.trim()) ?? []);
  if (layers.length > MAX_LAYERS) {
    throw new FetchFailure('protocol', `The page is encoded ${layers.length} times over (${contentEncoding}).`);
  }
  return layers.reduceRight<Readable>((stream, decode) => decode(stream), body);
}

type Decoder = (source: Readable) => Readable;

const through =
  (create: () => Transform): Decoder =>
  // The last stream reports the errors of all streams to the reader, so this callback has nothing to do.
  (source) =>
    pipeline(source, create(), () => {});

const gunzip = through(() => zlib.createGunzip(LENIENT));

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (source) => Readable.from(inflated(source)),
  br: through(() => zlib.createBrotliDecompress(LENIENT_BROTLI)),
};

/** Encodings that are registered with IANA, and that a fetch does not decode. */
const OTHER_ENCODINGS = new Set('aes128gcm compress dcb dcz exi pack200-gzip x-compress zstd'.split(' '));

/** The decoder of an encoding; undefined for a word that names none, such as `utf-8`, which browsers ignore. */
function decoder(layer: string): Decoder | undefined {
  if (OTHER_ENCODINGS.has(layer)) {
    throw new FetchFailure('protocol', `The page is encoded as "${layer}", which was not asked for.`);
  }
  return Object.hasOwn(DECODERS, layer) ? DECODERS[layer] : undefined;
}

/** The method of compression in the first byte of the header of zlib (RFC 1950). */
const ZLIB_METHOD = 8;

/** Decodes `deflate`, which servers send with the header of zlib or without it. */
async function* inflated(source: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const whole = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === ZLIB_METHOD;
  const inflate = through(() => (hasHeader ? zlib.createInflate(LENIENT) : zlib.createInflateRaw(LENIENT)));
  yield* inflate(Readable.from(whole()));
}
