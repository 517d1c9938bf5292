import type { JobStatus } from '../store/job-store.js';

/** What has come of a task: it was done, it is done again later, it was interrupted, or it has failed. */
export type TaskOutcome = 'ok' | 'retry' | 'interrupted' | { readonly error: unknown };

/** Is told of the tasks and jobs of all kinds. */
export interface JobObserver {
  /** A task was done, or tried. */
  task(kind: string, outcome: TaskOutcome, seconds: number): void;
  /** The end of a job was stored. */
  jobEnd(kind: string, status: JobStatus): void;
}

export const NO_OBSERVER: JobObserver = { task: () => undefined, jobEnd: () => undefined };
