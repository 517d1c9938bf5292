import type { Readable } from 'node:stream';
import { concatBytes } from '../concat-bytes.js';
import { decodeBody } from './content-encoding.js';
import { FetchFailure } from './fetch-types.js';
import type { Semaphore } from './semaphore.js';

/** A body of this many bytes or more is large. Few pages are, so only a few of them are read at once. */
const LARGE_BYTES = 1024 * 1024;

export interface ReadOptions {
  /** The bytes are counted after decompression. */
  readonly maxBytes: number;
  /** Called with each chunk of the body; reading stops when it returns `false`. */
  readonly onBody?: ((chunk: Uint8Array) => boolean | Promise<boolean>) | undefined;
  /** Limits how many large bodies are read at once; the others wait unread. */
  readonly large: Semaphore;
  readonly signal: AbortSignal;
}

/** Reads and decodes a body, never more than `maxBytes`. Returns no bytes when `onBody` takes them. */
export async function readBody(body: Readable, headers: Headers, options: ReadOptions): Promise<Uint8Array> {
  const { maxBytes, onBody, large, signal } = options;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let release: (() => void) | undefined;
  try {
    if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
    for await (const chunk of decodeBody(body, headers.get('content-encoding') ?? '')) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (onBody) {
        if (!(await onBody(chunk))) break;
        continue;
      }
      chunks.push(chunk);
      if (size > LARGE_BYTES) release ??= await large.acquire(signal);
    }
    return concatBytes(chunks);
  } finally {
    release?.();
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
