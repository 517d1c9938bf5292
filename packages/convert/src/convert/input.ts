import { absoluteUrl } from '../absolute-url.js';
import { ConvertError } from '../page/convert-error.js';
import type { ConversionRequest } from '../page/page.js';

/** A part of a stream: bytes, or text that has been decoded already. */
export type InputChunk = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

/**
 * What can be converted: text, bytes, or something that gives bytes. Neither is changed. They may come from another realm,
 * such as a `node:vm` context, and from libraries with a `Response` or `Blob` of their own.
 */
export type ConvertInput = InputChunk | Blob | Response | ReadableStream<InputChunk> | AsyncIterable<InputChunk>;

/** What is known of an input beside its bytes. */
export interface InputOptions {
  /**
   * The address of the page or file, against which links are resolved. The one of a `Response`, when it is left out. Without
   * any, relative links stay as they are written.
   */
  readonly url?: string | undefined;
  /**
   * The name of the file, whose extension tells the type of an input without a telling media type. The one of a `File`, or
   * the end of the address, when it is left out.
   */
  readonly filename?: string | undefined;
  /** The media type, with a charset if it is known. The one of a `Response` or `Blob`, when it is left out. */
  readonly contentType?: string | undefined;
  /** How many bytes at most are read, or characters of a string. Default: 50 MiB. */
  readonly maxBytes?: number | undefined;
  /** Ends the reading of a stream. */
  readonly signal?: AbortSignal | undefined;
}

/** How many bytes are read where nothing else is said. */
export const MAX_BYTES = 50 * 1024 * 1024;

/** Reads the whole input; throws a `ConvertError` for one with too many bytes, and the reason of an aborted signal. */
export async function readInput(
  input: ConvertInput,
  { url, filename, contentType, maxBytes = MAX_BYTES, signal }: InputOptions,
): Promise<Omit<ConversionRequest, 'options'>> {
  signal?.throwIfAborted();
  if (url !== undefined && absoluteUrl(url) === undefined) {
    throw new ConvertError('invalid option', `\`url\` is \`${url}\`, which is no absolute URL.`);
  }
  const source = sourceOf(input);
  return {
    url: url ?? source.url,
    filename: filename ?? source.name,
    contentType: contentType ?? (source.contentType || undefined),
    body: await bodyOf(source.body, maxBytes, signal),
  };
}

type Stream = ReadableStream<InputChunk> | AsyncIterable<InputChunk>;

interface Source {
  readonly url: string;
  readonly name?: string;
  readonly contentType: string | null;
  readonly body: InputChunk | Stream;
}

/** What an input tells of itself. Those of other realms and libraries are known by their fields. */
function sourceOf(input: ConvertInput): Source {
  if (typeof input === 'string' || isBytes(input)) return { url: '', contentType: null, body: input };
  if (typeof input !== 'object' || input === null) throw notReadable(input);
  if ('headers' in input && 'body' in input && typeof input.headers?.get === 'function') {
    if (input.bodyUsed) throw new ConvertError('invalid option', 'The body of the response has been read already.');
    return { url: input.url, contentType: input.headers.get('content-type'), body: input.body ?? '' };
  }
  if ('stream' in input) {
    const name = 'name' in input && typeof input.name === 'string' ? { name: input.name } : {};
    return { url: '', ...name, contentType: input.type, body: input.stream() };
  }
  if (!('getReader' in input) && !(Symbol.asyncIterator in input)) throw notReadable(input);
  return { url: '', contentType: typeOfMessage(input), body: input };
}

/** The media type of a message that `node:http` received. */
function typeOfMessage(stream: Stream): string | null {
  const headers: unknown = 'headers' in stream ? stream.headers : undefined;
  const isMessage = typeof headers === 'object' && headers !== null && 'content-type' in headers;
  return isMessage && typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
}

function notReadable(input: unknown): ConvertError {
  const what =
    typeof input === 'object' && input !== null && 'then' in input
      ? 'a promise, which has to be awaited'
      : `of the type ${typeof input}`;
  return new ConvertError(
    'invalid option',
    `The input is ${what}. An input is a string, bytes, a Blob, a File, a Response or a stream of bytes.`,
  );
}

/** Buffers are known by their names: those of another realm are of another class. */
function isBuffer(input: object): input is ArrayBuffer | SharedArrayBuffer {
  return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(input));
}

function isBytes(input: unknown): input is Exclude<InputChunk, string> {
  return typeof input === 'object' && input !== null && (ArrayBuffer.isView(input) || isBuffer(input));
}

/**
 * The same memory as a plain `Uint8Array` of this realm, since libraries refuse a `Buffer` and views of other types. Memory of
 * another realm, and memory that others may change or resize meanwhile, is copied.
 */
function plainBytes(input: Exclude<InputChunk, string>): Uint8Array<ArrayBuffer> {
  const [buffer, offset] = ArrayBuffer.isView(input) ? [input.buffer, input.byteOffset] : [input, 0];
  const isPlain = buffer instanceof ArrayBuffer && !('resizable' in buffer && buffer.resizable);
  if (isPlain) return new Uint8Array(buffer, offset, input.byteLength);
  return new Uint8Array(new Uint8Array(buffer, offset, input.byteLength));
}

async function bodyOf(
  input: InputChunk | Stream,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<string | Uint8Array> {
  if (typeof input === 'string') {
    if (input.length > maxBytes) throw tooLarge(maxBytes);
    return input;
  }
  if (isBytes(input)) {
    if (input.byteLength > maxBytes) throw tooLarge(maxBytes);
    return plainBytes(input);
  }
  const chunks: (string | Uint8Array)[] = [];
  let length = 0;
  for await (const chunk of chunksOf(input)) {
    signal?.throwIfAborted();
    const part = typeof chunk === 'string' ? chunk : isBytes(chunk) ? plainBytes(chunk) : undefined;
    if (part === undefined) throw new ConvertError('invalid option', 'The stream gives something that is no bytes.');
    length += part.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    // A copy, because some streams use the memory of a chunk again for the next one.
    chunks.push(typeof part === 'string' ? part : part.slice());
  }
  return joined(chunks);
}

/** Not every browser has streams that can be iterated. Leaving the loop cancels the stream. */
async function* chunksOf(input: Stream): AsyncGenerator<unknown> {
  if (!('getReader' in input)) return yield* input;
  const reader = input.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}

/** The chunks as one. Text stays text, so that a character that two chunks share is whole. */
function joined(chunks: readonly (string | Uint8Array)[]): string | Uint8Array {
  if (chunks.length > 0 && chunks.every((chunk) => typeof chunk === 'string')) return chunks.join('');
  const encoder = new TextEncoder();
  const parts = chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLarge(maxBytes: number): ConvertError {
  return new ConvertError(
    'too large',
    `The input has more than ${maxBytes} bytes, which is the limit: raise it by \`maxBytes\`.`,
  );
}
