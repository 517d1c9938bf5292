import { clearTimeout, setTimeout as startTimer } from 'node:timers';
import type { Job } from '../store/job-store.js';
import { PREPARATION, type Slot } from '../store/slot.js';
import { StorageFull } from '../store/storage-full.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { StoredTask } from '../store/task-store.js';
import type { JobKind, TaskResult } from './job-kind.js';
import type { JobRunnerContext } from './job-runner.js';
import type { JobTasks, Taken } from './job-tasks.js';
import { CLOSING, ENDED, JobWorker, type OpenedJob } from './job-worker.js';
import type { RunningQueue, SlotQueue } from './slot-queue.js';

export interface SchedulerOptions<Tasks extends JobTasks> {
  readonly queue: SlotQueue;
  openTasks(job: Job, kind: JobKind): Promise<Tasks>;
  /**
   * How long a job stays open without a slot: opening it again costs more than keeping it. By default, until it has ended.
   */
  readonly idleMs?: number | undefined;
}

/** A job that is open in this process. */
interface ActiveJob<Tasks extends JobTasks> {
  readonly worker: JobWorker;
  readonly tasks: Tasks;
  readonly opened: Promise<OpenedJob>;
  /** What uses its slots here. */
  readonly uses: Set<Promise<void>>;
  idleTimer?: NodeJS.Timeout;
}

/** How long a slot waits whose job this process cannot do, or that could not be put back. */
const PAUSE_MS = 1000;

/** What a process has in hand. */
export interface InHand {
  /** The positions of tasks. */
  readonly tasks: readonly number[];
  readonly slots: readonly Slot[];
}

/**
 * Does the tasks of jobs in the slots that a queue hands out. Each slot does one task after the other until there are no more
 * for it, or others wait for a slot; the last slot of a job ends the job.
 */
export class Scheduler<Tasks extends JobTasks = JobTasks> {
  readonly #context: JobRunnerContext;
  readonly #options: SchedulerOptions<Tasks>;
  readonly #opening = new Map<number, Promise<ActiveJob<Tasks> | undefined>>();
  readonly #active = new Map<number, ActiveJob<Tasks>>();
  readonly #slots = new Set<Slot>();
  readonly #tasks = new Set<number>();
  readonly #closing = new AbortController();

  constructor(context: JobRunnerContext, options: SchedulerOptions<Tasks>) {
    this.#context = context;
    this.#options = options;
  }

  /** Begins with what the queue hands out, as soon as it may. */
  run(mayBegin: Promise<void> = Promise.resolve()): Promise<RunningQueue> {
    return this.#options.queue.run(async (slot, othersWait) => {
      await mayBegin;
      await this.#use(slot, othersWait);
    });
  }

  /** The tasks of the jobs that are open here. */
  get open(): readonly { readonly job: Job; readonly tasks: Tasks }[] {
    return [...this.#active.values()].map(({ worker, tasks }) => ({ job: worker.job, tasks }));
  }

  get inHand(): InHand {
    return { tasks: [...this.#tasks], slots: [...this.#slots] };
  }

  /** The tasks of a job that is open here. */
  tasksOf({ number }: Pick<Job, 'number'>): Tasks | undefined {
    const active = this.#active.get(number);
    return active?.worker.signal.aborted ? undefined : active?.tasks;
  }

  onCancel({ number }: Job): TaskResult | undefined {
    return this.#active.get(number)?.worker.onCancel();
  }

  /** Stops a job, after its end was stored. */
  cancel({ number }: Pick<Job, 'number'>): void {
    const active = this.#active.get(number);
    active?.worker.cancel();
    if (active) this.#closeUnused(active);
  }

  isHeldUp(id: string): boolean {
    return this.#withId(id).some(({ worker }) => worker.isHeldUp);
  }

  /** Learns what others have stored of a job. */
  async refresh(id: string): Promise<void> {
    const actives = this.#withId(id);
    if (actives.length === 0) return;
    const job = await this.#context.stores.jobs.find(id);
    for (const { worker } of actives) {
      if (job?.status === 'running' && job.number === worker.job.number) worker.refresh(job);
      else this.cancel(worker.job);
    }
  }

  /** Stops the jobs that have ended elsewhere. */
  async stopEnded(): Promise<void> {
    const jobs = [...this.#active.values()].map(({ worker }) => worker.job);
    if (jobs.length === 0) return;
    const running = new Set(await this.#context.stores.jobs.running({ ids: jobs.map(({ id }) => id) }));
    for (const job of jobs) if (!running.has(job.id)) this.cancel(job);
  }

  /** Resolves when nothing of a job is done here. */
  async idle(id: string): Promise<void> {
    for (const { uses } of this.#withId(id)) while (uses.size > 0) await Promise.all(uses);
  }

  /** Stops all tasks. */
  close(): void {
    this.#closing.abort(CLOSING);
    for (const active of this.#active.values()) {
      active.worker.close();
      this.#closeUnused(active);
    }
  }

  #withId(id: string): ActiveJob<Tasks>[] {
    return [...this.#active.values()].filter(({ worker }) => worker.job.id === id);
  }

  async #use(slot: Slot, othersWait: () => boolean): Promise<void> {
    if (this.#closing.signal.aborted) return this.#options.queue.add([slot], this.#context.stores);
    const active = await this.#retry(() => this.#activate(slot));
    if (!active) return;
    const use = slot.slot === PREPARATION ? this.#prepare(slot, active) : this.#doTasks(slot, active, othersWait);
    const ended = use
      .catch(() => undefined)
      .then(() => {
        active.uses.delete(ended);
        this.#slots.delete(slot);
        this.#closeUnused(active);
      });
    active.uses.add(ended);
    this.#slots.add(slot);
    await use;
    await ended;
  }

  /** Does the tasks that the slot gets. */
  async #doTasks(slot: Slot, active: ActiveJob<Tasks>, othersWait: () => boolean): Promise<void> {
    const { worker, tasks } = active;
    let task: StoredTask | undefined;
    try {
      const opened = await active.opened;
      const wantsNext = () => !worker.signal.aborted && !othersWait();
      let taken = await worker.repeat(() => tasks.begin(slot.slot, worker.completed));
      while (taken.state === 'task') {
        if (taken.job) worker.refresh(taken.job);
        for (task = taken.task; task; ) task = await this.#doTask(worker, opened, task, wantsNext);
        if (othersWait()) return await worker.repeat(() => tasks.giveBack(slot.slot, undefined));
        taken = await worker.repeat(() => tasks.next(slot.slot, worker.completed));
      }
      await this.#end(taken, active, opened);
    } catch (error) {
      await this.#stop(slot, task, active, error);
    }
  }

  /** Does a task; returns the one that was taken in its place. */
  async #doTask(
    worker: JobWorker,
    opened: OpenedJob,
    task: StoredTask,
    wantsNext: () => boolean,
  ): Promise<StoredTask | undefined> {
    this.#tasks.add(task.position);
    try {
      // A kind hears of an end that comes while it works, not of one that came before.
      worker.signal.throwIfAborted();
      const next = await worker.perform(opened, task, wantsNext);
      worker.signal.throwIfAborted();
      return next;
    } finally {
      this.#tasks.delete(task.position);
    }
  }

  /** Finds the tasks of a job that are not found by its tasks. */
  async #prepare(slot: Slot, active: ActiveJob<Tasks>): Promise<void> {
    const { worker, tasks } = active;
    try {
      const opened = await active.opened;
      if (!(await worker.repeat(() => tasks.beginPreparation()))) return;
      await worker.prepare(opened);
      worker.signal.throwIfAborted();
      await this.#end(await worker.repeat(() => tasks.endPreparation()), active, opened);
    } catch (error) {
      await this.#stop(slot, undefined, active, error);
    }
  }

  /** Ends the job when nothing is left of it. */
  async #end({ state }: Taken, { worker }: ActiveJob<Tasks>, { openJob }: OpenedJob): Promise<void> {
    if (state === 'over') worker.cancel();
    const isComplete = worker.completed >= (openJob.limit ?? Number.POSITIVE_INFINITY);
    if (state !== 'done' && !(isComplete && state === 'nothing')) return;
    if (await worker.complete()) worker.stop(ENDED);
    else await this.#options.queue.add([{ job: worker.job, slot: 0 }], this.#context.stores);
  }

  /** Leaves a slot to others after an error, or ends the job. */
  async #stop(slot: Slot, task: StoredTask | undefined, active: ActiveJob<Tasks>, error: unknown): Promise<void> {
    const { worker, tasks } = active;
    const isOver = error instanceof StorageFull && this.#context.kinds[worker.job.kind]?.failsOnFullDisk;
    const isLeft = this.#closing.signal.aborted || (error instanceof StorageUnavailable && !isOver);
    if (isLeft) return this.#retry(() => tasks.giveBack(slot.slot, task));
    if (worker.signal.aborted) return;
    worker.stop(error);
    await worker.fail(error);
  }

  /** Does something as soon as the storage is there. */
  async #retry<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#closing;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        // A process that closes while the storage is away is dead to the others, which free its slots.
        if (signal.aborted || !(error instanceof StorageUnavailable)) throw error;
        await this.#context.clock.sleep(PAUSE_MS, signal).catch(() => undefined);
      }
    }
  }

  async #activate(slot: Slot): Promise<ActiveJob<Tasks> | undefined> {
    const { number } = slot.job;
    const existing = await this.#opening.get(number);
    if (existing && !existing.worker.signal.aborted) return existing;
    if (existing) {
      // A job that runs again has slots that are about to end.
      while (existing.uses.size > 0) await Promise.all(existing.uses);
      this.#forget(existing);
    }
    const pending = this.#opening.get(number);
    if (pending) return this.#activate(slot);
    const opening = this.#openJob(slot);
    this.#opening.set(number, opening);
    const forget = () => {
      if (this.#opening.get(number) === opening) this.#opening.delete(number);
    };
    opening.then((active) => active ?? forget(), forget);
    return opening;
  }

  async #openJob({ job: { id, number }, slot }: Slot): Promise<ActiveJob<Tasks> | undefined> {
    const { stores, kinds, clock, onChange } = this.#context;
    const job = await stores.jobs.find(id);
    if (job?.status !== 'running' || job.number !== number) return undefined;
    const kind = kinds[job.kind];
    if (!kind) {
      // It is left to a process that knows the kind.
      await this.#options.queue.add([{ job, slot }], stores, { runAt: clock.now() + PAUSE_MS });
      return undefined;
    }
    const tasks = await this.#options.openTasks(job, kind);
    const worker = new JobWorker(job, { ...this.#context, kind, tasks, onChange: () => onChange(id) });
    worker.signal.addEventListener('abort', () => tasks.close?.(), { once: true });
    const opened = worker.start();
    const active: ActiveJob<Tasks> = { worker, tasks, opened, uses: new Set() };
    this.#active.set(number, active);
    // Whoever uses it gets the failure. The next slot opens it again.
    opened.catch(() => undefined);
    if (this.#closing.signal.aborted) worker.close();
    return active;
  }

  /** Closes a job that has no slot here, at once or after a while. */
  #closeUnused(active: ActiveJob<Tasks>): void {
    if (active.uses.size > 0) return;
    clearTimeout(active.idleTimer);
    const close = () => {
      if (active.uses.size > 0) return;
      active.worker.close();
      this.#forget(active);
    };
    const { idleMs } = this.#options;
    if (active.worker.signal.aborted) close();
    else if (idleMs !== undefined) active.idleTimer = startTimer(close, idleMs).unref();
  }

  #forget(active: ActiveJob<Tasks>): void {
    const { number } = active.worker.job;
    if (this.#active.get(number) !== active) return;
    this.#active.delete(number);
    this.#opening.delete(number);
  }
}
