import type { Job, JobCounts, JobEnd } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { StoredTask } from '../store/task-store.js';
import type { Slots } from './slots.js';
import type { JobTasks } from './task-queue.js';

/** The name of a job in the log. */
export function nameOf({ kind, id }: Pick<Job, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** What is special about the jobs of a kind. All else is the same for all kinds. */
export interface JobKind<Request = unknown, Progress = unknown> {
  /** How many of its tasks are done at once. Kinds that share something scarce share their slots. */
  readonly slots: Slots;
  /** Whether nothing of a job with this request may be kept elsewhere. */
  isPrivate(request: Request): boolean;
  /** What the team is charged for, as the list of its activity shows it; undefined when that must not be written down. */
  target(request: Request): string | undefined;
  /** Opens a job to do its tasks in this process. */
  open(work: JobWork<Request, Progress>): OpenJob | Promise<OpenJob>;
  /** Stores what goes with the start of a job, such as an event, in the transaction that stores the job. */
  onStart?(stores: Stores, job: Job<Request, Progress>): Promise<void>;
  /** Stores what goes with the end of a job, in the transaction that ends it. */
  onEnd?(stores: Stores, job: Job<Request, Progress>): Promise<void>;
  /** How a job ends that a server finds at its start; undefined for one that goes on. */
  endAfterRestart?(job: Job<Request, Progress>): JobEnd | undefined;
}

/** What an open job works with. */
export interface JobWork<Request = unknown, Progress = unknown> {
  readonly job: Job<Request, Progress>;
  readonly tasks: JobTasks;
  /** Aborts when the job is cancelled, has failed or is left to the next server. */
  readonly signal: AbortSignal;
  /** Stores a part of what a task does, while the task goes on. */
  save(result: TaskResult): Promise<void>;
}

/** A job under way in this process. */
export interface OpenJob {
  /** The number of its tasks that are done at once. */
  readonly tasksAtOnce: number;
  /** The number of results with which the job is complete, whatever tasks are left. */
  readonly limit?: number | undefined;
  /** Finds tasks by other means than tasks, while those are done, as long as `isWanted` returns true. */
  prepare?(isWanted: () => boolean): Promise<void>;
  /**
   * Does a task; returns what to store. It is called again after an error of a full disk. Any other error fails the job,
   * so that what may fail of a task is a result.
   */
  perform(task: StoredTask): Promise<TaskResult>;
  /** What to store of a task that the end of the job has interrupted. */
  onInterrupt?(task: StoredTask): (stores: Stores) => Promise<void>;
  /** What to store when the job is cancelled, before its end. */
  onCancel?(): TaskResult;
}

/** Stores what came of a task. All of it is stored in one transaction, or nothing: it may be called again. */
export type TaskResult = (job: JobTransaction) => Promise<void>;

/** The transaction that stores a result. It stores nothing if the job has ended. */
export interface JobTransaction {
  readonly stores: Stores;
  /** Adds to the counts of the job, charges the credits, and returns the counts. */
  add(counts: Partial<JobCounts>): Promise<JobCounts>;
  /** Replaces what the job goes on with after a restart. */
  setProgress(progress: object): Promise<void>;
  /** Ends the job. */
  end(end: JobEnd): Promise<void>;
}
