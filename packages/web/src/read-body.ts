import type { Readable } from 'node:stream';
import { Blocks } from '@trawl/base/blocks';
import { concatBytes } from '@trawl/base/concat-bytes';
import { decodeBody } from './content-encoding.js';
import { FetchFailure } from './fetch-types.js';
import { createSemaphore, type Semaphore } from './semaphore.js';

/** Large bodies take most of the memory of fetches, so only so many of them are read at once; the others wait unread. */
const SIZES = [
  { beyondBytes: 1024 * 1024, places: 4 },
  { beyondBytes: 8 * 1024 * 1024, places: 2 },
];

/** The places for bodies of one size. */
interface SizePlaces {
  readonly beyondBytes: number;
  readonly semaphore: Semaphore;
}

/** The places for large bodies, which all fetches of a fetcher share. */
export function createBodyPlaces(): readonly SizePlaces[] {
  return SIZES.map(({ beyondBytes, places }) => ({ beyondBytes, semaphore: createSemaphore(places) }));
}

export interface ReadOptions {
  /** The bytes are counted after decompression. */
  readonly maxBytes: number;
  /** Called with each chunk of the body; reading stops when it returns `false`. */
  readonly onBody?: ((chunk: Uint8Array) => boolean | Promise<boolean>) | undefined;
  readonly places: readonly SizePlaces[];
  readonly signal: AbortSignal;
}

/** Reads and decodes a body, never more than `maxBytes`. Returns no bytes when `onBody` takes them. */
export async function readBody(body: Readable, headers: Headers, options: ReadOptions): Promise<Uint8Array> {
  const { maxBytes, onBody, places, signal } = options;
  const waiting = [...places];
  const blocks = new Blocks();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const releases: (() => void)[] = [];
  try {
    if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
    for await (const chunk of decodeBody(body, headers.get('content-encoding') ?? '')) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (onBody) {
        if (!(await onBody(chunk))) break;
        continue;
      }
      chunks.push(...blocks.add(chunk));
      while (waiting[0] && size > waiting[0].beyondBytes) {
        releases.push(await waiting[0].semaphore.acquire(signal));
        waiting.shift();
      }
    }
    return concatBytes([...chunks, ...blocks.end()]);
  } finally {
    for (const release of releases) release();
    discard(body);
  }
}

/** Closes a body without reading the rest, which may never end. */
export function discard(body: Readable): void {
  body.on('error', () => {}).destroy();
}

function tooLarge(maxBytes: number): FetchFailure {
  return new FetchFailure('too-large', `The page is larger than ${maxBytes} bytes.`);
}
