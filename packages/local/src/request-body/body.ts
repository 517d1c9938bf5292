import { untilAborted } from '@trawl/base/aborted';
import { Blocks } from '@trawl/base/blocks';
import { concatBytes } from '@trawl/base/concat-bytes';
import { Refusal } from '../contract/refusal.js';
import type { MemoryReservation } from './body-memory.js';
import { excessOf, type JsonBounds } from './json-bounds.js';

/** Bytes of JSON in a request: much of it is kept, and shown again in lists of a hundred. */
export const MAX_JSON_BYTES = 512 * 1024;

/** Bounds of JSON in a request: enough for every call, and little enough to be processed quickly. */
const JSON_BOUNDS: JsonBounds = { depth: 100, values: 10_000, characters: 100_000 };

/** Smaller bodies are not counted: the rest of a request takes more memory. */
const SMALL_BYTES = 64 * 1024;

/** Bytes that are read of a body after its refusal; the connection of a client that sends more is closed. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

export interface BodyBounds {
  readonly maxBytes: number;
  /** The memory reserved for the body; undefined where its chunks are not kept. */
  readonly reservation?: MemoryReservation | undefined;
}

/** Throws a refusal when the `Content-Length` is too large. */
export function refuseLarge(request: Request, maxBytes: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** The chunks of a body; throws a refusal when they exceed the bounds. */
export async function* readChunks(
  request: Request,
  { maxBytes, reservation }: BodyBounds,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  refuseLarge(request, maxBytes);
  const reader = request.body?.getReader();
  if (!reader) return;
  const blocks = new Blocks();
  let size = 0;
  let isOver = false;
  const givenUp = new AbortController();
  const endReading = reservation?.reading((refusal) => givenUp.abort(refusal));
  try {
    for (;;) {
      const { done, value } = await untilAborted(givenUp.signal, () => reader.read());
      isOver = done;
      if (done) return yield* blocks.end();
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      reservation?.add(value.byteLength);
      yield* blocks.add(value);
    }
  } finally {
    endReading?.();
    // It fails when the client has gone.
    if (!isOver) discard(reader).catch(() => {});
  }
}

/**
 * Reads the rest of a refused body and discards it. Otherwise the HTTP server closes the connection after half a second,
 * when the client may have sent its next request on it.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let remainingBytes = MAX_DISCARDED_BYTES;
  while (remainingBytes > 0) {
    const { done, value } = await reader.read();
    if (done) return;
    remainingBytes -= value.byteLength;
  }
}

/** All chunks in one buffer. */
export async function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return concatBytes(all);
}

/** Reads a JSON body. An empty body is read as an empty object. */
export async function readJson(request: Request, body: BodyBounds, bounds: JsonBounds = JSON_BOUNDS): Promise<unknown> {
  const text = await readText(request, body);
  if (text.trim() === '') return {};
  try {
    return parseJson('The request body', text, bounds);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const sentence = `The request body is not JSON: ${error.message}`;
    throw new Refusal('BAD_REQUEST_INVALID_JSON', sentence);
  }
}

/**
 * Parses JSON of a request. `what` names it at the beginning of an error message.
 *
 * @throws SyntaxError for a text that is not JSON, and a refusal for one that exceeds the bounds.
 */
export function parseJson(what: string, text: string, bounds: JsonBounds = JSON_BOUNDS): unknown {
  const excess = excessOf(text, bounds);
  if (!excess) return JSON.parse(text);
  const error = `${what} ${excess.message}, the most that this server reads.`;
  throw excess.bound === 'depth' ? new Refusal('BAD_REQUEST', error) : new Refusal('too_large', error);
}

async function readText(request: Request, body: BodyBounds): Promise<string> {
  const length = request.headers.get('content-length');
  // The HTTP server of Node.js reads no more than the `Content-Length`.
  if (length !== null && Number(length) <= SMALL_BYTES) return request.text();
  return new TextDecoder().decode(await readBytes(readChunks(request, body)));
}

function tooLarge(maxBytes: number): Refusal {
  const error = `The request body is larger than ${maxBytes} bytes, the most that this server reads.`;
  return new Refusal('too_large', error);
}
