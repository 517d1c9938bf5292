import { createInflateRaw } from 'node:zlib';
import type { LongBody } from '@trawl/base/open-sockets';
import { unpack } from './compression.js';

/** A text that is compressed. */
export interface PackedText {
  /** The bytes of the text in UTF-8. */
  readonly length: number;
  readonly packed: Uint8Array;
}

/** Bytes, or characters of a text, that are made at once. */
const PIECE = 64 * 1024;

/** Bytes of a compressed text that is decompressed as a whole. */
const SHORT_TEXT = 4 * PIECE;

/**
 * A text that may be long, in parts. Compressed ones stay compressed until their bytes are needed, so that a client that reads
 * slowly, or not at all, keeps no more in memory than what is stored.
 */
export class LongText implements LongBody {
  readonly bytes: number;
  readonly memory: number;
  readonly #parts: readonly (string | PackedText)[];

  constructor(parts: readonly (string | PackedText)[]) {
    const sum = (sizeOf: (part: string | PackedText) => number) =>
      parts.reduce((total, part) => total + sizeOf(part), 0);
    this.bytes = sum((part) => (typeof part === 'string' ? Buffer.byteLength(part) : part.length));
    this.memory = sum((part) => (typeof part === 'string' ? part.length : part.packed.length));
    this.#parts = parts;
  }

  /** The bytes of the text in UTF-8. */
  async *pieces(): AsyncGenerator<Uint8Array> {
    for (const part of this.#parts) {
      if (typeof part === 'string') yield* piecesOfText(part);
      else if (part.length <= SHORT_TEXT) yield await unpack(part.packed);
      else yield* createInflateRaw({ chunkSize: PIECE }).end(part.packed);
    }
  }

  /** The text as one string. */
  async text(): Promise<string> {
    const texts = this.#parts.map(async (part) => (typeof part === 'string' ? part : await unpackText(part.packed)));
    return (await Promise.all(texts)).join('');
  }
}

/** The bytes of a text in UTF-8, piece by piece. */
function* piecesOfText(text: string): Generator<Uint8Array> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE, text.length);
    // Two units may be one character.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The text that was compressed. */
export async function unpackText(packed: Uint8Array): Promise<string> {
  return Buffer.from(await unpack(packed)).toString('utf8');
}
