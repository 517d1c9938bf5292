import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type Background, createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { Job, JobEnd } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { NewTask } from '../store/task-store.js';
import { storedIfPossible } from '../store/until-stored.js';
import { type JobKind, nameOf } from './job-kind.js';
import { JobRun } from './job-run.js';
import { charge, endJob, jobTransaction, ResultRefused } from './job-transaction.js';
import { StoragePatience } from './storage-patience.js';
import { createTaskQueue } from './task-queue.js';

export interface JobEngineDependencies {
  readonly stores: Stores;
  readonly clock: Clock;
  /** The kinds of jobs by their names. */
  readonly kinds: Readonly<Record<string, JobKind>>;
  readonly log: (line: string) => void;
}

export interface NewEngineJob {
  readonly kind: string;
  readonly team: string;
  readonly request: object;
  readonly tasks: readonly NewTask[];
  /** Refuses the job if the team has used this key before. */
  readonly idempotencyKey?: string | undefined;
}

/** What is known of a job beside what is stored of it. */
export interface JobActivity {
  /** The number of tasks that are not done. */
  readonly open: number;
  /** The number of tasks that are being done. */
  readonly active: number;
  /** Whether the job waits because something cannot be stored. */
  readonly isHeldUp: boolean;
}

/** The tasks that are being done and that wait. */
export interface TaskCounts {
  readonly active: number;
  readonly waiting: number;
}

/** What of a team is under way. */
export interface TeamQueue extends TaskCounts {
  /** Milliseconds since 1970; undefined while nothing has succeeded. */
  readonly mostRecentSuccess: number | undefined;
}

/** Runs the jobs of all kinds: what lasts longer than a call, and goes on after a restart. */
export interface JobEngine {
  /** Stores a job with its first tasks, and begins to do them. */
  start(job: NewEngineJob): Promise<Job>;
  /** Adds tasks to a job, which goes on if it was completed; returns false when it has ended otherwise. */
  add(job: Job, tasks: readonly NewTask[]): Promise<boolean>;
  find(id: string): Promise<Job | undefined>;
  /** The last jobs of all teams, the latest first. */
  latest(limit: number): Promise<Job[]>;
  activity(job: Job): Promise<JobActivity>;
  /** Whether nothing of the job may be kept elsewhere. */
  isPrivate(id: string): Promise<boolean>;
  /** Ends a job; what it has brought stays. Returns false when it had ended. */
  cancel(job: Job): Promise<boolean>;
  /** The tasks of a team that are being done and that wait, and when its last job was completed. */
  queue(team: string): Promise<TeamQueue>;
  /** The tasks of all teams that are being done and that wait here, of jobs of some kinds. */
  load(kinds: readonly string[]): Promise<TaskCounts>;
  /** Resolves when the job no longer runs here. */
  ended(id: string): Promise<void>;
  /** Calls the listener when something of the job was stored; returns a function that stops the calls. */
  onChange(id: string, listener: () => void): () => void;
  /** Stops all jobs; the next server with this database goes on with them. */
  close(): Promise<void>;
}

/** The answer to a request that still runs when the service closes or is reset. */
const CLOSED = new Refusal(503, {
  error: 'The server closed or was reset while it handled this request. Send it again.',
});

/** Opens the engine, and goes on with the jobs that an earlier one has left. */
export function openJobEngine(dependencies: JobEngineDependencies): JobEngine {
  return new Engine(dependencies);
}

class Engine implements JobEngine {
  readonly #dependencies: JobEngineDependencies;
  readonly #stores: Stores;
  readonly #queue;
  // Each job is an event, and each client that watches it a listener.
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #background: Background;
  readonly #closing = new AbortController();
  readonly #running = new Map<string, JobRun>();
  readonly #resumed: Promise<void>;

  constructor(dependencies: JobEngineDependencies) {
    this.#dependencies = dependencies;
    this.#stores = dependencies.stores;
    this.#queue = createTaskQueue(this.#stores);
    this.#background = createBackground(dependencies.log);
    this.#resumed = this.#background.start('Jobs of before the start', () => this.#resume()).ended;
  }

  async start({ kind: name, team, request, tasks, idempotencyKey }: NewEngineJob): Promise<Job> {
    this.#closing.signal.throwIfAborted();
    // A failure may be ignored here: a full disk refuses the job below, and says why.
    await storedIfPossible(() => this.#stores.jobs.forgetExpired());
    const kind = this.#kindOf(name);
    const job = await this.#stores.transaction(async (stores) => {
      if (idempotencyKey !== undefined && !(await stores.jobs.claimKey(team, idempotencyKey))) {
        throw new Refusal(409, { error: 'Idempotency key already used' });
      }
      const newJob = await stores.jobs.create({ id: randomUUID(), kind: name, team, request });
      await stores.tasks.add(newJob.number, tasks);
      await charge(stores, kind, newJob, 0);
      await kind.onStart?.(stores, newJob);
      return newJob;
    });
    this.#launch(job);
    return job;
  }

  async add(job: Job, tasks: readonly NewTask[]): Promise<boolean> {
    this.#closing.signal.throwIfAborted();
    const run = this.#running.get(job.id);
    const isReopened = await this.#stores.transaction(async (stores) => {
      const isCompleted = await stores.jobs.reopen(job);
      const { status } = (await stores.jobs.find(job.id)) ?? {};
      if (status !== 'running') return undefined;
      if (isCompleted || !run) await stores.tasks.add(job.number, tasks);
      else await run.add(tasks, stores);
      return isCompleted;
    });
    if (isReopened === undefined) return false;
    // The run of a completed job is about to end.
    if (isReopened) await run?.ended;
    const current = await this.find(job.id);
    if (current?.status === 'running') this.#launch(current);
    return true;
  }

  find(id: string): Promise<Job | undefined> {
    return this.#stores.jobs.find(id);
  }

  latest(limit: number): Promise<Job[]> {
    return this.#stores.jobs.latest(limit);
  }

  async activity(job: Job): Promise<JobActivity> {
    const run = this.#running.get(job.id);
    if (job.status !== 'running') return { open: 0, active: 0, isHeldUp: false };
    const open = run ? await run.open() : await this.#stores.tasks.open(job.number);
    return { open, active: run?.active ?? 0, isHeldUp: run?.isHeldUp ?? false };
  }

  async isPrivate(id: string): Promise<boolean> {
    const job = await this.find(id);
    return job !== undefined && (this.#dependencies.kinds[job.kind]?.isPrivate(job.request) ?? false);
  }

  async cancel(job: Job): Promise<boolean> {
    const run = this.#running.get(job.id);
    const kind = this.#kindOf(job.kind);
    try {
      await this.#stores.transaction(async (stores) => {
        const transaction = jobTransaction(stores, kind, job);
        await run?.onCancel()?.(transaction);
        await transaction.end({ status: 'cancelled' });
        stores.afterCommit(() => this.#changes.emit(job.id));
      });
    } catch (error) {
      if (error instanceof ResultRefused) return false;
      throw error;
    }
    run?.cancel();
    return true;
  }

  async queue(team: string): Promise<TeamQueue> {
    const counts = await this.#count(({ job }) => job.team === team);
    return { ...counts, mostRecentSuccess: await this.#stores.jobs.lastCompletion(team) };
  }

  load(kinds: readonly string[]): Promise<TaskCounts> {
    return this.#count(({ job }) => kinds.includes(job.kind));
  }

  async ended(id: string): Promise<void> {
    await this.#resumed;
    await this.#running.get(id)?.ended;
  }

  onChange(id: string, listener: () => void): () => void {
    this.#changes.on(id, listener);
    return () => this.#changes.off(id, listener);
  }

  async close(): Promise<void> {
    this.#closing.abort(CLOSED);
    for (const run of this.#running.values()) run.close();
    await this.#background.idle();
  }

  async #resume(): Promise<void> {
    for (const id of await this.#stores.jobs.running()) {
      if (this.#closing.signal.aborted) return;
      try {
        await this.#resumeJob(id);
      } catch (error) {
        // A row that cannot be read must not keep the others from going on.
        this.#dependencies.log(`The job ${id} cannot go on: ${(error as Error).message}`);
      }
    }
  }

  async #resumeJob(id: string): Promise<void> {
    const job = await this.find(id);
    if (job?.status !== 'running' || this.#running.has(id)) return;
    const end = this.#endAfterRestart(job);
    if (end) this.#end(job, end);
    else this.#launch(job);
  }

  async #count(isCounted: (run: JobRun) => boolean): Promise<TaskCounts> {
    const runs = [...this.#running.values()].filter(isCounted);
    const open = await Promise.all(runs.map((run) => run.open()));
    const active = runs.reduce((sum, run) => sum + run.active, 0);
    return { active, waiting: Math.max(0, open.reduce((sum, count) => sum + count, 0) - active) };
  }

  #endAfterRestart(job: Job): JobEnd | undefined {
    const kind = this.#dependencies.kinds[job.kind];
    if (kind) return kind.endAfterRestart?.(job);
    return { status: 'failed', error: `This server has no jobs of the kind ${job.kind}.` };
  }

  #launch(job: Job): void {
    if (this.#running.has(job.id) || this.#closing.signal.aborted) return;
    const run = new JobRun(job, {
      ...this.#dependencies,
      kind: this.#kindOf(job.kind),
      queue: this.#queue,
      background: this.#background,
      onChange: () => this.#changes.emit(job.id),
      onEnd: () => this.#running.delete(job.id),
    });
    this.#running.set(job.id, run);
  }

  #end(job: Job, end: JobEnd): void {
    const { clock, log, kinds } = this.#dependencies;
    const name = `The end of ${nameOf(job)}`;
    const kind = kinds[job.kind] ?? {};
    const store = () => this.#stores.transaction((stores) => endJob(stores, kind, job, end, { mayLeaveTasks: true }));
    const patience = new StoragePatience({ name, clock, log, signal: this.#closing.signal });
    this.#background.start(name, () => patience.store(store));
  }

  #kindOf(name: string): JobKind {
    const kind = this.#dependencies.kinds[name];
    if (!kind) throw new Error(`There is no kind of jobs with the name ${name}.`);
    return kind;
  }
}
