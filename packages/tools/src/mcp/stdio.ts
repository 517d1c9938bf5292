import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Trawl } from '@trawl/sdk';
import type { Toolset } from '../toolset.js';
import { readableMessage } from './readable-message.js';
import { serverOf } from './server.js';

/** How long requests are still answered after the end of the input. */
const GRACE_MS = 2000;

/** Serves one client over two streams. */
export interface StdioServer {
  /** Resolved when the client has closed a stream, and what it asked for is answered or its time is up. */
  readonly ended: Promise<unknown>;
  /** Ends the calls that still run. */
  close(): Promise<void>;
}

/** Serves one client over the input and output of a program, in the version of the protocol that the client opens with. */
export function serveStreams(trawl: Trawl, toolset: Toolset, input: Readable, output: Writable): StdioServer {
  // The transport ends with its input, and answers nothing after it. So its input ends only after the answers.
  const messages = new PassThrough();
  const transport = new CountingTransport(new StdioServerTransport(messages, output));
  const handle = serveStdio(() => serverOf(trawl, toolset), { transport });
  input.pipe(messages, { end: false });
  const inputEnd = new Promise<void>((resolve) => {
    // A pipe that is cut off is closed without an end.
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
  });
  return {
    // A pipe that the client has closed is known by what cannot be written, which closes the transport.
    ended: Promise.race([transport.closed, inputEnd.then(() => transport.answered(GRACE_MS))]),
    async close() {
      input.unpipe(messages).pause();
      await handle.close();
    },
  };
}

/** A transport that knows how many requests have no answer yet. */
class CountingTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly closed: Promise<void>;
  readonly #inner: StdioServerTransport;
  readonly #open = new Set<unknown>();
  #onAnswered = (): void => {};

  constructor(inner: StdioServerTransport) {
    this.#inner = inner;
    this.closed = new Promise((resolve) => {
      inner.onclose = () => {
        resolve();
        this.onclose?.();
      };
    });
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message) => {
      if ('method' in message && 'id' in message) this.#open.add(message.id);
      // The answer to a request that its client cancels is never sent.
      if ('method' in message && message.method === 'notifications/cancelled') this.#settle(message.params?.requestId);
      this.onmessage?.(readableMessage(message));
    };
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if (!('method' in message)) this.#settle(message.id);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Resolved when every request has its answer, at the latest after some milliseconds. */
  answered(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onAnswered = () => {
        if (this.#open.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      // The last message may not have been read yet.
      setImmediate(() => this.#onAnswered());
    });
  }

  #settle(id: unknown): void {
    this.#open.delete(id);
    this.#onAnswered();
  }
}
