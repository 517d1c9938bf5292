import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { joinMessage, readMessage, writeMessage } from './messages.js';

/** A message of a worker to its pool. */
export type WorkerMessage =
  | { readonly ready: true }
  /** The reply as bytes, and the memory that the worker uses after the work. */
  | { readonly reply: Uint8Array<ArrayBuffer>; readonly heldBytes: number };

/** The result of a piece of work. */
export type Reply<Result> =
  | { readonly result: Result }
  | { readonly error: { readonly name: string; readonly message: string } };

/** Makes this thread a worker of a pool: does one piece of work after another. */
export function serve<Request, Result>(work: (request: Request) => Promise<Result>): void {
  parentPort?.on('message', async (request: Uint8Array<ArrayBuffer>) => {
    const reply = await replyTo(request, work);
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
    parentPort?.postMessage({ reply, heldBytes: heap + external }, [reply.buffer]);
  });
  parentPort?.postMessage({ ready: true });
}

/** An error is the reply as well when the request cannot be read or the result cannot be sent, such as one that is nested too deep. */
async function replyTo<Request, Result>(
  request: Uint8Array<ArrayBuffer>,
  work: (request: Request) => Promise<Result>,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return joinMessage(writeMessage({ result: await work(readMessage<Request>(request)) }));
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return joinMessage(writeMessage({ error: { name, message } }));
  }
}
