import { FairQueue, type WorkOwner } from './fair-queue.js';
import { WorkFailure } from './work-failure.js';

export interface WorkOptions {
  /** Milliseconds for the work itself; waiting for a worker does not count. */
  readonly deadlineMs: number;
  /** Whom the work is for: teams take turns when there is more work than workers, and so do the jobs of a team. */
  readonly owner: WorkOwner;
  /** The resources that the work takes while it waits, such as bytes of memory; 1 by default. */
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

/** A bounded queue of work that waits for a worker. When it is full, the team that waits for most gives way. */
export class WorkQueue<Request, Result> {
  readonly #limits: WorkQueueLimits;
  readonly #jobs = new FairQueue<Job<Request, Result>>();
  /** Work that has taken so long that it waits for a place of its own kind. */
  readonly #long = new FairQueue<Job<Request, Result>>();
  #weight = 0;

  constructor(limits: WorkQueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#jobs.size + this.#long.size;
  }

  /** The number of pieces that have not begun. */
  get newSize(): number {
    return this.#jobs.size;
  }

  get longSize(): number {
    return this.#long.size;
  }

  /** Rejects the job at once when the queue is full, or another one of the team that waits for most. */
  push(job: Job<Request, Result>): void {
    const { owner } = job.options;
    const weight = weightOf(job);
    while (this.#isFullFor(weight)) {
      const displaced = this.#jobs.displace(owner.team, weight);
      if (!displaced) {
        this.#refuse(job);
        return;
      }
      this.#weight -= weightOf(displaced);
      this.#refuse(displaced);
    }
    this.#jobs.push(owner, job, weight);
    this.#weight += weight;
  }

  /** Puts work back that has begun before, and has taken long. It is not counted as work that waits for the first time. */
  pushLong(job: Job<Request, Result>): void {
    this.#long.push(job.options.owner, job);
  }

  /** The next piece that has not begun. */
  take(): Job<Request, Result> | undefined {
    const job = this.#jobs.shift();
    if (job) this.#weight -= weightOf(job);
    return job;
  }

  /** The next piece that has taken long. */
  takeLong(): Job<Request, Result> | undefined {
    return this.#long.shift();
  }

  /** Counts work as use of its team, until the function is called that it returns. */
  use({ options: { owner } }: Job<Request, Result>): () => void {
    const ends = [this.#jobs.use(owner.team), this.#long.use(owner.team)];
    return () => {
      for (const end of ends) end();
    };
  }

  /** Whether work of other teams waits that has not begun. */
  hasNewOfOthers(team: string): boolean {
    return this.#jobs.hasOthers(team);
  }

  /** Returns false when it is not in the queue. */
  remove(job: Job<Request, Result>): boolean {
    if (this.#long.remove(job)) return true;
    if (!this.#jobs.remove(job)) return false;
    this.#weight -= weightOf(job);
    return true;
  }

  #isFullFor(weight: number): boolean {
    const { maxWaiting, maxWaitingWeight } = this.#limits;
    return this.#jobs.size >= maxWaiting || (this.#jobs.size > 0 && this.#weight + weight > maxWaitingWeight);
  }

  #refuse(job: Job<Request, Result>): void {
    job.reject(new WorkFailure('busy', `${this.size} pieces of work wait already.`));
  }
}

function weightOf({ options: { weight = 1 } }: Job<unknown, unknown>): number {
  return weight;
}
