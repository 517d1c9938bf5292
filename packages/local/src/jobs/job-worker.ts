import { setMaxListeners } from 'node:events';
import type { Clock } from '@trawl/base/clock';
import { busyWatch } from '../base/event-loop.js';
import type { Job, JobEnd } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { StoredTask } from '../store/task-store.js';
import { inGroups, type Outcome } from './in-groups.js';
import {
  type ContentResult,
  JobFailure,
  type JobKind,
  nameOf,
  type OpenJob,
  type TaskResult,
  type TaskRetry,
} from './job-kind.js';
import type { JobObserver, TaskOutcome } from './job-observer.js';
import type { JobTasks } from './job-tasks.js';
import { endJob, ResultRefused, ResultTransaction } from './job-transaction.js';
import { resultPatience } from './result-patience.js';
import { NO_RETRY, type Retry, StorageRetry } from './storage-retry.js';

export interface JobWorkerDependencies {
  readonly stores: Stores;
  readonly kind: JobKind;
  readonly tasks: JobTasks;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly observer: JobObserver;
  /** Called when something of the job was stored. */
  readonly onChange: () => void;
}

/** What a worker needs to do the tasks of its job. */
export interface OpenedJob {
  readonly openJob: OpenJob;
  /** Stores the result of a task, together with others that come at the same time; returns the next task, if one was taken. */
  readonly storeResult: (finished: FinishedTask) => Promise<StoredTask | undefined>;
}

/** A task with its result, which is not stored yet. */
interface FinishedTask extends Partial<Pick<ContentResult, 'content'>> {
  readonly task: StoredTask;
  readonly result: TaskResult;
  /** When it was begun, on the clock of `performance`. */
  readonly begunAt: number;
  /** Whether who has done it takes another task of the job in its place. */
  readonly wantsNext: () => boolean;
}

/** Results that are stored in one transaction: the others wait for it. */
const MOST_RESULTS = 50;

/** Of a task that is to be done again. */
const NOTHING: TaskResult = async () => {};

/** A task with which so many nodes have ended, one after the other, is not tried again: it may be what ends them. */
const MOST_LOST_NODES = 3;

const CANCELLED = new Error('The job was cancelled.');
export const ENDED = new Error('The job has ended.');
export const CLOSING = new Error('The server closes.');

/** A job that is open in this process: does its tasks one by one, stores their results, and ends it. */
export class JobWorker {
  readonly job: Job;
  readonly #dependencies: JobWorkerDependencies;
  readonly #stores: Stores;
  readonly #abort = new AbortController();
  readonly #closing = new AbortController();
  readonly #retry: Retry;
  readonly #endRetry: StorageRetry;
  #opened: OpenedJob | undefined;
  #completed: number;
  /** The number of tasks that are being done, or whose results are not stored yet. */
  #inHand = 0;

  constructor(job: Job, dependencies: JobWorkerDependencies) {
    const { kind, clock, log, stores } = dependencies;
    this.job = job;
    this.#dependencies = dependencies;
    this.#stores = stores;
    this.#completed = job.completed;
    const { signal } = this.#abort;
    // Each task that is done adds a listener.
    setMaxListeners(0, signal);
    const name = nameOf(job);
    this.#retry = kind.failsOnFullDisk ? NO_RETRY : new StorageRetry({ name, clock, log, signal });
    this.#endRetry = new StorageRetry({ name: `The end of ${name}`, clock, log, signal: this.#closing.signal });
  }

  /** Aborts when the job is cancelled, has failed or is left to the next server. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The number of results, as far as this process knows. */
  get completed(): number {
    return this.#completed;
  }

  /** Whether something could not be stored, and the job waits for the next attempt. */
  get isHeldUp(): boolean {
    return this.#retry.isHeldUp || this.#endRetry.isHeldUp;
  }

  /** Learns what another process has stored of the job. */
  refresh(job: Pick<Job, 'completed' | 'progress'>): void {
    this.#completed = Math.max(this.#completed, job.completed);
    this.#opened?.openJob.refresh?.(job.progress);
  }

  /** What to store when the job is cancelled, before its end. */
  onCancel(): TaskResult | undefined {
    return this.#opened?.openJob.onCancel?.();
  }

  /** Opens the job to do its tasks. */
  async start(): Promise<OpenedJob> {
    this.#opened = await this.#retry.repeat(() => this.#open());
    return this.#opened;
  }

  async #open(): Promise<OpenedJob> {
    const { kind, tasks } = this.#dependencies;
    const { job, signal } = this;
    const openJob = await kind.open({
      job,
      tasks,
      signal,
      save: (result) => this.#save(result, (stores) => tasks.mayStore(stores)),
      progress: async () => (await this.#stores.jobs.find(job.id))?.progress,
    });
    const isBusy = busyWatch();
    const patienceFor = ({ begunAt }: FinishedTask) =>
      resultPatience({ inHand: this.#inHand, tookMs: performance.now() - begunAt, isBusy: isBusy() });
    const storeResult = inGroups({ mostItems: MOST_RESULTS, patienceFor }, (group: readonly FinishedTask[]) =>
      this.#storeResults(group),
    );
    tasks.bounds = openJob;
    return { openJob, storeResult };
  }

  /** Does work of the job that may find the storage away; then again, after growing pauses. */
  repeat<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#retry.repeat(work);
  }

  /** Stops the work, because the end of the job was stored. */
  cancel(): void {
    this.stop(CANCELLED);
  }

  /** Stops the work; the next server with this database goes on with the job. */
  close(): void {
    this.#closing.abort(CLOSING);
    this.stop(CLOSING);
  }

  stop(reason: unknown): void {
    this.#abort.abort(reason);
  }

  async prepare({ openJob }: OpenedJob): Promise<void> {
    const { limit = Number.POSITIVE_INFINITY } = openJob;
    const isWanted = () => this.#completed < limit;
    try {
      if (isWanted()) await this.#retry.repeat(async () => openJob.prepare?.(isWanted));
    } catch (error) {
      if (!(error instanceof ResultRefused)) throw error;
      if (!(await this.#isRunning())) this.cancel();
    }
  }

  /** Does a task, and stores its result. Returns the next task, if one is wanted then and was taken. */
  async perform(
    { openJob, storeResult }: OpenedJob,
    task: StoredTask,
    wantsNext: () => boolean,
  ): Promise<StoredTask | undefined> {
    const { tasks } = this.#dependencies;
    const begunAt = performance.now();
    this.#inHand += 1;
    try {
      const isLost = (task.lostNodes ?? 0) >= MOST_LOST_NODES;
      const result = isLost ? this.#lost(openJob, task) : await this.#retry.repeat(() => this.#perform(openJob, task));
      if ('content' in result) return await storeResult({ task, ...result, begunAt, wantsNext });
      if (!('retryAt' in result)) return await storeResult({ task, result, begunAt, wantsNext });
      await this.#save(result.result ?? NOTHING, (stores) => tasks.retry(task, result.retryAt, stores));
    } catch (error) {
      if (error instanceof ResultRefused) {
        if (await this.#isRunning()) return undefined;
        this.cancel();
      }
      if (!this.signal.aborted) throw error;
      await this.#storeInterruption(openJob, task);
    } finally {
      this.#inHand -= 1;
      await openJob.onSettled?.(task);
    }
    return undefined;
  }

  /** What to store of a task that is not tried again, because nodes have ended with it. */
  #lost(openJob: OpenJob, task: StoredTask): TaskResult {
    this.#dependencies.log(
      `${nameOf(this.job)}: A task is given up, because ${MOST_LOST_NODES} nodes have ended while they did it.`,
    );
    if (openJob.onLost) return openJob.onLost(task);
    throw new JobFailure(
      `The job ended early, because ${MOST_LOST_NODES} nodes of the service ended while they did it.`,
    );
  }

  async #perform(openJob: OpenJob, task: StoredTask): Promise<TaskResult | ContentResult | TaskRetry> {
    const startedAt = performance.now();
    const end = (outcome: TaskOutcome) =>
      this.#dependencies.observer.task(this.job.kind, outcome, (performance.now() - startedAt) / 1000);
    try {
      const result = await openJob.perform(task);
      end('retryAt' in result ? 'retry' : 'ok');
      return result;
    } catch (error) {
      end(this.signal.aborted ? 'interrupted' : { error });
      throw error;
    }
  }

  /** After a refused result: whether another node does the work now, because the end of the job was not stored elsewhere. */
  async #isRunning(): Promise<boolean> {
    return (await this.#stores.jobs.find(this.job.id))?.status === 'running';
  }

  /** Ends the job, because all is done; returns false when it has more tasks after all. */
  complete(): Promise<boolean> {
    return this.#conclude({ status: 'completed' });
  }

  /** Ends the job, because of an error. */
  async fail(error: unknown): Promise<void> {
    await this.#conclude(this.#failureOf(error));
  }

  async #storeInterruption(openJob: OpenJob, task: StoredTask): Promise<void> {
    // After a failure or a restart, the task is not over.
    if (this.signal.reason !== CANCELLED || !openJob.onInterrupt) return;
    await this.#stores.transaction(openJob.onInterrupt(task));
  }

  /** Stores something of the job in one transaction, if the claim holds and the job has not ended. */
  #save(result: TaskResult, claim: (stores: Stores) => Promise<boolean>): Promise<void> {
    return this.#store(async (transaction) => {
      if (!(await claim(transaction.stores))) throw new ResultRefused();
      await result(transaction);
    });
  }

  /** Marks tasks as done, stores their results and takes the next tasks, in one transaction. */
  #storeResults(group: readonly FinishedTask[]): Promise<Outcome<StoredTask | undefined>[]> {
    const { tasks } = this.#dependencies;
    return this.#store(async (transaction) => {
      for (const { content } of group) await content?.(transaction.stores);
      const { positions, counts } = await tasks.finish(
        group.map(({ task }) => task),
        transaction.stores,
      );
      transaction.counts = counts;
      const isStored = new Map<FinishedTask, boolean>();
      for (const each of group) {
        const mayStore = positions.has(each.task.position) && !transaction.hasEnded;
        if (mayStore) await each.result(transaction);
        // The content of others is stored without it.
        else if (each.content) throw new ResultRefused();
        isStored.set(each, mayStore);
      }
      await transaction.storeCounts();
      const exchanging = group.filter((each) => isStored.get(each) && each.wantsNext());
      const count = transaction.hasEnded ? 0 : exchanging.length;
      const next = (count > 0 && (await tasks.exchange?.(count, transaction.stores))) || [];
      return group.map((each) =>
        isStored.get(each) ? { result: next[exchanging.indexOf(each)] } : { error: new ResultRefused() },
      );
    });
  }

  #store<Stored>(work: (transaction: ResultTransaction) => Promise<Stored>): Promise<Stored> {
    const { kind, observer, onChange } = this.#dependencies;
    return this.#retry.store(() =>
      this.#stores.transaction(async (stores) => {
        const transaction = new ResultTransaction(stores, kind, this.job, observer);
        const stored = await work(transaction);
        await transaction.storeCounts();
        const { counts } = transaction;
        stores.afterCommit(() => {
          if (counts) this.#completed = counts.completed;
          onChange();
        });
        return stored;
      }),
    );
  }

  #failureOf(error: unknown): JobEnd {
    if (error instanceof JobFailure) return { status: 'failed', error: error.message };
    this.#log(error);
    const { message } = error as Error;
    return { status: 'failed', error: `The job ended early, because of an error in this server: ${message}` };
  }

  #log(error: unknown): void {
    this.#dependencies.log(`${nameOf(this.job)}: ${error instanceof Error ? error.stack : String(error)}`);
  }

  /** Stores the end of the job; returns false when it has more tasks after all. */
  async #conclude(end: JobEnd): Promise<boolean> {
    try {
      return await this.#storeEnd(end, this.#dependencies.kind);
    } catch (error) {
      if (this.#closing.signal.aborted) return true;
      const failure = this.#failureOf(error);
      // A kind stores the end of a failed job as well. A mistake there must not keep the job from its end.
      return this.#storeEnd(failure, this.#dependencies.kind).catch((mistake: unknown) => {
        this.#log(mistake);
        return this.#storeEnd(failure, {});
      });
    }
  }

  #storeEnd(end: JobEnd, kind: Pick<JobKind, 'onEnd'>): Promise<boolean> {
    const { limit = Number.POSITIVE_INFINITY } = this.#opened?.openJob ?? {};
    const { observer } = this.#dependencies;
    const mayLeaveTasks = end.status !== 'completed' || this.#completed >= limit;
    return this.#endRetry.store(() =>
      this.#stores.transaction(async (stores) => {
        const hasEnded = await endJob(stores, kind, this.job, end, { mayLeaveTasks, observer });
        stores.afterCommit(() => {
          // Before others can set the job to running again.
          if (hasEnded) this.stop(ENDED);
          this.#dependencies.onChange();
        });
        if (hasEnded) return true;
        return (await stores.jobs.find(this.job.id))?.status !== 'running';
      }),
    );
  }
}
