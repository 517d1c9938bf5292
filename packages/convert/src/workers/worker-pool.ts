import { availableParallelism } from 'node:os';
import { readMessage, writeMessage } from './messages.js';
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
   * Milliseconds after which a piece of work is long. It no longer occupies a place in the pool: until it ends, another
   * worker may start, up to twice the size of the pool. A long piece beyond that begins anew later, once other teams wait for
   * its worker.
   */
  readonly overtimeAfterMs?: number | undefined;
  /** Milliseconds after which an idle worker is ended. */
  readonly idleMs?: number | undefined;
}

/** The workers of a pool at a moment. */
export interface WorkerCounts {
  readonly busy: number;
  /** Those that wait for work, or start. */
  readonly idle: number;
  /** How many there may be at once. */
  readonly max: number;
  /** Pieces of work that wait for a worker. */
  readonly waiting: number;
}

/** Runs work in other threads or processes. A worker does one piece at a time, so that it can be ended with its worker. */
export interface WorkerPool<Request, Result> {
  /** Rejects with a `WorkFailure`, or with the reason of the signal. */
  run(request: Request, options: WorkOptions): Promise<Result>;
  counts(): WorkerCounts;
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/** Its `node:v8` writes no messages, and its workers have no limit of memory. */
const NOT_IN_BUN =
  'Workers with bounds on memory do not run in Bun: run this program in Node.js or Deno, or call convert() of @trawl/convert, which has no workers.';

/** @throws Error in Bun. */
export function createWorkerPool<Request, Result>(options: WorkerPoolOptions): WorkerPool<Request, Result> {
  if ('Bun' in globalThis) throw new Error(NOT_IN_BUN);
  return new Pool(options);
}

/** A worker of the pool, with the work that it does and the timers that watch over it. */
interface Slot<Request, Result> {
  readonly worker: PoolWorker;
  ready: boolean;
  job?: Job<Request, Result> | undefined;
  /** Ends the use of the pool by the team of the work. */
  endUse?: (() => void) | undefined;
  deadline?: NodeJS.Timeout | undefined;
  overtime?: NodeJS.Timeout | undefined;
  idle?: NodeJS.Timeout | undefined;
  /** Whether its work has taken long. */
  isLate: boolean;
  /** Whether its work is long, and in one of the places for such work. */
  isOvertime: boolean;
  done: number;
}

class Pool<Request, Result> implements WorkerPool<Request, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #size: number;
  readonly #recycleAfter: number;
  readonly #recycleAtBytes: number;
  readonly #overtimeAfterMs: number;
  readonly #idleMs: number;
  readonly #waiting: WorkQueue<Request, Result>;
  readonly #slots = new Set<Slot<Request, Result>>();
  /** Workers that are ending: their memory is not free yet. */
  readonly #ending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#size = options.size ?? Math.max(1, availableParallelism() - 1);
    this.#recycleAfter = options.recycleAfter ?? 5_000;
    this.#recycleAtBytes = options.recycleAtBytes ?? 96 * MEGABYTE;
    this.#overtimeAfterMs = options.overtimeAfterMs ?? 2_000;
    this.#idleMs = options.idleMs ?? 30_000;
    this.#waiting = new WorkQueue<Request, Result>({
      maxWaiting: options.maxWaiting ?? 1_000,
      maxWaitingWeight: options.maxWaitingWeight ?? Number.POSITIVE_INFINITY,
    });
  }

  async run(request: Request, options: WorkOptions): Promise<Result> {
    const { signal } = options;
    if (this.#isClosed) throw closing();
    signal?.throwIfAborted();
    let onAbort = () => {};
    try {
      return await new Promise<Result>((resolve, reject) => {
        const job: Job<Request, Result> = { request, options, resolve, reject };
        onAbort = () => this.#cancel(job, signal?.reason);
        signal?.addEventListener('abort', onAbort);
        this.#waiting.push(job);
        this.#assign();
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  counts(): WorkerCounts {
    const busy = [...this.#slots].filter(({ job }) => job).length;
    return { busy, idle: this.#slots.size - busy, max: this.#maxWorkers(), waiting: this.#waiting.size };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const next = () => this.#waiting.take() ?? this.#waiting.takeLong();
    for (let job = next(); job; job = next()) job.reject(closing());
    for (const slot of [...this.#slots]) this.#end(slot, closing());
    await Promise.all(this.#ending);
  }

  /** Gives waiting work to idle workers, and starts workers for what is left. */
  #assign(): void {
    this.#makeRoom();
    for (const slot of this.#slots) {
      if (!slot.ready || slot.job) continue;
      if (!this.#giveNew(slot) && !this.#giveLong(slot)) this.#rest(slot);
    }
    const idle = [...this.#slots].filter(({ job }) => !job).length;
    const wanted =
      Math.min(this.#waiting.newSize, this.#freePlaces) + Math.min(this.#waiting.longSize, this.#freeLongPlaces);
    for (let missing = wanted - idle; missing > 0 && this.#hasRoom(); missing--) this.#start();
  }

  /** Moves work that has taken long to the places for such work; what finds none there gives way to other teams. */
  #makeRoom(): void {
    for (const slot of this.#slots) {
      const { job } = slot;
      if (!slot.isLate || slot.isOvertime || !job) continue;
      if (this.#freeLongPlaces > 0) {
        slot.isOvertime = true;
      } else if (this.#waiting.hasNewOfOthers(job.options.owner.team)) {
        this.#release(slot);
        this.#waiting.pushLong(job);
        this.#end(slot);
      }
    }
  }

  #giveNew(slot: Slot<Request, Result>): boolean {
    while (this.#freePlaces > 0) {
      const job = this.#waiting.take();
      if (!job) return false;
      if (this.#give(slot, job)) return true;
    }
    return false;
  }

  #giveLong(slot: Slot<Request, Result>): boolean {
    const job = this.#freeLongPlaces > 0 ? this.#waiting.takeLong() : undefined;
    if (!job || !this.#give(slot, job)) return false;
    slot.isLate = true;
    slot.isOvertime = true;
    return true;
  }

  get #freePlaces(): number {
    return this.#size - [...this.#slots].filter(({ job, isOvertime }) => job && !isOvertime).length;
  }

  get #freeLongPlaces(): number {
    return this.#size - [...this.#slots].filter(({ isOvertime }) => isOvertime).length;
  }

  #hasRoom(): boolean {
    return this.#slots.size + this.#ending.size < this.#maxWorkers();
  }

  #maxWorkers(): number {
    const overtime = this.#size - this.#freeLongPlaces;
    return this.#size + Math.min(overtime + this.#waiting.longSize, this.#size);
  }

  #start(): void {
    const listener: WorkerListener = {
      onMessage: (message) => {
        if ('ready' in message) slot.ready = true;
        else this.#finish(slot, message.reply, message.heldBytes);
        this.#assign();
      },
      onEnd: (reason) => this.#end(slot, reason),
    };
    const { isolation = 'thread', entry } = this.#options;
    const startWorker = isolation === 'process' ? startProcess : startThread;
    let worker: PoolWorker;
    try {
      worker = startWorker(entry, this.#options, listener);
    } catch (cause) {
      this.#waiting.take()?.reject(failureOf('crash', 'A worker cannot be started', cause));
      return;
    }
    const slot: Slot<Request, Result> = { worker, ready: false, isLate: false, isOvertime: false, done: 0 };
    this.#slots.add(slot);
  }

  #rest(slot: Slot<Request, Result>): void {
    slot.idle ??= setTimeout(() => this.#end(slot), this.#idleMs).unref();
    // Idle workers must not keep the program running.
    slot.worker.unref();
  }

  /** Returns false when the request cannot be serialized, for example because it is nested too deep. */
  #give(slot: Slot<Request, Result>, job: Job<Request, Result>): boolean {
    const { deadlineMs } = job.options;
    try {
      slot.worker.send(writeMessage(job.request));
    } catch (error) {
      job.reject(failureOf('error', 'The request cannot be sent to a worker', error));
      return false;
    }
    slot.job = job;
    slot.endUse = this.#waiting.use(job);
    clearTimeout(slot.idle);
    slot.idle = undefined;
    slot.worker.ref();
    slot.deadline = setTimeout(() => {
      this.#end(slot, new WorkFailure('deadline', `It took longer than ${deadlineMs} ms.`));
    }, deadlineMs);
    slot.overtime = setTimeout(() => {
      slot.isLate = true;
      this.#assign();
    }, this.#overtimeAfterMs);
    return true;
  }

  #finish(slot: Slot<Request, Result>, reply: Uint8Array<ArrayBuffer>, heldBytes: number): void {
    const { job } = slot;
    this.#release(slot);
    slot.done++;
    if (this.#isWornOut(slot, heldBytes) || this.#slots.size > this.#maxWorkers()) this.#end(slot);
    if (job) settle(job, reply);
  }

  /** Notes that the worker has no work any more. */
  #release(slot: Slot<Request, Result>): void {
    stopTimers(slot);
    slot.endUse?.();
    slot.endUse = undefined;
    slot.job = undefined;
    slot.isLate = false;
    slot.isOvertime = false;
  }

  #isWornOut({ done }: Slot<Request, Result>, heldBytes: number): boolean {
    return done >= this.#recycleAfter || heldBytes > this.#recycleAtBytes;
  }

  /** Ends a worker and its work. Another one starts when work is waiting. */
  #end(slot: Slot<Request, Result>, reason?: unknown): void {
    if (!this.#slots.delete(slot)) return;
    const { job: ownJob } = slot;
    this.#release(slot);
    const ended = () => {
      this.#ending.delete(end);
      if (!this.#isClosed) this.#assign();
    };
    const end = slot.worker.terminate().then(ended, ended);
    this.#ending.add(end);
    // A worker that fails to start fails one piece of work, so that it is not started again without end.
    const job = ownJob ?? (slot.ready ? undefined : this.#waiting.take());
    job?.reject(reason);
  }

  #cancel(job: Job<Request, Result>, reason: unknown): void {
    if (this.#waiting.remove(job)) job.reject(reason);
    for (const slot of this.#slots) if (slot.job === job) this.#end(slot, reason);
  }
}

function stopTimers({ deadline, overtime, idle }: Slot<unknown, unknown>): void {
  for (const timer of [deadline, overtime, idle]) clearTimeout(timer);
}

function settle<Result>(job: Job<unknown, Result>, bytes: Uint8Array<ArrayBuffer>): void {
  try {
    const reply = readMessage<Reply<Result>>(bytes);
    if ('error' in reply) job.reject(new WorkFailure('error', reply.error.message, { cause: reply.error }));
    else job.resolve(reply.result);
  } catch (error) {
    job.reject(failureOf('error', 'The reply of the worker cannot be read', error));
  }
}

function failureOf(reason: WorkFailureReason, what: string, cause: unknown): WorkFailure {
  return new WorkFailure(reason, `${what}: ${(cause as Error).message}.`, { cause });
}

function closing(): WorkFailure {
  return new WorkFailure('crash', 'The workers are closed.');
}
