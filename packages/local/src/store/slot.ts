import type { Job } from './job-store.js';

/** The job of a slot. */
export type SlotJob = Pick<Job, 'number' | 'id' | 'kind' | 'team'>;

/** The right to do tasks of a job, one after the other. A job has as many slots as it may do tasks at once. */
export interface Slot {
  readonly job: SlotJob;
  /** Which of the slots of the job it is: 0, 1 and so on, or `PREPARATION`. */
  readonly slot: number;
}

/** The slot in which a job finds tasks by other means than its tasks. No limit counts it. */
export const PREPARATION = -1;
