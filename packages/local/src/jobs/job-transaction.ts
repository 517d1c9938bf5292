import type { Job, JobCounts, JobEnd } from '../store/job-store.js';
import type { Payer } from '../store/ledger-store.js';
import type { Stores } from '../store/stores.js';
import type { JobKind, JobTransaction } from './job-kind.js';
import type { JobObserver } from './job-observer.js';

/** Thrown in the transaction of a result that must not be stored, because the job has ended or another stored it. */
export class ResultRefused extends Error {
  override readonly name = 'ResultRefused';

  constructor() {
    super('The job has ended, or the task was done already: its result is not stored.');
  }
}

const NO_COUNTS: JobCounts = { completed: 0, credits: 0, tokens: 0, size: 0 };

/**
 * The transaction of one result or several. What they count is read once and stored once: each process that does tasks of the
 * job waits for its row.
 */
export class ResultTransaction implements JobTransaction {
  readonly stores: Stores;
  readonly #kind: JobKind;
  readonly #job: Job;
  readonly #observer: JobObserver;
  /** The counts of the job with what the results have added, if they are known: the job is locked from then on. */
  counts: JobCounts | undefined;
  #added = NO_COUNTS;
  #hasEnded = false;

  constructor(stores: Stores, kind: JobKind, job: Job, observer: JobObserver) {
    this.stores = stores;
    this.#observer = observer;
    this.#kind = kind;
    this.#job = job;
  }

  /** Whether a result has ended the job. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  readonly add: JobTransaction['add'] = async (counts) => {
    this.counts ??= await this.stores.jobs.lockCounts(this.#job);
    if (!this.counts) throw new ResultRefused();
    this.#added = sumOf(this.#added, counts);
    this.counts = sumOf(this.counts, counts);
    return this.counts;
  };

  readonly updateProgress: JobTransaction['updateProgress'] = async <Progress extends object>(
    change: (progress: Progress | undefined) => Progress,
  ) => {
    const { jobs } = this.stores;
    const lockedJob = await jobs.lock(this.#job.id);
    if (!lockedJob) throw new ResultRefused();
    const progress = change(lockedJob.progress as Progress | undefined);
    await jobs.setProgress(this.#job, progress);
    return progress;
  };

  readonly end: JobTransaction['end'] = async (end) => {
    await this.storeCounts();
    const options = { mayLeaveTasks: true, observer: this.#observer };
    if (!(await endJob(this.stores, this.#kind, this.#job, end, options))) throw new ResultRefused();
    this.#hasEnded = true;
  };

  /** Stores what the results have counted, and charges for it: the last step of the transaction. */
  async storeCounts(): Promise<void> {
    const added = this.#added;
    this.#added = NO_COUNTS;
    if (Object.values(added).every((count) => count === 0)) return;
    if (!(await this.stores.jobs.add(this.#job, added))) throw new ResultRefused();
    if (added.credits !== 0) await charge(this.stores, this.#kind, this.#job, added.credits);
  }
}

function sumOf(one: JobCounts, other: Partial<JobCounts>): JobCounts {
  return {
    completed: one.completed + (other.completed ?? 0),
    credits: one.credits + (other.credits ?? 0),
    tokens: one.tokens + (other.tokens ?? 0),
    size: one.size + (other.size ?? 0),
  };
}

/** Charges the team of a job for it. */
export async function charge(
  stores: Stores,
  kind: JobKind,
  job: Job,
  credits: JobCounts['credits'],
  apiKey?: Payer['apiKey'],
): Promise<void> {
  if (!kind.target) return;
  const { team, kind: endpoint, id: jobId, request } = job;
  await stores.ledger.charge({ team, apiKey, endpoint, credits, jobId, target: kind.target(request) ?? null });
}

/** Ends a job; returns whether it ran, and had no tasks left if it may leave none. */
export async function endJob(
  stores: Stores,
  kind: Pick<JobKind, 'onEnd' | 'isInternal' | 'keepsProgress'>,
  job: Job,
  end: JobEnd,
  { mayLeaveTasks, observer }: { readonly mayLeaveTasks: boolean; readonly observer: JobObserver },
): Promise<boolean> {
  const endedJob = await stores.jobs.end(job, end, { mayLeaveTasks, keepsProgress: kind.keepsProgress });
  if (!endedJob) return false;
  await stores.tasks.clear(job.number);
  if (stores.shared) await stores.shared.slotQueue.add(await stores.shared.slots.clear(job), 0);
  await kind.onEnd?.(stores, endedJob);
  if (kind.isInternal) await stores.jobs.delete(job);
  stores.afterCommit(() => observer.jobEnd(job.kind, end.status));
  return true;
}
