import { absoluteUrl } from '../absolute-url.js';
import { ConvertError } from '../page/convert-error.js';
import type { ConversionRequest } from '../page/page.js';

/** What can be converted: text, bytes, or something that gives bytes. */
export type ConvertInput =
  | string
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

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

type Body = Exclude<ConvertInput, Response | Blob>;

interface Source {
  readonly url: string;
  readonly name?: string;
  readonly contentType: string | null;
  readonly body: Body;
}

/** What an input tells of itself. Those of other realms and libraries are known by their fields. */
function sourceOf(input: ConvertInput): Source {
  if (typeof input === 'object' && 'headers' in input) {
    return { url: input.url, contentType: input.headers.get('content-type'), body: input.body ?? '' };
  }
  if (typeof input === 'object' && 'stream' in input) {
    const name = 'name' in input && typeof input.name === 'string' ? { name: input.name } : {};
    return { url: '', ...name, contentType: input.type, body: input.stream() };
  }
  return { url: '', contentType: null, body: input };
}

async function bodyOf(input: Body, maxBytes: number, signal: AbortSignal | undefined): Promise<string | Uint8Array> {
  if (typeof input === 'string') {
    if (input.length > maxBytes) throw tooLarge(maxBytes);
    return input;
  }
  if (input instanceof ArrayBuffer || ArrayBuffer.isView(input)) {
    if (input.byteLength > maxBytes) throw tooLarge(maxBytes);
    return input instanceof ArrayBuffer ? new Uint8Array(input) : input;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(input)) {
    signal?.throwIfAborted();
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

/** Not every browser has streams that can be iterated. Leaving the loop cancels the stream. */
async function* chunksOf(input: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!('getReader' in input)) return yield* input;
  const reader = input.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function tooLarge(maxBytes: number): ConvertError {
  return new ConvertError(
    'too large',
    `The input has more than ${maxBytes} bytes, which is the limit: raise it by \`maxBytes\`.`,
  );
}
