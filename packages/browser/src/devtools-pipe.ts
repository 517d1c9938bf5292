import type { Readable, Writable } from 'node:stream';
import { MAX_MESSAGE, type MessageEnds } from './cdp-messages.js';

/** A message of the DevTools protocol. An answer has the id of its command, and an event has none. */
export interface DevToolsMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  /** Of the page, frame or worker that it concerns. A message for the whole browser has none. */
  readonly sessionId?: string;
}

export interface PipeListener {
  onMessage(message: DevToolsMessage): void;
  /** The browser has ended. */
  onClose(): void;
}

/** Exchanges messages with a browser through a pipe, which no other program can write to. */
export interface DevToolsPipe {
  /** Sends nothing to a browser that has ended. */
  send(message: DevToolsMessage): void;
  /** Passes all messages that come from now on to the listener. */
  listen(listener: PipeListener): void;
}

/** What ends a message. */
const END = 0;

/** How a message begins and ends that carries one of a page to a client who drives it, as a text. */
const CARRIER_START = /^\{"method":"Target\.receivedMessageFromTarget","params":\{"sessionId":"([^"\\]+)","message":"/;
const CARRIER_END = /"(?:,"targetId":"[^"\\]*")?\},"sessionId":"([^"\\]+)"\}$/;

/** Bytes at its start and at its end that are read of a carried message that is too long. */
const ENDS = 1024;

/**
 * Reads a message. A carried one may have `MAX_MESSAGE` characters: of a longer one nothing but its ends is read, because
 * reading all of it holds up the other work of the service.
 */
function readMessage(bytes: Buffer): DevToolsMessage {
  return (bytes.length > MAX_MESSAGE + 2 * ENDS && endsOf(bytes)) || JSON.parse(bytes.toString());
}

function endsOf(bytes: Buffer): DevToolsMessage | undefined {
  const [head, tail] = [bytes.subarray(0, ENDS).toString(), bytes.subarray(-ENDS).toString()];
  const [start, end] = [CARRIER_START.exec(head), CARRIER_END.exec(tail)];
  if (!start || !end) return undefined;
  const unquoted = (text: string) => text.replaceAll('\\"', '"');
  const tooLong: MessageEnds = {
    start: unquoted(head.slice(start[0].length)),
    end: unquoted(tail.slice(0, end.index)),
  };
  const [sessionId = ''] = end.slice(1);
  return { method: 'Target.receivedMessageFromTarget', params: { sessionId: start[1], tooLong }, sessionId };
}

export function createDevToolsPipe(input: Writable, output: Readable): DevToolsPipe {
  return {
    send(message) {
      if (!input.writable) return;
      // The messages that are sent together are written at once.
      if (input.writableCorked === 0) {
        input.cork();
        process.nextTick(() => input.uncork());
      }
      input.write(`${JSON.stringify(message)}\0`);
    },
    listen({ onMessage, onClose }) {
      /** The parts of a message whose end has not come yet. */
      let parts: Buffer[] = [];
      output.on('data', (chunk: Buffer) => {
        let start = 0;
        for (let end = chunk.indexOf(END); end >= 0; end = chunk.indexOf(END, start)) {
          const last = chunk.subarray(start, end);
          const text = parts.length > 0 ? Buffer.concat([...parts, last]) : last;
          parts = [];
          start = end + 1;
          onMessage(readMessage(text));
        }
        if (start < chunk.length) parts.push(chunk.subarray(start));
      });
      output.once('close', onClose);
      // Both ends of a pipe fail when the browser has ended, which `close` tells.
      output.on('error', () => {});
      input.on('error', () => {});
    },
  };
}
