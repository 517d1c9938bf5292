import { onTestFinished } from 'vitest';
import { createLocalServer, type LocalServer, type LocalServerOptions } from '../src/index.js';

/** Where to say what is to be done when a server is needed no longer: the end of a test, or of a file. */
export type AtEnd = (work: () => Promise<void>) => void;

/** A server for one test or several: every answer is held against the contract. */
export async function startServer(
  options: LocalServerOptions = {},
  atEnd: AtEnd = onTestFinished,
): Promise<LocalServer> {
  const server = await createLocalServer({ check: true, quiet: true, log: () => {}, ...options });
  atEnd(() => server.close());
  return server;
}

export interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the answer, or its text. */
  readonly body: unknown;
}

/** Makes a call such as `POST /v2/scrape`, by default without a socket. */
export async function call(
  server: Pick<LocalServer, 'url' | 'fetch'>,
  line: string,
  { body, headers = {} }: Call = {},
): Promise<Answered> {
  const [method = '', path = ''] = line.split(' ');
  const sent = body === undefined ? {} : { body: isWhole(body) ? body : JSON.stringify(body) };
  const type = body === undefined || isWhole(body) ? {} : { 'content-type': 'application/json' };
  const response = await server.fetch(server.url + path, { method, headers: { ...type, ...headers }, ...sent });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

function isWhole(body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
}
