import type { Slots } from '@trawl/convert/workers';
import type { Job, JobCounts, JobEnd } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { StoredTask } from '../store/task-store.js';
import type { JobTasks, TaskBounds } from './job-tasks.js';

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
  /**
   * What the team is charged for, as the list of its activity shows it; undefined when that must not be written down.
   * Without this method, the jobs themselves are not charged.
   */
  target?(request: Request): string | undefined;
  /**
   * Whether its jobs are parts of something that is stored and shown elsewhere: they stand in no list of jobs and in no
   * queue of their team, and nothing is left of them when they end.
   */
  readonly isInternal?: boolean | undefined;
  /** Whether the progress is kept after the end, because the state of a job tells some of it. */
  readonly keepsProgress?: boolean | undefined;
  /** Whether a job fails when something cannot be stored. By default, it waits for space. */
  readonly failsOnFullDisk?: boolean | undefined;
  /** Whether its jobs find tasks by other means than tasks, by `prepare` of an open job. */
  readonly hasPreparation?: boolean | undefined;
  /** Opens a job to do its tasks in this process. */
  open(work: JobWork<Request, Progress>): OpenJob | Promise<OpenJob>;
  /** Stores what goes with the start of a job, such as an event, in the transaction that stores the job. */
  onStart?(stores: Stores, job: Job<Request, Progress>): Promise<void>;
  /** Stores what goes with the end of a job, in the transaction that ends it. */
  onEnd?(stores: Stores, job: Job<Request, Progress>): Promise<void>;
}

/** What an open job works with. */
export interface JobWork<Request = unknown, Progress = unknown> {
  readonly job: Job<Request, Progress>;
  readonly tasks: JobTasks;
  /** Aborts when the job is cancelled, has failed or is left to the next server. */
  readonly signal: AbortSignal;
  /** Stores a part of what a task does, while the task goes on. */
  save(result: TaskResult): Promise<void>;
  /** What the job goes on with, as it is stored now. */
  progress(): Promise<Progress | undefined>;
}

/** A job under way in this process. */
export interface OpenJob extends TaskBounds {
  /** Learns how far another process has come with the job. */
  refresh?(progress: unknown): void;
  /** Finds tasks by other means than tasks, while those are done, as long as `isWanted` returns true. */
  prepare?(isWanted: () => boolean): Promise<void>;
  /**
   * Does a task; returns what to store, or when to do it again. It is called again after an error of a full disk. Any other
   * error fails the job, so that what may fail of a task is a result.
   */
  perform(task: StoredTask): Promise<TaskResult | ContentResult | TaskRetry>;
  /** What to store of a task with which several nodes have ended, in place of doing it. By default, the job fails. */
  onLost?(task: StoredTask): TaskResult;
  /** Called when a task is over in this process, whether or not its result was stored. */
  onSettled?(task: StoredTask): Promise<void>;
  /** What to store of a task that the end of the job has interrupted. */
  onInterrupt?(task: StoredTask): (stores: Stores) => Promise<void>;
  /** What to store when the job is cancelled, before its end. */
  onCancel?(): TaskResult;
}

/** Stores what came of a task. All of it is stored in one transaction, or nothing: it may be called again. */
export type TaskResult = (job: JobTransaction) => Promise<void>;

/** A result with a part that does not depend on the job. */
export interface ContentResult {
  /** Stores that part, before the job is locked: from then on, all results of the job wait for this one. */
  content(stores: Stores): Promise<void>;
  readonly result: TaskResult;
}

/** A task that is to be done again. Those behind it wait for it, unless they may overtake it. */
export interface TaskRetry {
  /** Milliseconds since 1970. */
  readonly retryAt: number;
  /** Stores what is known of it by then. */
  readonly result?: TaskResult | undefined;
}

/** Fails the job of the task that throws it. The message is the error of the job. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}

/** The transaction that stores a result. It stores nothing if the job has ended. */
export interface JobTransaction {
  readonly stores: Stores;
  /** Adds to the counts of the job, charges the credits, and returns the counts. */
  add(counts: Partial<JobCounts>): Promise<JobCounts>;
  /**
   * Changes what the job goes on with after a restart, and returns it. Of two changes at once, the second gets what the first
   * has stored.
   */
  updateProgress<Progress extends object>(change: (progress: Progress | undefined) => Progress): Promise<Progress>;
  /** Ends the job. */
  end(end: JobEnd): Promise<void>;
}
