import { setMaxListeners } from 'node:events';
import type { Background } from '../background.js';
import type { Clock } from '../clock.js';
import type { Job, JobEnd } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { StoredTask } from '../store/task-store.js';
import { type JobKind, nameOf, type OpenJob, type TaskResult } from './job-kind.js';
import { endJob, jobTransaction, ResultRefused } from './job-transaction.js';
import { StoragePatience } from './storage-patience.js';
import type { JobTasks, TaskQueue } from './task-queue.js';

export interface JobRunDependencies {
  readonly stores: Stores;
  readonly kind: JobKind;
  readonly queue: TaskQueue;
  readonly clock: Clock;
  readonly background: Background;
  readonly log: (line: string) => void;
  /** Called when something of the job was stored. */
  readonly onChange: () => void;
  /** Called as soon as the job no longer runs here. */
  readonly onEnd: () => void;
}

const CANCELLED = new Error('The job was cancelled.');
const CLOSING = new Error('The server closes.');

/** One job under way in this process: does its tasks, several at once, until none are left, and ends it. */
export class JobRun {
  readonly job: Job;
  /** Resolves when the job no longer runs here. */
  readonly ended: Promise<void>;
  readonly #dependencies: JobRunDependencies;
  readonly #stores: Stores;
  readonly #name: string;
  readonly #abort = new AbortController();
  readonly #closing = new AbortController();
  readonly #patience: StoragePatience;
  readonly #endPatience: StoragePatience;
  readonly #running = new Set<Promise<void>>();
  #tasks: JobTasks | undefined;
  #openJob: OpenJob | undefined;
  #active = 0;
  #completed: number;
  #isWoken = false;
  #resume = (): void => {};

  constructor(job: Job, dependencies: JobRunDependencies) {
    const { clock, log, background, stores } = dependencies;
    this.job = job;
    this.#dependencies = dependencies;
    this.#stores = stores;
    this.#name = nameOf(job);
    this.#completed = job.completed;
    const { signal } = this.#abort;
    // Each task that is done adds a listener.
    setMaxListeners(0, signal);
    this.#patience = new StoragePatience({ name: this.#name, clock, log, signal });
    const endName = `The end of ${this.#name}`;
    this.#endPatience = new StoragePatience({ name: endName, clock, log, signal: this.#closing.signal });
    this.ended = background.start(this.#name, () => this.#run().finally(dependencies.onEnd)).ended;
  }

  /** The number of tasks that are being done. */
  get active(): number {
    return this.#active;
  }

  /** Whether something could not be stored, and the job waits for the next attempt. */
  get isHeldUp(): boolean {
    return this.#patience.isHeldUp || this.#endPatience.isHeldUp;
  }

  /** The number of tasks that are not done. */
  async open(): Promise<number> {
    return this.#tasks?.open ?? this.#stores.tasks.open(this.job.number);
  }

  /** Adds tasks in a transaction. */
  async add(tasks: Parameters<JobTasks['add']>[0], stores: Stores): Promise<void> {
    if (this.#tasks) await this.#tasks.add(tasks, stores);
    else await stores.tasks.add(this.job.number, tasks);
    stores.afterCommit(() => this.#wake());
  }

  /** What to store when the job is cancelled, before its end. */
  onCancel(): TaskResult | undefined {
    return this.#openJob?.onCancel?.();
  }

  /** Stops the run, after the end of the job was stored. */
  cancel(): void {
    this.#stop(CANCELLED);
  }

  /** Stops the run; the next server with this database goes on with the job. */
  close(): void {
    this.#closing.abort(CLOSING);
    this.#stop(CLOSING);
  }

  #stop(reason: unknown): void {
    this.#abort.abort(reason);
    this.#wake();
  }

  #wake(): void {
    this.#isWoken = true;
    this.#resume();
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    try {
      const { kind, queue } = this.#dependencies;
      const tasks = await queue.open(this.job.number);
      this.#tasks = tasks;
      const openJob = await kind.open({ job: this.job, tasks, signal, save: (result) => this.#save(result) });
      this.#openJob = openJob;
      this.#start(() => this.#prepare(openJob));
      do await this.#doTasks(openJob, tasks);
      while (!(await this.#conclude({ status: 'completed' })));
    } catch (error) {
      this.#stop(error);
      await Promise.all(this.#running);
      if (signal.reason === CANCELLED || signal.reason === CLOSING) return;
      await this.#conclude(this.#failureOf(error));
    }
  }

  /** Does the tasks until none are left that may begin. Throws the reason when the run was stopped. */
  async #doTasks(openJob: OpenJob, tasks: JobTasks): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      this.#isWoken = false;
      if (await this.#startNext(openJob, tasks)) continue;
      if (this.#running.size === 0) break;
      await this.#untilWoken();
    }
    await Promise.all(this.#running);
    signal.throwIfAborted();
  }

  async #untilWoken(): Promise<void> {
    if (this.#isWoken) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Begins the next task; returns false when none may begin now. */
  async #startNext(openJob: OpenJob, tasks: JobTasks): Promise<boolean> {
    const { limit = Number.POSITIVE_INFINITY } = openJob;
    if (this.#active >= openJob.tasksAtOnce || this.#completed + this.#active >= limit) return false;
    const { signal } = this.#abort;
    const release = await this.#dependencies.kind.slots.acquire(this.job.team, signal).catch(() => undefined);
    if (!release) return false;
    const task = await tasks.take().catch((error: unknown) => {
      release();
      throw error;
    });
    // The job may have been stopped meanwhile.
    if (!task || signal.aborted) {
      release();
      return false;
    }
    this.#active += 1;
    this.#start(() =>
      this.#perform(openJob, tasks, task).finally(() => {
        this.#active -= 1;
        release();
      }),
    );
    return true;
  }

  #start(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#stop(error))
      .finally(() => {
        this.#running.delete(running);
        this.#wake();
      });
    this.#running.add(running);
  }

  async #prepare(openJob: OpenJob): Promise<void> {
    const { limit = Number.POSITIVE_INFINITY } = openJob;
    const isWanted = () => this.#completed < limit;
    if (isWanted()) await this.#patience.repeat(async () => openJob.prepare?.(isWanted));
  }

  async #perform(openJob: OpenJob, tasks: JobTasks, task: StoredTask): Promise<void> {
    try {
      const result = await this.#patience.repeat(() => openJob.perform(task));
      await this.#save(result, (stores) => tasks.finish(task, stores));
    } catch (error) {
      // The end of the job was stored elsewhere.
      if (error instanceof ResultRefused) this.cancel();
      if (!this.#abort.signal.aborted) throw error;
      await this.#storeInterruption(openJob, task);
    }
  }

  async #storeInterruption(openJob: OpenJob, task: StoredTask): Promise<void> {
    // After a failure or a restart, the task is not over.
    if (this.#abort.signal.reason !== CANCELLED || !openJob.onInterrupt) return;
    await this.#stores.transaction(openJob.onInterrupt(task));
  }

  /** Stores a result in one transaction, unless the job has ended. */
  async #save(result: TaskResult, finish?: (stores: Stores) => Promise<boolean>): Promise<void> {
    const { kind, onChange } = this.#dependencies;
    await this.#patience.store(() =>
      this.#stores.transaction(async (stores) => {
        if (finish && !(await finish(stores))) throw new ResultRefused();
        const transaction = jobTransaction(stores, kind, this.job);
        await result({
          ...transaction,
          add: async (counts) => {
            const sum = await transaction.add(counts);
            stores.afterCommit(() => {
              this.#completed = sum.completed;
            });
            return sum;
          },
        });
        stores.afterCommit(onChange);
      }),
    );
  }

  #failureOf(error: unknown): JobEnd {
    this.#dependencies.log(`${this.#name}: ${error instanceof Error ? error.stack : String(error)}`);
    const { message } = error as Error;
    return { status: 'failed', error: `The job ended early, because of an error in this server: ${message}` };
  }

  /** Stores the end of the job; returns false when it has more tasks after all. */
  async #conclude(end: JobEnd): Promise<boolean> {
    try {
      return await this.#storeEnd(end, this.#dependencies.kind);
    } catch (error) {
      if (this.#closing.signal.aborted) return true;
      // A mistake of the kind must not keep the job from its end.
      return this.#storeEnd(this.#failureOf(error), {});
    }
  }

  #storeEnd(end: JobEnd, kind: Pick<JobKind, 'onEnd'>): Promise<boolean> {
    const { limit = Number.POSITIVE_INFINITY } = this.#openJob ?? {};
    const mayLeaveTasks = end.status === 'failed' || this.#completed >= limit;
    return this.#endPatience.store(() =>
      this.#stores.transaction(async (stores) => {
        stores.afterCommit(this.#dependencies.onChange);
        if (await endJob(stores, kind, this.job, end, { mayLeaveTasks })) return true;
        return (await stores.jobs.find(this.job.id))?.status !== 'running';
      }),
    );
  }
}
