import type { Edge, HttpApp } from './call.js';
import { DroppedConnection } from './dropped-connection.js';
import { withOneSlash } from './path.js';
import { nativeResponse } from './reply.js';

/** Returns a `fetch` that this process answers. To a client, it behaves like one over a socket. */
export function inProcess(app: Pick<HttpApp, 'fetch'>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? withOneSlashInUrl(input) : input, ownInit(init));
    request.signal.throwIfAborted();
    try {
      const edge: Edge = {};
      const response = Promise.resolve(app.fetch(request, edge));
      return nativeResponse(await abortable(response, request.signal), edge);
    } catch (error) {
      if (!(error instanceof DroppedConnection)) throw error;
      if (!error.response) throw new TypeError('fetch failed', { cause: error });
      const { status, headers, bytes } = error.response;
      return new Response(truncatedBody(bytes, error), { status, headers });
    }
  };
}

/** `Request` takes no signal of another class, such as one of jsdom. */
function ownInit(init: RequestInit | undefined): RequestInit | undefined {
  const signal = init?.signal;
  if (!signal || Object(signal) instanceof AbortSignal) return init;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return { ...init, signal: controller.signal };
}

function withOneSlashInUrl(url: string): string {
  const [origin = ''] = /^\w+:\/\/[^/]*/.exec(url) ?? [];
  return origin + withOneSlash(url.slice(origin.length));
}

function abortable(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    response.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** A body that fails after the given bytes. */
function truncatedBody(bytes: Uint8Array, cause: Error): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new TypeError('terminated', { cause }));
      isSent = true;
      controller.enqueue(bytes);
    },
  });
}
