import type { Job, JobCounts } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, StoredTask } from '../store/task-store.js';

/** How many tasks of a job are done at once, and when, and how many results are enough. */
export interface TaskBounds {
  /** The number of tasks that are done at once. */
  readonly tasksAtOnce: number;
  /** Whether tasks begin while earlier ones wait for their time; by default, they wait too. */
  readonly mayOvertake?: boolean | undefined;
  /** When tasks may begin again, in milliseconds since 1970; undefined for now. */
  readonly pausedUntil?: number | undefined;
  /** The number of results with which the job is complete, whatever tasks are left. */
  readonly limit?: number | undefined;
}

/** What a slot has got. */
export type Taken =
  | { readonly state: 'task'; readonly task: StoredTask; readonly job?: Pick<Job, 'completed' | 'progress'> }
  /** There is nothing for the slot now: it has ended, waits in the queue, or another process uses it. */
  | { readonly state: 'nothing' }
  /** The slot has ended, and was the last one of a job without tasks. */
  | { readonly state: 'done' }
  /** The job does not run any more. */
  | { readonly state: 'over' };

/** The tasks that were marked as done. */
export interface Finished {
  /** The positions of those whose results may be stored. */
  readonly positions: ReadonlySet<number>;
  /** What the job has counted so far, if the statement that has locked it told. */
  readonly counts?: JobCounts | undefined;
}

/** The tasks of one job, in their order, and its slots. It also knows the keys of tasks that are done. */
export interface JobTasks {
  /** The number of tasks that wait or are under way, as far as they were found by tasks of the job. */
  readonly open: number;
  /** Known as soon as the job is open. */
  bounds: TaskBounds;
  /** Adds the tasks that are new, and slots for them. */
  add(tasks: readonly NewTask[], stores?: Stores): Promise<void>;
  /** Makes a key known; returns whether it was new. */
  claim(key: string, stores: Stores): Promise<boolean>;
  /** Begins to use a slot here, and takes its first task. `completed` is the number of results so far. */
  begin(slot: number, completed: number): Promise<Taken>;
  /** Takes the next task for a slot that is used here, or ends the slot. */
  next(slot: number, completed: number): Promise<Taken>;
  /** Puts a slot back into the queue, with the task that it has in hand. */
  giveBack(slot: number, task: StoredTask | undefined): Promise<void>;
  /** Begins to find tasks by other means; returns false when that is done already, or elsewhere. */
  beginPreparation(): Promise<boolean>;
  /** Ends what `beginPreparation` has begun; the state is `done` when the job has no tasks. */
  endPreparation(): Promise<Taken>;
  /** Marks tasks as done, in the transaction of their results. */
  finish(tasks: readonly StoredTask[], stores: Stores): Promise<Finished>;
  /**
   * Takes up to `count` further tasks for slots that are used here, in the transaction that has finished as many; missing where
   * tasks are taken in memory.
   */
  exchange?(count: number, stores: Stores): Promise<readonly StoredTask[]>;
  /** Puts a task back that is to be done again later; returns false when it must not be. */
  retry(task: StoredTask, dueAt: number, stores: Stores): Promise<boolean>;
  /** Lets tasks begin now that were to be done again later. */
  retryNow(stores: Stores): Promise<void>;
  /** Called when this process stops doing tasks of the job. */
  close?(): void;
  /** Whether this process may store something of the job, in the transaction that stores it. */
  mayStore(stores: Stores): Promise<boolean>;
}
