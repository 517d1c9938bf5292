import type { WatchedTarget } from '@trawl/client';
import type { JobWork } from '../jobs/job-kind.js';
import type { Job } from '../store/job-store.js';
import type { StoredMonitor } from '../store/monitor-store.js';
import type { NewTask } from '../store/task-store.js';

export const CHECK_KIND = 'check';

export interface CheckRequest {
  /** The monitor as it was when the check was asked for. */
  readonly monitor: StoredMonitor;
}

export interface CheckProgress {
  /** When the check of the first target began. */
  readonly startedAt: string;
  /** The positions of the targets that have begun. A check that a node of an earlier version began has none. */
  readonly begun?: readonly number[];
}

/** What the pages of a target are read for. */
export interface CheckContext {
  readonly target: CheckedTarget;
  readonly work: Pick<JobWork<CheckRequest, CheckProgress>, 'job' | 'signal' | 'save'>;
  /** Whether the check has stored a page already, before it was begun again. */
  readonly isStored: (url: string) => boolean;
}

/** The job of a check. It has the id of the record of the check, and each target is a task. */
export type CheckJob = Job<CheckRequest, CheckProgress>;

/** A target with its id, which older monitors may lack. */
export type CheckedTarget = WatchedTarget & { readonly id: string };

export function targetsOf({ targets }: StoredMonitor): CheckedTarget[] {
  return targets.map((target) => ({ ...target, id: target.id ?? '' }));
}

export function tasksOf(monitor: StoredMonitor): NewTask[] {
  return targetsOf(monitor).map((target, index) => ({ key: `${index}`, task: target }));
}
