import type { Host } from './host.js';

/** Reads what `toFile` is given. It is loaded with the first file: see `loaded`. */
export async function readFile(input: unknown, filename: string | undefined, signal: AbortSignal): Promise<File> {
  // By its tag: an object of another frame or of a test's sandbox has another class.
  const kind = ArrayBuffer.isView(input) ? 'ArrayBuffer' : Object.prototype.toString.call(input).slice(8, -1);
  if (kind === 'String' || kind === 'URL') return readFileAt(String(input), filename);
  // What each kind has of these tells its name and its type.
  const {
    name,
    path,
    url,
    ok = true,
    bodyUsed,
    status,
    headers,
    type,
  } = Object(input) as Partial<File & Response & { path: string }>;
  const stream = kind === 'Response' ? (input as Response).body : streamOf(input, kind);
  // A blob of anything else would hold its text, and you would pay for parsing that.
  if (!stream && !/^(Blob|File|ArrayBuffer|Response)$/.test(kind)) throw new TypeError(WRONG_KIND);
  if (!ok) throw new TypeError(`file is a response with status ${status}.`);
  if (bodyUsed) throw new TypeError('file is a response that was read before: give it unread, or give what was read.');
  const blob = stream
    ? await readStream(stream, signal)
    : new Blob(kind === 'Response' ? [] : [input as Blob | ArrayBuffer]);
  // The server chooses the parser by the extension.
  const fileName = filename ?? name ?? [path ?? url].map(nameIn).find((last) => last.includes('.'));
  if (!fileName) throw new TypeError('filename is missing: its extension says how the file is parsed.');
  return new File([blob], fileName, { type: (headers ? headers.get('content-type') : type) ?? '' });
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

/** A stream of the web, of whatever yields bytes. */
function streamOf(input: unknown, kind: string): ReadableStream<Uint8Array> | undefined {
  if (kind === 'ReadableStream') return input as ReadableStream<Uint8Array>;
  const iterator = (input as Partial<AsyncIterable<Uint8Array>>)?.[Symbol.asyncIterator]?.();
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

async function readStream(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Blob> {
  if (stream.locked) throw new TypeError('file is a stream that was read before, or is being read: give a new one.');
  try {
    // A pipe cancels the stream when the signal aborts.
    return await new Response(stream.pipeThrough(new TransformStream(), { signal })).blob();
  } catch (cause) {
    const reason = String((cause as Error | undefined)?.message ?? cause).replace(/\.$/, '');
    throw new TypeError(`file is a stream that failed before its end: ${reason}.`, { cause });
  }
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
