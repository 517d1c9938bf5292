import { ConfigurationError } from '../errors/errors.js';
import { host } from './host.js';

/** A file to parse: a path (on Node, Bun and Deno), bytes, a stream, or the reference of an earlier upload. */
export type FileInput =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | { readonly uploadRef: string };

/** Turns the input into a `File`. Reads a stream to its end, so that the request can be retried. */
export async function toFile(
  input: Exclude<FileInput, { readonly uploadRef: string }>,
  filename: string | undefined,
  signal: AbortSignal,
): Promise<File> {
  if (typeof input === 'string') return readFileAt(input, filename);
  // By its tag: an object of another frame or of a test's sandbox has another class.
  const kind = ArrayBuffer.isView(input) ? 'ArrayBuffer' : Object.prototype.toString.call(input).slice(8, -1);
  // A blob of anything else would hold its text, and you would pay for parsing that.
  if (!/^(Blob|File|ArrayBuffer|ReadableStream)$/.test(kind)) throw new ConfigurationError(WRONG_KIND);
  const blob =
    kind === 'ReadableStream' ? await readStream(input as ReadableStream, signal) : new Blob([input as BlobPart]);
  const name = filename ?? (kind === 'File' ? (input as File).name : undefined);
  // The server chooses the parser by the extension.
  if (!name) throw new ConfigurationError('filename is missing: its extension says how the file is parsed.');
  return new File([blob], name, { type: (input as Partial<Blob>).type ?? '' });
}

const WRONG_KIND = 'file must be a path, bytes, a Blob, a File or a ReadableStream.';

async function readStream(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Blob> {
  try {
    // A pipe cancels the stream when the signal aborts.
    return await new Response(stream.pipeThrough(new TransformStream(), { signal })).blob();
  } catch (cause) {
    throw new ConfigurationError('file is a stream that cannot be read to its end: was it read before?', { cause });
  }
}

async function readFileAt(path: string, filename: string | undefined): Promise<File> {
  // An `import` would make bundlers for browsers look for the module.
  const fs = host().getBuiltinModule?.('node:fs');
  if (!fs) throw new ConfigurationError('file is a path, but this platform has no files: give a Blob or a File.');
  try {
    const content = await fs.promises.readFile(path);
    return new File([content], filename || (path.split(/[\\/]/).at(-1) ?? path));
  } catch (cause) {
    throw new ConfigurationError(`file "${path}" cannot be read: is it there?`, { cause });
  }
}
