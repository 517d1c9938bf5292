import { ConfigurationError } from '../errors/errors.js';
import { host } from './host.js';

/** A file to parse: a path (Node, Bun, Deno), bytes, a stream, or the reference of an earlier upload. */
export type FileInput =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | { readonly uploadRef: string };

/** A file as it is sent. A stream is read to its end first: only then can the request be repeated. */
export async function toFile(
  input: Exclude<FileInput, { readonly uploadRef: string }>,
  filename: string | undefined,
  signal: AbortSignal,
): Promise<File> {
  if (typeof input === 'string') return readFileAt(input, filename);
  // By its tag: what another frame or a test's sandbox made is of another class.
  const kind = ArrayBuffer.isView(input) ? 'ArrayBuffer' : Object.prototype.toString.call(input).slice(8, -1);
  // A blob of anything else has its text, which would be parsed and paid for.
  if (!/^(Blob|File|ArrayBuffer|ReadableStream)$/.test(kind)) throw new ConfigurationError(WRONG_KIND);
  const blob =
    kind === 'ReadableStream' ? await readStream(input as ReadableStream, signal) : new Blob([input as BlobPart]);
  const name = filename ?? (kind === 'File' ? (input as File).name : undefined);
  // By its extension the server decides how to parse it.
  if (!name) throw new ConfigurationError('filename is missing: its extension says how the file is parsed.');
  return new File([blob], name, { type: (input as Partial<Blob>).type ?? '' });
}

const WRONG_KIND = 'file must be a path, bytes, a Blob, a File or a ReadableStream.';

async function readStream(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Blob> {
  try {
    // By a pipe, which cancels the stream when nobody waits for it any more.
    return await new Response(stream.pipeThrough(new TransformStream(), { signal })).blob();
  } catch (cause) {
    throw new ConfigurationError('file is a stream that cannot be read to its end: was it read before?', { cause });
  }
}

async function readFileAt(path: string, filename: string | undefined): Promise<File> {
  // Not an import: bundlers for browsers would look for the module.
  const fs = host().getBuiltinModule?.('node:fs');
  if (!fs) throw new ConfigurationError('file is a path, but this platform has no files: give a Blob or a File.');
  try {
    const content = await fs.promises.readFile(path);
    return new File([content], filename || (path.split(/[\\/]/).at(-1) ?? path));
  } catch (cause) {
    throw new ConfigurationError(`file "${path}" cannot be read: is it there?`, { cause });
  }
}
