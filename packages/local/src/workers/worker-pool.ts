import { availableParallelism } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.js';
import type { Reply, WorkerMessage } from './serve.js';
import { WorkFailure } from './work-failure.js';
import type { WorkerEntry } from './worker-entry.js';

export interface WorkerPoolOptions {
  readonly entry: WorkerEntry;
  /** How many workers at most; unless told otherwise, as many as there are cores besides the one that hands out the work. */
  readonly size?: number | undefined;
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Pieces of work that a worker does before another takes its place. */
  readonly recycleAfter?: number | undefined;
  /** Bytes of memory that a worker may hold on to between two pieces of work. */
  readonly recycleAtBytes?: number | undefined;
  /**
   * After so many milliseconds a piece of work does not hold back others any more: while it lasts, another worker may
   * be started, up to twice the size of the pool.
   */
  readonly overtimeAfterMs?: number | undefined;
  /** Milliseconds after which a worker without work is ended, and its memory given back. */
  readonly idleMs?: number | undefined;
  /** How many pieces of work may wait. */
  readonly maxWaiting?: number | undefined;
  /** How much those that wait may weigh together, unless there is but one. */
  readonly maxWaitingWeight?: number | undefined;
}

export interface WorkOptions {
  /** Milliseconds for the work itself; waiting for a worker does not count. */
  readonly deadlineMs: number;
  /** Lanes take turns when there is more to do than there are workers. */
  readonly lane: string;
  /** What it keeps from others while it waits, such as bytes of memory. */
  readonly weight?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Work in other threads, each piece alone in its thread, so that one that goes wrong can be ended with it. */
export interface WorkerPool<Request, Result> {
  /** Rejects with a `WorkFailure`, or with the reason of the signal. */
  run(request: Request, options: WorkOptions): Promise<Result>;
  close(): Promise<void>;
}

interface Job<Request, Result> {
  readonly request: Request;
  readonly options: WorkOptions;
  readonly settle: { resolve(result: Result): void; reject(reason: unknown): void };
}

interface Slot<Request, Result> {
  readonly worker: Worker;
  ready: boolean;
  job?: Job<Request, Result> | undefined;
  deadline?: NodeJS.Timeout | undefined;
  overtime?: NodeJS.Timeout | undefined;
  idle?: NodeJS.Timeout | undefined;
  isOvertime: boolean;
  done: number;
}

const MEGABYTE = 1024 * 1024;

function settle<Result>(job: Job<unknown, Result>, bytes: Uint8Array): void {
  try {
    const reply: Reply<Result> = deserialize(bytes);
    if ('error' in reply) job.settle.reject(new WorkFailure('error', reply.error.message, { cause: reply.error }));
    else job.settle.resolve(reply.result);
  } catch (error) {
    job.settle.reject(failureOf(error, 'What came of it cannot be taken from the worker'));
  }
}

function failureOf(cause: unknown, what: string): WorkFailure {
  return new WorkFailure('error', `${what}: ${(cause as Error).message}.`, { cause });
}

export function createWorkerPool<Request, Result>(options: WorkerPoolOptions): WorkerPool<Request, Result> {
  const { entry, size = Math.max(1, availableParallelism() - 1), recycleAfter = 5_000, maxWaiting = 1_000 } = options;
  const { maxWaitingWeight = Number.POSITIVE_INFINITY } = options;
  const { recycleAtBytes = 96 * MEGABYTE, overtimeAfterMs = 2_000, idleMs = 30_000, resourceLimits } = options;
  const waiting = new FairQueue<Job<Request, Result>>();
  const slots = new Set<Slot<Request, Result>>();
  let waitingWeight = 0;
  // Workers that were told to end and have not yet: their memory is still taken.
  let ending = 0;
  let closed = false;

  function take(): Job<Request, Result> | undefined {
    const job = waiting.shift();
    waitingWeight -= job?.options.weight ?? 0;
    return job;
  }

  function start(): void {
    const worker = new Worker(entry.url, {
      ...(entry.execArgv && { execArgv: entry.execArgv }),
      ...(resourceLimits && { resourceLimits }),
    });
    const slot: Slot<Request, Result> = { worker, ready: false, isOvertime: false, done: 0 };
    slots.add(slot);
    worker.on('message', (message: WorkerMessage) => {
      if ('ready' in message) slot.ready = true;
      else finish(slot, message.reply, message.heldBytes);
      assign();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      drop(slot, new WorkFailure(outOfMemory ? 'memory' : 'crash', error.message, { cause: error }));
    });
    worker.on('exit', (code) => drop(slot, new WorkFailure('crash', `The worker ended with status ${code}.`)));
  }

  function assign(): void {
    for (const slot of slots) {
      if (!slot.ready || slot.job) continue;
      let job = take();
      while (job && !give(slot, job)) job = take();
      if (!job) rest(slot);
    }
    const starting = [...slots].filter((slot) => !slot.ready).length;
    for (let more = waiting.size - starting; more > 0 && slots.size + ending < most(); more--) start();
  }

  function most(): number {
    const overtime = [...slots].filter(({ isOvertime }) => isOvertime).length;
    return size + Math.min(overtime, size);
  }

  function rest(slot: Slot<Request, Result>): void {
    slot.idle ??= setTimeout(() => drop(slot), idleMs).unref();
    // A server that has nothing to do is not kept running by its workers.
    slot.worker.unref();
  }

  /** False when the request cannot be sent, such as one that is nested too deep. */
  function give(slot: Slot<Request, Result>, job: Job<Request, Result>): boolean {
    const { deadlineMs } = job.options;
    try {
      slot.worker.postMessage(serialize(job.request));
    } catch (error) {
      job.settle.reject(failureOf(error, 'What is asked for cannot be handed to a worker'));
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

  /** Ends a worker, and with it the work that it does. Another is started when there is something to do. */
  function drop(slot: Slot<Request, Result>, reason?: unknown): void {
    if (!slots.delete(slot)) return;
    stopTimers(slot);
    ending++;
    const ended = () => {
      ending--;
      if (!closed) assign();
    };
    slot.worker.terminate().then(ended, ended);
    // A worker that does not even start would be started again and again: it takes one piece of work with it.
    const job = slot.job ?? (slot.ready ? undefined : take());
    job?.settle.reject(reason);
  }

  function stopTimers({ deadline, overtime, idle }: Slot<Request, Result>): void {
    for (const timer of [deadline, overtime, idle]) clearTimeout(timer);
  }

  function giveUp(job: Job<Request, Result>, reason: unknown): void {
    if (waiting.remove(job)) {
      waitingWeight -= job.options.weight ?? 0;
      job.settle.reject(reason);
    }
    for (const slot of slots) if (slot.job === job) drop(slot, reason);
  }

  return {
    run(request, work) {
      const { lane, signal, weight = 0 } = work;
      if (closed) return Promise.reject(new WorkFailure('crash', 'The server is closing.'));
      if (signal?.aborted) return Promise.reject(signal.reason);
      const isTooHeavy = waiting.size > 0 && waitingWeight + weight > maxWaitingWeight;
      if (waiting.size >= maxWaiting || isTooHeavy) {
        return Promise.reject(new WorkFailure('busy', `${waiting.size} pieces of work wait already.`));
      }
      return new Promise<Result>((resolve, reject) => {
        const onAbort = () => giveUp(job, signal?.reason);
        const settled = () => signal?.removeEventListener('abort', onAbort);
        const settle = {
          resolve: (result: Result) => {
            settled();
            resolve(result);
          },
          reject: (reason: unknown) => {
            settled();
            reject(reason);
          },
        };
        const job: Job<Request, Result> = { request, options: work, settle };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(lane, job);
        waitingWeight += weight;
        assign();
      });
    },

    async close() {
      closed = true;
      const reason = new WorkFailure('crash', 'The server is closing.');
      for (let job = take(); job; job = take()) job.settle.reject(reason);
      const ending = [...slots].map((slot) => slot.worker.terminate());
      for (const slot of [...slots]) drop(slot, reason);
      await Promise.all(ending);
    },
  };
}
