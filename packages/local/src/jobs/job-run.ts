import type { Background } from '../background.js';
import type { Job } from '../store/job-store.js';
import type { StoredTask } from '../store/task-store.js';
import { nameOf, type TaskResult } from './job-kind.js';
import type { OwnTasks } from './job-tasks.js';
import { CANCELLED, CLOSING, JobWorker, type JobWorkerDependencies, type OpenedJob } from './job-worker.js';

export interface JobRunDependencies extends JobWorkerDependencies<OwnTasks> {
  readonly background: Background;
  /** What the run waits for. */
  readonly after: Promise<void> | undefined;
  /** Called as soon as the job no longer runs here. */
  readonly onEnd: () => void;
}

/** One job under way in this process: does its tasks, several at once, until none are left, and ends it. */
export class JobRun {
  readonly job: Job;
  /** Resolves when the job no longer runs here. */
  readonly ended: Promise<void>;
  readonly #dependencies: JobRunDependencies;
  readonly #running = new Set<Promise<void>>();
  readonly #worker: JobWorker<OwnTasks>;
  #tasks: OwnTasks | undefined;
  #active = 0;
  #isWoken = false;
  #resume = (): void => {};

  constructor(job: Job, dependencies: JobRunDependencies) {
    this.job = job;
    this.#dependencies = dependencies;
    this.#worker = new JobWorker(job, dependencies);
    this.ended = dependencies.background.start(nameOf(job), () => this.#run().finally(dependencies.onEnd)).ended;
  }

  /** The number of tasks that are being done. */
  get active(): number {
    return this.#active;
  }

  /** Whether something could not be stored, and the job waits for the next attempt. */
  get isHeldUp(): boolean {
    return this.#worker.isHeldUp;
  }

  /** What to store when the job is cancelled, before its end. */
  onCancel(): TaskResult | undefined {
    return this.#worker.onCancel();
  }

  /** Stops the run, after the end of the job was stored. */
  cancel(): void {
    this.#worker.cancel();
    this.wake();
  }

  /** Stops the run; the next server with this database goes on with the job. */
  close(): void {
    this.#worker.close();
    this.wake();
  }

  /** Begins the tasks that were to be done again later. */
  hurry(): void {
    this.#tasks?.hurry();
    this.wake();
  }

  /** Looks for tasks again. */
  wake(): void {
    this.#isWoken = true;
    this.#resume();
  }

  async #run(): Promise<void> {
    const worker = this.#worker;
    try {
      await this.#dependencies.after;
      const opened = await worker.start();
      this.#tasks = opened.tasks;
      opened.tasks.onAdd = () => this.wake();
      this.#start(() => worker.prepare(opened));
      do await this.#doTasks(opened);
      while (!(await worker.complete()));
    } catch (error) {
      worker.stop(error);
      await Promise.all(this.#running);
      const { reason } = worker.signal;
      if (reason !== CANCELLED && reason !== CLOSING) await worker.fail(error);
    }
  }

  /** Does the tasks until none are left that may begin. Throws the reason when the run was stopped. */
  async #doTasks(opened: OpenedJob<OwnTasks>): Promise<void> {
    const { signal } = this.#worker;
    const { clock } = this.#dependencies;
    while (!signal.aborted) {
      this.#isWoken = false;
      const next = this.#hasRoom(opened) ? await this.#next(opened) : undefined;
      const isDue = next && (next.dueAt ?? 0) <= clock.now();
      if (isDue && (await this.#startNext(opened))) continue;
      if (this.#running.size === 0 && (!next || isDue)) break;
      await this.#untilWoken(isDue ? undefined : next?.dueAt);
    }
    await Promise.all(this.#running);
    signal.throwIfAborted();
  }

  /** Waits until something has changed, or until a time. */
  async #untilWoken(time?: number): Promise<void> {
    if (this.#isWoken) return;
    const woken = new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    if (time === undefined) return woken;
    const { clock } = this.#dependencies;
    const timer = new AbortController();
    clock.sleep(time - clock.now(), timer.signal).then(this.#resume, () => undefined);
    await woken;
    timer.abort();
  }

  /** Whether the job may do one more task now. */
  #hasRoom({ openJob }: OpenedJob): boolean {
    const { tasksAtOnce, limit = Number.POSITIVE_INFINITY } = openJob;
    return this.#active < tasksAtOnce && this.#worker.completed + this.#active < limit;
  }

  #next({ openJob, tasks }: OpenedJob<OwnTasks>): Promise<StoredTask | undefined> {
    return this.#worker.repeat(() => tasks.next(openJob.tasksAtOnce));
  }

  /** Begins the task that was read; returns false when the job was stopped meanwhile. */
  async #startNext(opened: OpenedJob<OwnTasks>): Promise<boolean> {
    const worker = this.#worker;
    const { signal } = worker;
    const release = await this.#dependencies.kind.slots
      .acquire({ team: this.job.team, job: this.job.id }, signal)
      .catch(() => undefined);
    if (!release) return false;
    const task = signal.aborted ? undefined : opened.tasks.take();
    if (!task) {
      release();
      return false;
    }
    this.#active += 1;
    this.#start(async () => {
      try {
        await worker.perform(opened, task);
      } finally {
        this.#active -= 1;
        release();
      }
    });
    return true;
  }

  #start(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#worker.stop(error))
      .finally(() => {
        this.#running.delete(running);
        this.wake();
      });
    this.#running.add(running);
  }
}
