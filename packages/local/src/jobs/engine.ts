import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Clock } from '@trawl/base/clock';
import { Refusal } from '../contract/refusal.js';
import type { Job } from '../store/job-store.js';
import type { Payer } from '../store/ledger-store.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, TaskFilter } from '../store/task-store.js';
import type { JobKind } from './job-kind.js';
import { type JobObserver, NO_OBSERVER } from './job-observer.js';
import type { JobRunner, JobRunnerContext, TaskCounts } from './job-runner.js';
import { charge, ResultRefused, ResultTransaction } from './job-transaction.js';
import { observe } from './observe.js';
import { ProcessRunner } from './process-runner.js';

export interface JobEngineDependencies {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Is told of tasks and jobs that have ended. */
  readonly observer?: JobObserver | undefined;
  /** Opens what has the tasks done; by default, this process does all of them. */
  readonly openRunner?: ((context: JobRunnerContext) => JobRunner) | undefined;
}

export interface NewEngineJob extends Payer {
  /** The job with this id gets the tasks, and runs again if it has ended. By default, the job gets an id of its own. */
  readonly id?: string | undefined;
  readonly kind: string;
  readonly request: object;
  readonly tasks: readonly NewTask[];
  /** Refuses the job if the team has used this key before. */
  readonly idempotencyKey?: string | undefined;
}

/** What of a team is under way. */
export interface TeamQueue extends TaskCounts {
  /** Milliseconds since 1970; undefined while nothing has succeeded. */
  readonly mostRecentSuccess: number | undefined;
}

/** The answer to a request that still runs when the service closes or is reset. */
export const CLOSED = new Refusal(
  'unavailable',
  'The server closed or was reset while it handled this request. Send it again.',
);

/** Runs the jobs of all kinds: what lasts longer than a call, and goes on after a restart. It begins with `run`. */
export class JobEngine {
  readonly #dependencies: JobEngineDependencies;
  readonly #stores: Stores;
  readonly #observer: JobObserver;
  readonly #kinds = new Map<string, JobKind>();
  // Each job is an event, and each client that watches it a listener.
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();
  #opened: JobRunner | undefined;

  constructor(dependencies: JobEngineDependencies) {
    this.#dependencies = dependencies;
    this.#stores = dependencies.stores;
    this.#observer = dependencies.observer ?? NO_OBSERVER;
  }

  /** The names of the kinds of jobs, without internal ones. */
  get kinds(): readonly string[] {
    return [...this.#kinds.keys()].filter((name) => !this.#kinds.get(name)?.isInternal);
  }

  /** Makes kinds of jobs known, by their names. */
  register(kinds: Readonly<Record<string, JobKind>>): void {
    for (const [name, kind] of Object.entries(kinds)) this.#kinds.set(name, kind);
  }

  /** Begins with the jobs, as soon as all kinds are known: those that an earlier engine has left, and new ones. */
  run(): void {
    const { openRunner = (context) => new ProcessRunner(context) } = this.#dependencies;
    this.#opened = openRunner({
      ...this.#dependencies,
      observer: this.#observer,
      kinds: Object.fromEntries(this.#kinds),
      onChange: (id) => this.#changes.emit(id),
      onUnknownChange: () => this.#emitAll(),
    });
  }

  get #runner(): JobRunner {
    if (!this.#opened) throw new Error('The engine of jobs does not run yet.');
    return this.#opened;
  }

  /** Stores a job with its first tasks, in a transaction of its own or in that of the stores, and begins to do them. */
  async start(newJob: NewEngineJob, stores?: Stores): Promise<Job> {
    if (stores) return this.#store(newJob, stores);
    this.#closing.signal.throwIfAborted();
    return this.#stores.transaction((stores) => this.#store(newJob, stores));
  }

  async #store(newJob: NewEngineJob, stores: Stores): Promise<Job> {
    const { kind: name, team, apiKey, request, tasks, idempotencyKey } = newJob;
    // Ids of jobs are found in any case.
    const id = (newJob.id ?? randomUUID()).toLowerCase();
    const kind = this.#kindOf(name);
    if (idempotencyKey !== undefined && !(await stores.jobs.claimKey(team, idempotencyKey))) {
      throw new Refusal('conflict', 'Idempotency key already used');
    }
    const running = newJob.id === undefined ? undefined : await stores.jobs.lock(id);
    if (running) {
      await this.#runner.add(running, tasks, stores);
      return running;
    }
    const job = await stores.jobs.create({ id, kind: name, team, request });
    // Another transaction has started a job with this id meanwhile.
    if (!job) return this.#store(newJob, stores);
    await stores.tasks.add(job.number, tasks);
    // Later charges of the job count for the key of this one.
    await charge(stores, kind, job, 0, apiKey);
    await kind.onStart?.(stores, job);
    await this.#runner.begin(job, stores);
    return job;
  }

  /** Adds tasks to a job, which goes on if it was completed; returns false when it has ended otherwise. */
  async add(job: Job, tasks: readonly NewTask[]): Promise<boolean> {
    this.#closing.signal.throwIfAborted();
    return this.#stores.transaction(async (stores) => {
      const isReopened = await stores.jobs.reopen(job);
      const current = await stores.jobs.lock(job.id);
      if (!current) return false;
      if (isReopened) {
        await stores.tasks.add(job.number, tasks);
        await this.#runner.begin(current, stores);
      } else {
        await this.#runner.add(current, tasks, stores);
      }
      return true;
    });
  }

  find(id: string): Promise<Job | undefined> {
    return this.#stores.jobs.find(id);
  }

  /** The last jobs of all teams, the latest first, without internal ones. */
  latest(limit: number): Promise<Job[]> {
    const except = [...this.#kinds].filter(([, { isInternal }]) => isInternal).map(([name]) => name);
    return this.#stores.jobs.latest({ limit, except });
  }

  /** Whether the job waits here because something cannot be stored. */
  isHeldUp(id: string): boolean {
    return this.#runner.isHeldUp(id);
  }

  /** Whether nothing of the job may be kept elsewhere. */
  async isPrivate(id: string): Promise<boolean> {
    const job = await this.find(id);
    return job !== undefined && (this.#kinds.get(job.kind)?.isPrivate(job.request) ?? false);
  }

  /** Ends a job, in a transaction of its own or in that of the stores; what it has brought stays. Returns false when it had ended. */
  async cancel(job: Job, stores = this.#stores): Promise<boolean> {
    const kind = this.#kindOf(job.kind);
    try {
      await stores.transaction(async (stores) => {
        const transaction = new ResultTransaction(stores, kind, job, this.#observer);
        await this.#runner.onCancel(job)?.(transaction);
        await transaction.end({ status: 'cancelled' });
        stores.afterCommit(() => this.#runner.cancel(job));
        stores.afterCommit(() => this.#changes.emit(job.id));
      });
    } catch (error) {
      if (error instanceof ResultRefused) return false;
      throw error;
    }
    return true;
  }

  /**
   * Begins the tasks of a job now that were to be done again later; returns false when there are none.
   *
   * @param progress is what the job goes on with; by default, with what it has.
   */
  retryNow(id: string, progress?: object): Promise<boolean> {
    return this.#stores.transaction(async (stores) => {
      const job = await stores.jobs.lock(id);
      if (!job || !(await stores.tasks.retryNow(job.number))) return false;
      if (progress) await stores.jobs.setProgress(job, progress);
      stores.afterCommit(() => this.#runner.retryNow(job));
      return true;
    });
  }

  /** The tasks of a team that are being done and that wait, without those of internal jobs, and when its last job was completed. */
  async queue(team: string): Promise<TeamQueue> {
    const counts = await this.#count({ team, kinds: this.kinds });
    return { ...counts, mostRecentSuccess: await this.#stores.jobs.lastCompletion(team) };
  }

  /** The tasks of all teams that are being done and that wait here, of jobs of some kinds. */
  load(kinds: readonly string[]): Promise<TaskCounts> {
    return this.#count({ kinds });
  }

  async #count(filter: TaskFilter): Promise<TaskCounts> {
    const open = await this.#stores.tasks.count(filter);
    const active = await this.#runner.active(filter);
    return { active, waiting: Math.max(0, open - active) };
  }

  /** Resolves when the job no longer runs here. */
  async ended(id: string): Promise<void> {
    const { signal } = this.#closing;
    const changes = observe(this, id, signal);
    try {
      while (!signal.aborted && (await this.find(id))?.status === 'running') await changes.next();
    } finally {
      changes.stop();
    }
    await this.#runner.idle(id);
  }

  /** Calls the listener when something of the job was stored; returns a function that stops the calls. */
  onChange(id: string, listener: () => void): () => void {
    this.#changes.on(id, listener);
    return () => this.#changes.off(id, listener);
  }

  /** Stops all jobs; the next server with this database goes on with them. */
  async close(): Promise<void> {
    this.#closing.abort(CLOSED);
    await this.#opened?.close();
  }

  #emitAll(): void {
    for (const id of this.#changes.eventNames()) this.#changes.emit(id);
  }

  #kindOf(name: string): JobKind {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`There is no kind of jobs with the name ${name}.`);
    return kind;
  }
}
