import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { readFrames, writeFrame } from './frames.js';
import type { PoolWorker, WorkerLimits, WorkerListener } from './pool-worker.js';
import type { WorkerMessage } from './serve.js';
import { WorkFailure, type WorkFailureReason } from './work-failure.js';
import { type WorkerEntry, workerEntry } from './worker-entry.js';

/** The file descriptor by which a process hears what to do, and says what came of it. */
export const PIPE = 3;

/** The status with which a process ends that takes more memory than it may. */
export const OUT_OF_MEMORY = 112;

/** What a process says. */
export type ProcessMessage =
  | { readonly message: WorkerMessage }
  | { readonly end: { readonly reason: WorkFailureReason; readonly message: string } };

/**
 * A worker in another process: bounded in all of its memory, which it gives back when it ends, and with it whatever it
 * breaks.
 */
export function startProcess(
  entry: WorkerEntry,
  { resourceLimits, maxMemoryBytes }: WorkerLimits,
  { onMessage, onEnd }: WorkerListener,
): PoolWorker {
  const { url, execArgv = [] } = workerEntry('worker-process', import.meta.url);
  const child = spawn(
    process.execPath,
    [...execArgv, fileURLToPath(url), entry.url.href, JSON.stringify({ resourceLimits, maxMemoryBytes })],
    // What the engine prints when it aborts says no more than the error that comes of it.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  // Of its own, so that nothing that code prints gets between. It is a socket, which its type does not say.
  const pipe = child.stdio[PIPE] as Socket;
  readFrames(pipe, (bytes) => {
    const said: ProcessMessage = deserialize(bytes);
    if ('message' in said) onMessage(said.message);
    else onEnd(new WorkFailure(said.end.reason, said.end.message));
  });
  // One that cannot be written to has ended, as its exit tells.
  pipe.on('error', () => {});
  child.on('error', (error) => onEnd(new WorkFailure('crash', error.message, { cause: error })));
  const exited = once(child, 'exit').then(
    ([status, signal]) => {
      // To the engine, what grows by more than is left in the heap is no exception: it aborts the process.
      const reason = status === OUT_OF_MEMORY || signal === 'SIGABRT' ? 'memory' : 'crash';
      onEnd(new WorkFailure(reason, `The worker ended with status ${status ?? signal}.`));
    },
    () => {}, // It did not start, and 'error' has said so.
  );
  return {
    send: (request) => writeFrame(pipe, request),
    ref() {
      child.ref();
      pipe.ref();
    },
    unref() {
      child.unref();
      pipe.unref();
    },
    async terminate() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
