import { loaded } from '../async/loaded.js';

/**
 * A file to parse: a path or a file URL (on Node, Bun and Deno), bytes, a stream of the web or of Node, of bytes or of
 * text, the response of a `fetch`, or the reference of an earlier upload.
 */
export type FileInput =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | ReadableStream<string>
  | AsyncIterable<Uint8Array | string>
  | Response
  | { readonly uploadRef: string };

/**
 * Turns the input into a `File`. Reads a stream to its end, so that the request can be retried.
 *
 * @throws ConfigurationError when it cannot be read.
 */
export const toFile = (
  input: Exclude<FileInput, { readonly uploadRef: string }>,
  filename: string | undefined,
  signal: AbortSignal,
): Promise<File> => loaded(async () => (await import('./read-file.js')).readFile(input, filename, signal));
