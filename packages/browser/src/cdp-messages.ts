import { type Params, record } from './cdp-rules.js';

/** A command of a client, as the DevTools protocol (CDP) writes it. */
export interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
  readonly sessionId: string | undefined;
}

/** An event or an answer of a page. */
export interface Message {
  /** The command that it answers; undefined for an event. */
  readonly id?: number;
  /** It is undefined for an answer. */
  readonly method?: string;
  readonly params?: Params;
  readonly sessionId?: string;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Characters of a message of a page: reading a longer one would block the service, and fill its memory. */
const MAX_MESSAGE = 32 * 1024 * 1024;

export const isTooLong = (text: string): boolean => text.length > MAX_MESSAGE;

/** The answer in place of one that is too long. For an event, which no command waits for, there is none. */
export function answerTooLong(text: string, pageSession: string): Message | undefined {
  const [, id] = /^\{"id":(\d+),/.exec(text) ?? [];
  if (id === undefined) return undefined;
  const [, sessionId = pageSession] = /"sessionId":"(\w+)"\}$/.exec(text.slice(-100)) ?? [];
  const message = `The answer has more than ${MAX_MESSAGE / 1024 ** 2} MiB. Ask for less at once.`;
  return { id: Number(id), error: { code: SERVER_ERROR, message }, sessionId };
}

/** Reads the command in a text; undefined when the text is none. */
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

/** Reads a message of the browser without the key for the proxy, which is among the headers of a request. */
export function withoutProxyKey(text: string): Message {
  const message: Message = JSON.parse(text);
  if (!String(message.method).startsWith('Network.') || !PROXY_KEY.test(text)) return message;
  return JSON.parse(text, (name, value) => (PROXY_KEY.test(name) || name === 'requestHeadersText' ? undefined : value));
}

const PROXY_KEY = /proxy-authorization/i;

/** The code that JSON-RPC gives to errors of a server. */
const SERVER_ERROR = -32_000;

/** The error of a failed command for the client, without the words that the driver puts before the browser's message. */
export function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  const message = String((error as Error).message).replace(/^.*Protocol error \([\w.]+\): /s, '');
  return { code: SERVER_ERROR, message };
}
