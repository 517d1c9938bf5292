import { availableParallelism } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import type { PoolWorker, WorkerLimits, WorkerListener } from './pool-worker.js';
import { startProcess } from './process.js';
import type { Reply } from './serve.js';
import { startThread } from './thread.js';
import { WorkFailure, type WorkFailureReason } from './work-failure.js';
import { type Job, type WorkOptions, WorkQueue, type WorkQueueLimits } from './work-queue.js';
import type { WorkerEntry } from './worker-entry.js';

export interface WorkerPoolOptions extends WorkerLimits, Partial<WorkQueueLimits> {
  readonly entry: WorkerEntry;
  /** Threads start faster and take less memory; processes return all of their memory. */
  readonly isolation?: 'thread' | 'process' | undefined;
  /** The maximum number of workers; by default the number of cores without the one of the main thread. */
  readonly size?: number | undefined;
  /** Pieces of work after which a worker is replaced. */
  readonly recycleAfter?: number | undefined;
  /** Bytes of memory after a piece of work beyond which a worker is replaced. */
  readonly recycleAtBytes?: number | undefined;
  /**
   * Milliseconds after which a piece of work no longer occupies a place in the pool: until it ends, another worker may
   * start, up to twice the size of the pool.
   */
  readonly overtimeAfterMs?: number | undefined;
  /** Milliseconds after which an idle worker is ended. */
  readonly idleMs?: number | undefined;
}

/** Runs work in other threads or processes. A worker does one piece at a time, so that it can be ended with its worker. */
export interface WorkerPool<Request, Result> {
  /** Rejects with a `WorkFailure`, or with the reason of the signal. */
  run(request: Request, options: WorkOptions): Promise<Result>;
  close(): Promise<void>;
}

interface Slot<Request, Result> {
  readonly worker: PoolWorker;
  ready: boolean;
  job?: Job<Request, Result> | undefined;
  deadline?: NodeJS.Timeout | undefined;
  overtime?: NodeJS.Timeout | undefined;
  idle?: NodeJS.Timeout | undefined;
  isOvertime: boolean;
  done: number;
}

const MEGABYTE = 1024 * 1024;

export function createWorkerPool<Request, Result>(options: WorkerPoolOptions): WorkerPool<Request, Result> {
  const { entry, isolation = 'thread', size = Math.max(1, availableParallelism() - 1) } = options;
  const { recycleAfter = 5_000, recycleAtBytes = 96 * MEGABYTE, overtimeAfterMs = 2_000, idleMs = 30_000 } = options;
  const { maxWaiting = 1_000, maxWaitingWeight = Number.POSITIVE_INFINITY } = options;
  const startWorker = isolation === 'process' ? startProcess : startThread;
  const waiting = new WorkQueue<Request, Result>({ maxWaiting, maxWaitingWeight });
  const slots = new Set<Slot<Request, Result>>();
  // Workers that are ending: their memory is not free yet.
  const ending = new Set<Promise<void>>();
  let closed = false;

  function start(): void {
    const listener: WorkerListener = {
      onMessage(message) {
        if ('ready' in message) slot.ready = true;
        else finish(slot, message.reply, message.heldBytes);
        assign();
      },
      onEnd: (reason) => drop(slot, reason),
    };
    let worker: PoolWorker;
    try {
      worker = startWorker(entry, options, listener);
    } catch (cause) {
      waiting.take()?.reject(failureOf('crash', 'A worker cannot be started', cause));
      return;
    }
    const slot: Slot<Request, Result> = { worker, ready: false, isOvertime: false, done: 0 };
    slots.add(slot);
  }

  function assign(): void {
    for (const slot of slots) {
      if (!slot.ready || slot.job) continue;
      let job = waiting.take();
      while (job && !give(slot, job)) job = waiting.take();
      if (!job) rest(slot);
    }
    const starting = [...slots].filter((slot) => !slot.ready).length;
    for (let more = waiting.size - starting; more > 0 && slots.size + ending.size < most(); more--) start();
  }

  function most(): number {
    const overtime = [...slots].filter(({ isOvertime }) => isOvertime).length;
    return size + Math.min(overtime, size);
  }

  function rest(slot: Slot<Request, Result>): void {
    slot.idle ??= setTimeout(() => drop(slot), idleMs).unref();
    // Idle workers must not keep the program running.
    slot.worker.unref();
  }

  /** Returns false when the request cannot be serialized, for example because it is nested too deep. */
  function give(slot: Slot<Request, Result>, job: Job<Request, Result>): boolean {
    const { deadlineMs } = job.options;
    try {
      slot.worker.send(serialize(job.request));
    } catch (error) {
      job.reject(failureOf('error', 'What is asked for cannot be handed to a worker', error));
      return false;
    }
    slot.job = job;
    clearTimeout(slot.idle);
    slot.idle = undefined;
    slot.worker.ref();
    slot.deadline = setTimeout(() => {
      drop(slot, new WorkFailure('deadline', `It took longer than ${deadlineMs} ms.`));
    }, deadlineMs);
    slot.overtime = setTimeout(() => {
      slot.isOvertime = true;
      assign();
    }, overtimeAfterMs);
    return true;
  }

  function finish(slot: Slot<Request, Result>, reply: Uint8Array, heldBytes: number): void {
    const { job } = slot;
    stopTimers(slot);
    slot.job = undefined;
    slot.isOvertime = false;
    slot.done++;
    const isTooMany = slots.size > most();
    if (isTooMany || slot.done >= recycleAfter || heldBytes > recycleAtBytes) drop(slot);
    if (job) settle(job, reply);
  }

  /** Ends a worker and its work. Another one starts when work is waiting. */
  function drop(slot: Slot<Request, Result>, reason?: unknown): void {
    if (!slots.delete(slot)) return;
    stopTimers(slot);
    const ended = () => {
      ending.delete(end);
      if (!closed) assign();
    };
    const end = slot.worker.terminate().then(ended, ended);
    ending.add(end);
    // A worker that fails to start fails one piece of work, so that it is not started again without end.
    const job = slot.job ?? (slot.ready ? undefined : waiting.take());
    job?.reject(reason);
  }

  function stopTimers({ deadline, overtime, idle }: Slot<Request, Result>): void {
    for (const timer of [deadline, overtime, idle]) clearTimeout(timer);
  }

  function giveUp(job: Job<Request, Result>, reason: unknown): void {
    if (waiting.remove(job)) job.reject(reason);
    for (const slot of slots) if (slot.job === job) drop(slot, reason);
  }

  return {
    async run(request, work) {
      const { signal } = work;
      if (closed) throw closing();
      signal?.throwIfAborted();
      let onAbort = () => {};
      try {
        return await new Promise<Result>((resolve, reject) => {
          const job: Job<Request, Result> = { request, options: work, resolve, reject };
          onAbort = () => giveUp(job, signal?.reason);
          signal?.addEventListener('abort', onAbort);
          waiting.push(job);
          assign();
        });
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },

    async close() {
      closed = true;
      for (let job = waiting.take(); job; job = waiting.take()) job.reject(closing());
      for (const slot of [...slots]) drop(slot, closing());
      await Promise.all(ending);
    },
  };
}

function settle<Result>(job: Job<unknown, Result>, bytes: Uint8Array): void {
  try {
    const reply: Reply<Result> = deserialize(bytes);
    if ('error' in reply) job.reject(new WorkFailure('error', reply.error.message, { cause: reply.error }));
    else job.resolve(reply.result);
  } catch (error) {
    job.reject(failureOf('error', 'What came of it cannot be taken from the worker', error));
  }
}

function failureOf(reason: WorkFailureReason, what: string, cause: unknown): WorkFailure {
  return new WorkFailure(reason, `${what}: ${(cause as Error).message}.`, { cause });
}

function closing(): WorkFailure {
  return new WorkFailure('crash', 'The server is closing.');
}
