import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readFrames, writeFrame } from './frames.js';
import { readMessage } from './messages.js';
import type { PoolWorker, WorkerLimits, WorkerListener } from './pool-worker.js';
import type { WorkerMessage } from './serve.js';
import { WorkFailure, type WorkFailureReason } from './work-failure.js';
import { type WorkerEntry, workerEntry } from './worker-entry.js';

/** The file descriptor for the requests and replies of a process. */
export const PIPE = 3;

/** The exit status of a process that exceeds its memory limit. */
export const OUT_OF_MEMORY = 112;

/** A message of a process to its pool. */
export type ProcessMessage =
  | { readonly message: WorkerMessage }
  | { readonly end: { readonly reason: WorkFailureReason; readonly message: string } };

/**
 * Starts a worker in another process. All of its memory is bounded, and is free when it ends. A crash affects only the
 * process.
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
    // The output is ignored: when the engine aborts, its output says no more than the error of this pool.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  // Messages have their own pipe, so that output of the code cannot mix with them. It is a socket, which its type does not
  // say.
  const pipe = child.stdio[PIPE] as Socket;
  readFrames(pipe, (bytes) => {
    const message = readMessage<ProcessMessage>(bytes);
    if ('message' in message) onMessage(message.message);
    else onEnd(new WorkFailure(message.end.reason, message.end.message));
  });
  // A pipe that cannot be written to belongs to a process that has ended, which 'exit' reports.
  pipe.on('error', () => {});
  child.on('error', (error) => onEnd(new WorkFailure('crash', error.message, { cause: error })));
  const exited = once(child, 'exit').then(
    ([status, signal]) => {
      // The engine aborts the process, without an exception, when a value outgrows the heap.
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
      // An idle process does not keep the program running, but its end is awaited.
      child.ref();
      child.kill('SIGKILL');
      await exited;
    },
  };
}
