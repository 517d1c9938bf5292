import { concatBytes } from '../concat-bytes.js';
import { Refusal } from '../contract/refusal.js';
import type { MemoryReservation } from './body-memory.js';
import { excessOf, type JsonBounds } from './json-bounds.js';

/** Bytes of JSON in a request: much of it is kept, and shown again in lists of a hundred. */
export const MAX_JSON_BYTES = 512 * 1024;

/** What is read of JSON in a request: as much as any call needs, and little enough to be looked at in no time. */
const JSON_BOUNDS: JsonBounds = { depth: 100, values: 10_000, characters: 100_000 };

/** Bodies that are smaller are not counted: there is more to a request than that. */
const SMALL_BYTES = 64 * 1024;

export interface BodyBounds {
  readonly maxBytes: number;
  /** What the body takes of the memory for bodies; undefined where its pieces are let go of as they come. */
  readonly reservation?: MemoryReservation | undefined;
}

/** Throws the refusal of a body that says itself that it is too large. */
export function refuseLarge(request: Request, maxBytes: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** The pieces of a body as they come, and no more of it than allowed. */
export async function* readChunks(
  request: Request,
  { maxBytes, reservation }: BodyBounds,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  refuseLarge(request, maxBytes);
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    reservation?.add(chunk.byteLength);
    yield chunk;
  }
}

/** A body as a whole, and no more of it than allowed. */
export async function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return concatBytes(all);
}

/** Reads a body of JSON; one that is empty says nothing, as an empty object does. */
export async function readJson(request: Request, body: BodyBounds, bounds: JsonBounds = JSON_BOUNDS): Promise<unknown> {
  const text = await readText(request, body);
  if (text.trim() === '') return {};
  try {
    return parseJson('The request body', text, bounds);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const sentence = `The request body is not JSON: ${error.message}`;
    throw new Refusal(400, { code: 'BAD_REQUEST_INVALID_JSON', error: sentence });
  }
}

/**
 * Parses JSON that came with a request; `what` it is begins the sentence of a refusal.
 *
 * @throws SyntaxError for a text that is no JSON, and the refusal of one that has more in it than is read.
 */
export function parseJson(what: string, text: string, bounds: JsonBounds = JSON_BOUNDS): unknown {
  const excess = excessOf(text, bounds);
  if (!excess) return JSON.parse(text);
  const error = `${what} ${excess.message}, the most that this server reads.`;
  throw excess.bound === 'depth' ? new Refusal(400, { code: 'BAD_REQUEST', error }) : new Refusal(413, { error });
}

async function readText(request: Request, body: BodyBounds): Promise<string> {
  const length = request.headers.get('content-length');
  // The server of Node.js reads no more than what is announced.
  if (length !== null && Number(length) <= SMALL_BYTES) return request.text();
  return new TextDecoder().decode(await readBytes(readChunks(request, body)));
}

function tooLarge(maxBytes: number): Refusal {
  const error = `The request body is larger than ${maxBytes} bytes, the most that this server reads.`;
  return new Refusal(413, { error });
}
