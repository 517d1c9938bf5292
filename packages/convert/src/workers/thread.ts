import { Worker } from 'node:worker_threads';
import { joinMessage } from './messages.js';
import type { PoolWorker, WorkerLimits, WorkerListener } from './pool-worker.js';
import { WorkFailure } from './work-failure.js';
import type { WorkerEntry } from './worker-entry.js';

/** A worker in another thread: cheap, and bounded in its heap, but not in its buffers. */
export function startThread(
  { url, execArgv }: WorkerEntry,
  { resourceLimits = {} }: WorkerLimits,
  listener: WorkerListener,
): PoolWorker {
  const worker = new Worker(url, { ...(execArgv && { execArgv }), resourceLimits });
  worker.on('message', listener.onMessage);
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash';
    listener.onEnd(new WorkFailure(reason, error.message, { cause: error }));
  });
  worker.on('exit', (code) => listener.onEnd(new WorkFailure('crash', `The worker ended with status ${code}.`)));
  return {
    send(parts) {
      const request = joinMessage(parts);
      worker.postMessage(request, [request.buffer]);
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    async terminate() {
      await worker.terminate();
    },
  };
}
