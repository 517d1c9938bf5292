import { onTestFinished } from 'vitest';
import { createLocalServer, type LocalServer, type LocalServerOptions } from '../src/index.js';
import type { OnFinished } from './on-finished.js';

/**
 * Starts a server for one or more tests. It checks every response against the contract, and has no browser and no other programs unless the
 * test is about one: a test has the same result on every machine.
 */
export async function startServer(
  options: LocalServerOptions = {},
  onFinished: OnFinished = onTestFinished,
): Promise<LocalServer> {
  const alone = { browser: 'off', ffmpeg: 'off', tesseract: 'off' };
  const server = await createLocalServer({ check: true, quiet: true, log: () => {}, ...alone, ...options });
  onFinished(() => server.close());
  return server;
}

export interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of the response, or its text. */
  readonly body: unknown;
}

/** Makes a call such as `POST /v2/scrape`, by default without a socket. */
export async function call(
  server: Pick<LocalServer, 'url' | 'fetch'>,
  line: string,
  { body, headers = {} }: Call = {},
): Promise<ApiResponse> {
  const [method = '', path = ''] = line.split(' ');
  const sent = body === undefined ? {} : { body: isRawBody(body) ? body : JSON.stringify(body) };
  const type = body === undefined || isRawBody(body) ? {} : { 'content-type': 'application/json' };
  const response = await server.fetch(server.url + path, { method, headers: { ...type, ...headers }, ...sent });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

function isRawBody(body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
}

/** The headers of a call with this key. */
export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
