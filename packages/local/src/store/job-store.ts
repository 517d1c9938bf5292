export type JobStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** Work that lasts. What its request, its progress and its result are, its kind says. */
export interface Job<Request = unknown, Progress = unknown, Result = unknown> {
  /** The key of the job in the database; other rows refer to it because it is shorter than the id. */
  readonly number: number;
  readonly id: string;
  readonly kind: string;
  readonly team: string;
  readonly status: JobStatus;
  readonly request: Request;
  /** What the job goes on with after a restart; undefined before there is any. */
  readonly progress: Progress | undefined;
  /** What the job has brought as a whole; undefined for kinds that store parts of it elsewhere. */
  readonly result: Result | undefined;
  /** The number of results or steps so far. */
  readonly completed: number;
  readonly credits: number;
  /** The tokens of a language model that the job has used. */
  readonly tokens: number;
  /** The bytes of what it has stored: its request, its result and its documents. */
  readonly size: number;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  /** When the job is deleted. */
  readonly expiresAt: number;
  /** Why it failed, in a sentence. */
  readonly error: string | undefined;
}

export type NewJob = Pick<Job, 'id' | 'kind' | 'team' | 'request'>;

/** What is counted of a job. */
export type JobCounts = Pick<Job, 'completed' | 'credits' | 'tokens' | 'size'>;

/** A job that has ended, as far as its removal needs it. */
export interface EndedJob {
  readonly number: number;
  readonly endedAt: number;
  readonly size: number;
}

export interface JobEnd {
  readonly status: Exclude<JobStatus, 'running'>;
  readonly result?: object | undefined;
  readonly error?: string | undefined;
}

/** What the end of a job asks for, and leaves. */
export interface EndOptions {
  readonly mayLeaveTasks: boolean;
  /** Whether the progress stays, because the state of the job tells some of it. */
  readonly keepsProgress?: boolean | undefined;
}

/** Which running jobs to return. */
export interface JobFilter {
  /** Those among which they are; at least one. */
  readonly ids?: readonly string[] | undefined;
  readonly team?: string | undefined;
  readonly kind?: string | undefined;
}

/** Stores jobs of all kinds. */
export interface JobStore {
  /** Stores a job, or sets an ended one with its id to running again; resolves to undefined when one with its id runs. */
  create(job: NewJob): Promise<Job | undefined>;
  /** A running job, which nobody else changes or ends until the transaction of the store has ended. */
  lock(id: string): Promise<Job | undefined>;
  find(id: string): Promise<Job | undefined>;
  /** A job, and how many of its tasks are not done, at one moment. */
  snapshot(id: string): Promise<{ readonly job: Job; readonly open: number } | undefined>;
  /** The last jobs of all teams, the latest first, except those of some kinds. */
  latest(slice: { readonly limit: number; readonly except: readonly string[] }): Promise<Job[]>;
  /** The ids of running jobs, the oldest first. */
  running(filter?: JobFilter): Promise<string[]>;
  /** When the last job of the team was completed. */
  lastCompletion(team: string): Promise<number | undefined>;
  /** Extends the retention of the job by a minute or more, unless it has expired; returns when it expires. */
  touch(job: Job): Promise<number>;
  setProgress(job: Job, progress: object): Promise<void>;
  /** The counts of a running job, which is locked as by `lock`; undefined when it no longer runs. */
  lockCounts(job: Job): Promise<JobCounts | undefined>;
  /** Adds to the counts of a job; returns false when it no longer runs. */
  add(job: Job, counts: JobCounts): Promise<boolean>;
  /**
   * Ends a job; returns it, or undefined when it had ended, or when it may leave no tasks and has some. What it kept to go
   * on is deleted.
   */
  end(job: Job, end: JobEnd, options: EndOptions): Promise<Job | undefined>;
  delete(job: Job): Promise<void>;
  /** Sets a completed job to running again; returns whether it was completed. */
  reopen(job: Job): Promise<boolean>;
  /** Counts an event of a job; returns its number in the job, the first of which is 1, and undefined when there is no such job. */
  countEvent(id: string): Promise<number | undefined>;
  /** The bytes of what jobs have stored, by team. */
  bytesByTeam(): Promise<ReadonlyMap<string, number>>;
  /** The jobs of a team that have ended, the oldest first. */
  ended(team: string, limit: number): Promise<EndedJob[]>;
  /** Makes ended jobs unknown, as expired ones are. `removeSome` deletes them. */
  hide(jobs: readonly Pick<Job, 'number'>[]): Promise<void>;
  /** Makes all jobs unknown for good that have expired, and deletes expired idempotency keys. */
  hideExpired(): Promise<void>;
  /**
   * Deletes up to so many rows of what jobs have left: all of unknown ones, and the tasks of ended ones. Returns their number:
   * less than the limit when nothing is left.
   */
  removeSome(limit: number): Promise<number>;
  /** Stores an idempotency key; returns whether it is new for the team. */
  claimKey(team: string, key: string): Promise<boolean>;
}
