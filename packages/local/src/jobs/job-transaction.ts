import type { Job, JobCounts, JobEnd } from '../store/job-store.js';
import type { Payer } from '../store/ledger-store.js';
import type { Stores } from '../store/stores.js';
import type { JobKind, JobTransaction } from './job-kind.js';

/** Thrown in the transaction of a result that must not be stored, because the job has ended or another stored it. */
export class ResultRefused extends Error {
  override readonly name = 'ResultRefused';

  constructor() {
    super('The job has ended, or the task was done already: its result is not stored.');
  }
}

/** Opens the transaction of a result to those who store it. */
export function jobTransaction(stores: Stores, kind: JobKind, job: Job): JobTransaction {
  return {
    stores,
    async add(counts) {
      const sum = await stores.jobs.add(job, counts);
      if (!sum) throw new ResultRefused();
      if (counts.credits !== undefined) await charge(stores, kind, job, counts.credits);
      return sum;
    },
    async updateProgress<Progress extends object>(change: (progress: Progress | undefined) => Progress) {
      const heldJob = await stores.jobs.hold(job.id);
      if (!heldJob) throw new ResultRefused();
      const progress = change(heldJob.progress as Progress | undefined);
      await stores.jobs.setProgress(job, progress);
      return progress;
    },
    async end(end) {
      if (!(await endJob(stores, kind, job, end, { mayLeaveTasks: true }))) throw new ResultRefused();
    },
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
  kind: Pick<JobKind, 'onEnd' | 'isInternal'>,
  job: Job,
  end: JobEnd,
  options: { readonly mayLeaveTasks: boolean },
): Promise<boolean> {
  const endedJob = await stores.jobs.end(job, end, options);
  if (!endedJob) return false;
  await stores.tasks.clear(job.number);
  await stores.shared?.leases.clear(job.number);
  await kind.onEnd?.(stores, endedJob);
  if (kind.isInternal) await stores.jobs.delete(job);
  return true;
}
