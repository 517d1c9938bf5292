import { FairQueue } from './fair-queue.js';
import { WorkFailure } from './work-failure.js';

export interface WorkOptions {
  /** Milliseconds for the work itself; waiting for a worker does not count. */
  readonly deadlineMs: number;
  /** Groups take turns when there is more work than workers. */
  readonly group: string;
  /** The resources that the work takes while it waits, such as bytes of memory. */
  readonly weight?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A piece of work and its promise. */
export interface Job<Request, Result> {
  readonly request: Request;
  readonly options: WorkOptions;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

export interface WorkQueueLimits {
  /** How many pieces of work may wait. */
  readonly maxWaiting: number;
  /** The total weight of the waiting work; a single piece may weigh more. */
  readonly maxWaitingWeight: number;
}

/** A bounded queue of work that waits for a worker. */
export class WorkQueue<Request, Result> {
  readonly #limits: WorkQueueLimits;
  readonly #jobs = new FairQueue<Job<Request, Result>>();
  #weight = 0;

  constructor(limits: WorkQueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#jobs.size;
  }

  /** Rejects the job at once when the queue is full. */
  push(job: Job<Request, Result>): void {
    const { group, weight = 0 } = job.options;
    const { maxWaiting, maxWaitingWeight } = this.#limits;
    const isTooHeavy = this.size > 0 && this.#weight + weight > maxWaitingWeight;
    if (this.size >= maxWaiting || isTooHeavy) {
      job.reject(new WorkFailure('busy', `${this.size} pieces of work wait already.`));
      return;
    }
    this.#jobs.push(group, job);
    this.#weight += weight;
  }

  /** The next job of the group whose turn it is. */
  take(): Job<Request, Result> | undefined {
    const job = this.#jobs.shift();
    this.#weight -= job?.options.weight ?? 0;
    return job;
  }

  /** Returns false when it is not in the queue. */
  remove(job: Job<Request, Result>): boolean {
    if (!this.#jobs.remove(job)) return false;
    this.#weight -= job.options.weight ?? 0;
    return true;
  }
}
