import { addTraceHeaders } from '../telemetry/tracing.js';
import { field } from './field.js';

/** The headers that a server of the protocol needs. The library sends others, which describe this machine. */
const SENT_HEADERS = ['accept', 'authorization', 'content-type'];

/** An answer of `MAX_ANSWER_TOKENS` tokens is always smaller. */
const MAX_BYTES = 1024 * 1024;

export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** How often a request is sent whose connection is closed before an answer begins. */
const MAX_ATTEMPTS = 3;

/** What a connection ends with when the server has closed it. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Fetches with bounded memory, without redirects: the key and the page go to the configured server alone. */
export async function boundedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const original = new Headers(init.headers);
  const headers = new Headers();
  for (const name of SENT_HEADERS) {
    const value = original.get(name);
    if (value !== null) headers.set(name, value);
  }
  addTraceHeaders(headers);
  const response = await fetchOnOpenConnection(input, { ...init, headers, redirect: 'error' });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (bytes > MAX_BYTES) throw new TooLong(`The response has more than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return new Response(new Blob(chunks), { status: response.status, headers: response.headers });
}

/** Sends the request again when the server closes a connection that it had kept, just as it is used. */
async function fetchOnOpenConnection(input: string | URL | Request, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(input, init);
    } catch (error) {
      const code = field(field(error, 'cause'), 'code');
      if (attempt === MAX_ATTEMPTS || typeof code !== 'string' || !CLOSED.has(code)) throw error;
    }
  }
}
