import { type Params, record } from './cdp-rules.js';

/** A command of a client, as the DevTools protocol (CDP) writes it. */
export interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
  readonly sessionId: string | undefined;
}

/** The command that a text has; undefined if it has none. */
export function commandOf(text: string): Command | undefined {
  try {
    const { id, method, params, sessionId } = record(JSON.parse(text));
    if (!Number.isInteger(id) || typeof method !== 'string') return undefined;
    if (sessionId !== undefined && typeof sessionId !== 'string') return undefined;
    return { id: Number(id), method, params: record(params), sessionId };
  } catch {
    return undefined;
  }
}

/** A message of the browser without the key of the context for the proxy, which stands among the headers of a request. */
export function withoutProxyKey(text: string) {
  const message = JSON.parse(text);
  if (!String(message.method).startsWith('Network.') || !PROXY_KEY.test(text)) return message;
  return JSON.parse(text, (name, value) => (PROXY_KEY.test(name) || name === 'requestHeadersText' ? undefined : value));
}

const PROXY_KEY = /proxy-authorization/i;

/** The code of an error in JSON-RPC that the server defines. */
const SERVER_ERROR = -32_000;

/** The message of a failed command for the client, without the words that the driver puts before those of the browser. */
export function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  const message = String((error as Error).message).replace(/^.*Protocol error \([\w.]+\): /s, '');
  return { code: SERVER_ERROR, message };
}
