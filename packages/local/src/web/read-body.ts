import type { Readable } from 'node:stream';
import { concatBytes } from '../concat-bytes.js';
import { decoded } from './content-encoding.js';
import { FetchFailure } from './fetch-types.js';
import type { Permits } from './permits.js';

/** Bytes from which on a body is large: few pages are, and not many of them are read at once. */
const LARGE_BYTES = 1024 * 1024;

export interface ReadBounds {
  /** After decompression. */
  readonly maxBytes: number;
  /** Takes the body as it comes; nothing more is read once it says `false`. */
  readonly onBody?: ((chunk: Uint8Array) => boolean | Promise<boolean>) | undefined;
  /** For bodies that are large; the others of them wait meanwhile, unread. */
  readonly large: Permits;
  readonly signal: AbortSignal;
}

/** Reads a body without its encoding, never more than allowed; empty when somebody else takes it as it comes. */
export async function readBody(body: Readable, headers: Headers, bounds: ReadBounds): Promise<Uint8Array> {
  const { maxBytes, onBody, large, signal } = bounds;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let release: (() => void) | undefined;
  try {
    if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
    for await (const chunk of decoded(body, headers.get('content-encoding') ?? '')) {
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

/** Ends a body without reading it to its end, which it may not have. */
export function discard(body: Readable): void {
  body.on('error', () => {}).destroy();
}

function tooLarge(maxBytes: number): FetchFailure {
  return new FetchFailure('too-large', `The page is larger than ${maxBytes} bytes.`);
}
