import type { Host } from './host.js';

/** What the kinds of files have. */
type Members = Partial<File & Response & URL & { readonly path: unknown }>;

/** Reads what `toFile` is given. It is loaded with the first file: see `loaded`. */
export async function readFile(input: unknown, filename: string | undefined, signal: AbortSignal): Promise<File> {
  // By its members: an object of another frame, of a library or of a test's sandbox has another class.
  const { href, name, path, url, ok = true, bodyUsed, status, headers, body, type } = Object(input) as Members;
  if (typeof input === 'string' || href) return readFileAt(href ?? String(input), filename);
  const isResponse = status !== undefined && headers !== undefined;
  const stream = streamOf(isResponse ? body : input);
  // A blob of anything else would hold its text, and you would pay for parsing that.
  const bytes = stream || isResponse ? '' : await bytesOf(input);
  if (!ok) throw new TypeError(`file is a response with status ${status}.`);
  if (bodyUsed) throw new TypeError('file is a response that was read before: give it unread, or give what was read.');
  const content = stream ? await readStream(stream, signal) : bytes;
  // The server chooses the parser by the extension.
  const fileName = filename ?? name ?? [path ?? url].map(nameIn).find((last) => last.includes('.'));
  if (!fileName) throw new TypeError('filename is missing: its extension says how the file is parsed.');
  // The types of Node.js know no `ArrayBuffer` here.
  return new File([content as Blob], fileName, { type: (isResponse ? headers.get('content-type') : type) ?? '' });
}

const WRONG_KIND = 'file must be a path, a file URL, bytes, a Blob, a File, a stream or a Response.';

/** The last segment of a path or a URL. */
const nameIn = (path: unknown): string => {
  const [, inUrl] = /^\w+:\/\/[^/]+([^?#]*)/.exec(String(path)) ?? [];
  return (inUrl === undefined ? String(path) : decoded(inUrl)).split(/[\\/]/).at(-1) ?? '';
};

/** A path of a URL as a name. A URL may have a percent sign that encodes nothing. */
const decoded = (path: string): string =>
  path.replace(/(%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

/** The bytes of what is no stream. A Blob of this realm is not read here: it may be larger than the memory. */
async function bytesOf(input: unknown): Promise<Blob | ArrayBuffer> {
  const { arrayBuffer, byteLength, size } = Object(input) as Partial<Blob & ArrayBuffer>;
  if (byteLength !== undefined || input instanceof Blob) return input as Blob | ArrayBuffer;
  if (arrayBuffer && size !== undefined) return (input as Blob).arrayBuffer();
  throw new TypeError(WRONG_KIND);
}

/** A part of a stream. Streams of Node.js with an encoding have text. */
type Chunk = Uint8Array | string;

/** A stream of the web, of whatever yields bytes or text. */
function streamOf(input: unknown): ReadableStream<Chunk> | undefined {
  const stream = input as (Partial<AsyncIterable<Chunk>> & Partial<ReadableStream<Chunk>>) | null | undefined;
  if (stream?.getReader) return input as ReadableStream<Chunk>;
  const iterator = stream?.[Symbol.asyncIterator]?.();
  return (
    iterator &&
    new ReadableStream({
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    })
  );
}

async function readStream(stream: ReadableStream<Chunk>, signal: AbortSignal): Promise<Blob> {
  if (stream.locked) throw new TypeError('file is a stream that was read before, or is being read: give a new one.');
  try {
    // A pipe cancels the stream when the signal aborts.
    const bytes = stream.pipeThrough(new TransformStream<Chunk, Uint8Array>({ transform: toBytes }), { signal });
    return await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  } catch (cause) {
    const reason = String((cause as Error | undefined)?.message ?? cause).replace(/\.$/, '');
    throw new TypeError(`file is a stream that failed before its end: ${reason}.`, { cause });
  }
}

function toBytes(chunk: Chunk, controller: TransformStreamDefaultController<Uint8Array>): void {
  controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
}

async function readFileAt(path: string, filename: string | undefined): Promise<File> {
  if (/^https?:/i.test(path)) {
    throw new TypeError('file is a web address: use scrape(), or give the Response of a fetch.');
  }
  // An `import` would make bundlers for browsers look for the module.
  const fs = (globalThis as { process?: Host }).process?.getBuiltinModule?.('node:fs');
  if (!fs) throw new TypeError('file is a path, but this platform has no files: give a Blob or a File.');
  try {
    const url = /^file:/i.test(path) && new URL(path);
    const content = await fs.promises.readFile(url || path);
    return new File([content], filename || nameIn(url ? decoded(url.pathname) : path));
  } catch (cause) {
    throw new TypeError(`file "${path}" cannot be read: is it there?`, { cause });
  }
}
