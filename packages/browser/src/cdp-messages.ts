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

/** The first and the last characters of a message that is too long, as the pipe of the browser passes it on. */
export interface MessageEnds {
  readonly start: string;
  readonly end: string;
}

/** How many characters at its start and at its end tell what a message is. */
const ENDS = 200;

/**
 * Reads a message of the browser without the key for the proxy, which is among the headers of a request. In the place of an
 * answer that is too long stands an error; throws `MessageTooLong` for an event.
 */
export function messageOf({ message, tooLong }: Params): Message {
  if (tooLong !== undefined) return tooLongAnswer(tooLong as MessageEnds);
  const text = String(message);
  if (text.length <= MAX_MESSAGE) return withoutProxyKey(text);
  return tooLongAnswer({ start: text.slice(0, ENDS), end: text.slice(-ENDS) });
}

function withoutProxyKey(text: string): Message {
  const message: Message = JSON.parse(text);
  if (!String(message.method).startsWith('Network.') || !PROXY_KEY.test(text)) return message;
  return JSON.parse(text, (name, value) => (PROXY_KEY.test(name) || name === 'requestHeadersText' ? undefined : value));
}

const PROXY_KEY = /proxy-authorization/i;

/** The code that JSON-RPC gives to errors of a server. */
const SERVER_ERROR = -32_000;

/** The most characters of one message of a page: reading a longer one holds up the other work of the service. */
export const MAX_MESSAGE = 16 * 1024 * 1024;

/** A message of a page is too long, and answers no command. */
export class MessageTooLong extends Error {
  override readonly name = 'MessageTooLong';
}

const TOO_LONG = `The page sent a message of more than ${MAX_MESSAGE} characters. Ask for less at once.`;

/** The answer to a command that stands in the place of one that is too long. */
function tooLongAnswer({ start, end }: MessageEnds): Message {
  const [, id] = /^\{"id":(\d+),/.exec(start) ?? [];
  if (id === undefined) throw new MessageTooLong(TOO_LONG);
  // It is a field of the message itself, because the brace behind it is the last.
  const [, sessionId] = /,"sessionId":"([^"\\]+)"\}$/.exec(end) ?? [];
  const error = { code: SERVER_ERROR, message: TOO_LONG };
  return { id: Number(id), error, ...(sessionId !== undefined && { sessionId }) };
}

/** The error of a failed command for the client, without the words that the driver puts before the browser's message. */
export function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  const message = String((error as Error).message).replace(/^.*Protocol error \([\w.]+\): /s, '');
  return { code: SERVER_ERROR, message };
}
