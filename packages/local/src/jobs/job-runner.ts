import type { Clock } from '@trawl/base/clock';
import type { Job } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, TaskFilter } from '../store/task-store.js';
import type { JobKind, TaskResult } from './job-kind.js';
import type { JobObserver } from './job-observer.js';

/** The tasks that are being done and that wait. */
export interface TaskCounts {
  readonly active: number;
  readonly waiting: number;
}

/** Has the tasks of running jobs done. There is one for a process that works alone, and one for the nodes of a service. */
export interface JobRunner {
  /** Begins with a job when the transaction is committed that has stored it, or has set it to running again. */
  begin(job: Job, stores: Stores): Promise<void>;
  /** Adds tasks to a running job, in a transaction. */
  add(job: Job, tasks: readonly NewTask[], stores: Stores): Promise<void>;
  /** Learns the progress of a job, and begins its tasks that were to be done again later, after both were stored. */
  retryNow(job: Job): void;
  /** What to store when the job is cancelled, before its end. */
  onCancel(job: Job): TaskResult | undefined;
  /** Stops the tasks of a job, after its end was stored. */
  cancel(job: Job): void;
  /** Whether the job waits here because something cannot be stored. */
  isHeldUp(id: string): boolean;
  /** The number of tasks that are being done. */
  active(tasks: TaskFilter): Promise<number>;
  /** Resolves when nothing of the job is done in this process. */
  idle(id: string): Promise<void>;
  /** Stops all tasks; the next server with this database, or another node, goes on with them. */
  close(): Promise<void>;
}

export interface JobRunnerContext {
  readonly stores: Stores;
  readonly clock: Clock;
  /** The kinds of jobs by their names. */
  readonly kinds: Readonly<Record<string, JobKind>>;
  readonly log: (line: string) => void;
  readonly observer: JobObserver;
  /** Called when something of a job was stored. */
  readonly onChange: (id: string) => void;
  /** Called when something of any job may have been stored by another process. */
  readonly onUnknownChange: () => void;
}
