export interface NewTask {
  /** Two tasks of one job with the same key are the same task. */
  readonly key: string;
  /** What is to be done, as the kind of the job understands it. */
  readonly task: object;
  /** What it waits for; by default, nothing. */
  readonly order?: TaskOrder | undefined;
}

/** Which tasks of a job wait for the first attempt of others. */
export interface TaskOrder {
  /** Only tasks of the same sequence wait for each other. */
  readonly sequence: string;
  /** Such a task begins when those before it have been tried, and those behind it begin when it has been tried. */
  readonly isAlone: boolean;
}

export interface StoredTask {
  /** Tasks are done in the order of their positions. */
  readonly position: number;
  readonly task: unknown;
  /** How often it was done before, and is to be done again. */
  readonly attempts: number;
  /** When it may begin, in milliseconds since 1970; undefined for now. */
  readonly dueAt: number | undefined;
  /** When it was added, in milliseconds since 1970; undefined for tasks of earlier versions. */
  readonly addedAt: number | undefined;
  readonly order: TaskOrder | undefined;
  /** How many nodes have ended, one after the other, while they had it in hand. By default, none. */
  readonly lostNodes?: number | undefined;
}

/** Which tasks to count: those of a team, those of some kinds of jobs. */
export interface TaskFilter {
  readonly team?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
}

/** Stores the tasks of jobs, in order, and which of them are done. */
export interface TaskStore {
  /** Adds the tasks whose keys the job does not know; returns how many these are. */
  add(job: number, tasks: readonly NewTask[]): Promise<number>;
  /** Makes the key known to the job, so that no task with it is added; returns whether it was new. */
  claim(job: number, key: string): Promise<boolean>;
  /** The first tasks after a position that are not done, in their order. */
  next(job: number, slice: { readonly after: number; readonly limit: number }): Promise<StoredTask[]>;
  /** A task that is not done. */
  find(position: number): Promise<StoredTask | undefined>;
  /** Marks a task as done; returns false when it was done, or when its job no longer runs. */
  finish(task: StoredTask): Promise<boolean>;
  /** Notes that a task is to be done again; returns false when it was done, or when its job no longer runs. */
  retry(task: StoredTask, dueAt: number): Promise<boolean>;
  /** Lets the tasks of a job begin that are to be done again later; returns whether there were any. */
  retryNow(job: number): Promise<boolean>;
  /** How many tasks of a job are not done. */
  open(job: number): Promise<number>;
  /** How many tasks of running jobs are not done. */
  count(filter: TaskFilter): Promise<number>;
  /** When the oldest task was added that is not done, by the kind of its job. */
  oldest(): Promise<ReadonlyMap<string, number>>;
  /**
   * Deletes a task that is done, if it is not the last of all jobs, and with it what the job knows of its key. The tasks of most
   * kinds stay until the job has ended.
   */
  delete(task: Pick<StoredTask, 'position'>): Promise<void>;
  /** Deletes what a job that has ended knows of tasks: the first of very many, and `JobStore.removeSome` the others. */
  clear(job: number): Promise<void>;
}
