import { clearTimeout, setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { TaskResult } from '../jobs/job-kind.js';
import type { JobRunnerContext } from '../jobs/job-runner.js';
import { CLOSING, JobWorker, type OpenedJob } from '../jobs/job-worker.js';
import type { Job } from '../store/job-store.js';
import { type KnownLeases, type Lease, type LeaseRequest, sharedOf, type TurnJob } from '../store/shared-stores.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';
import type { StoredTask } from '../store/task-store.js';
import { SharedTasks, type TasksHolder } from './shared-tasks.js';
import type { Turn } from './turn-queue.js';

/** How long a turn lasts: then other jobs have theirs. A task that has begun is done to its end. */
const TURN_MS = 1000;

/** How long a turn waits whose team does as much as it may, or whose job this node cannot do. */
const PAUSE_MS = 1000;

/** How long a job stays open here without a turn: opening it again costs more than keeping it. */
const IDLE_MS = 5000;

/** A job that is open in this process. */
interface HeldJob {
  readonly worker: JobWorker;
  readonly tasks: SharedTasks;
  readonly opened: Promise<OpenedJob>;
  /** The number of turns that use it. */
  uses: number;
  idleTimer?: NodeJS.Timeout;
}

/** The jobs that a node has open, and what it does in a turn. */
export class NodeJobs {
  readonly #context: JobRunnerContext;
  readonly #stores: Stores;
  readonly #node: string;
  readonly #held = new Map<string, Promise<HeldJob | undefined>>();
  readonly #open = new Map<string, HeldJob>();
  readonly #begun: Promise<void>;
  /** What is being done. */
  readonly #tasks = new Set<number>();
  readonly #preparations = new Set<number>();
  #isClosed = false;
  /** Lets turns begin, which the queue may hand out before the service knows this node. */
  begin = (): void => {};

  constructor(context: JobRunnerContext, node: string) {
    this.#context = context;
    this.#stores = context.stores;
    this.#node = node;
    this.#begun = new Promise((resolve) => {
      this.begin = resolve;
    });
  }

  /** Does tasks of a job for a while. */
  async turn(turn: Turn): Promise<void> {
    await this.#use(turn, async (held) => {
      if (!held) return this.#drop(turn);
      const { job } = held.worker;
      const release = this.#kindOf(job).slots.tryAcquire(job.team);
      if (!release) return sharedOf(this.#stores).turns.requeue(job, turn.slot, PAUSE_MS);
      await this.#doTasks(turn, held).finally(release);
    });
  }

  /** Finds the tasks of a job that are not found by its tasks. */
  async prepare(turn: TurnJob): Promise<void> {
    await this.#use(turn, async (held) => {
      const { leases } = sharedOf(this.#stores);
      if (!held || !(await leases.takePreparation(turn.number, this.#node))) return;
      this.#preparations.add(turn.number);
      try {
        await held.worker.prepare(await held.opened);
      } catch (error) {
        if (held.worker.signal.reason === CLOSING) throw error;
        await this.#fail(held, error);
      } finally {
        this.#preparations.delete(turn.number);
      }
      await this.#stores.transaction(async (stores) => {
        const { leases, turns } = sharedOf(stores);
        await leases.endPreparation(turn.number, this.#node);
        // The last turn of a job ends it.
        await turns.add(held.worker.job);
      });
    });
  }

  onCancel(id: string): TaskResult | undefined {
    return this.#open.get(id)?.worker.onCancel();
  }

  cancel(id: string): void {
    this.#open.get(id)?.worker.cancel();
  }

  isHeldUp(id: string): boolean {
    return this.#open.get(id)?.worker.isHeldUp ?? false;
  }

  /** Learns what other nodes have stored of a job. */
  async refresh(id: string): Promise<void> {
    const held = this.#open.get(id);
    if (!held) return;
    const job = await this.#stores.jobs.find(id);
    if (job?.status === 'running') held.worker.refresh(job);
    else held.worker.cancel();
  }

  /** Stops the tasks of jobs that have ended at other nodes. */
  async stopEnded(): Promise<void> {
    const ids = [...this.#open.keys()];
    if (ids.length === 0) return;
    const running = new Set(await this.#stores.jobs.running({ ids }));
    for (const id of ids) if (!running.has(id)) this.cancel(id);
  }

  /** What this node has in hand. */
  get known(): KnownLeases {
    return { tasks: [...this.#tasks], preparations: [...this.#preparations] };
  }

  /** Stops all tasks. */
  close(): void {
    this.#isClosed = true;
    this.begin();
    for (const { worker, idleTimer } of this.#open.values()) {
      clearTimeout(idleTimer);
      worker.close();
    }
  }

  async #doTasks(turn: Turn, held: HeldJob): Promise<void> {
    const { worker } = held;
    try {
      const opened = await held.opened;
      const endsAt = performance.now() + TURN_MS;
      while (performance.now() < endsAt) {
        const lease = await this.#take(this.#stores, held, opened);
        if (lease.isTeamBusy) return await sharedOf(this.#stores).turns.requeue(worker.job, turn.slot, PAUSE_MS);
        if (!(await this.#doTasksOf(held, opened, lease, endsAt))) return await this.#endTurn(turn, held, opened);
      }
      await sharedOf(this.#stores).turns.requeue(worker.job, turn.slot);
    } catch (error) {
      // Another node goes on, or has begun to.
      if (this.#isClosed || error instanceof StorageUnavailable) await this.#requeue(turn);
      else if (worker.signal.reason !== error) await this.#fail(held, error);
    }
  }

  /** Does the task of a lease and, until a time, those that follow it; returns false when there is none. */
  async #doTasksOf(held: HeldJob, opened: OpenedJob, { task, job, more }: Lease, endsAt: number): Promise<boolean> {
    const { worker } = held;
    if (!job) worker.cancel();
    worker.signal.throwIfAborted();
    if (job) worker.refresh(job);
    if (!task) return false;
    let next = await this.#doTask(held, opened, task, more, endsAt);
    while (next) next = await this.#doTask(held, opened, next, this.#turnsForNew(held, opened), endsAt);
    return true;
  }

  /** Does a task, while other turns begin with others; returns the task that was taken in its place. */
  async #doTask(
    held: HeldJob,
    opened: OpenedJob,
    task: StoredTask,
    turns: number,
    endsAt: number,
  ): Promise<StoredTask | undefined> {
    const { worker } = held;
    this.#tasks.add(task.position);
    try {
      if (turns > 0) await sharedOf(this.#stores).turns.grow(worker.job, turns);
      await held.tasks.refresh();
      // A kind hears of an end that comes while it works, not of one that came before.
      worker.signal.throwIfAborted();
      const next = await worker.perform(opened, task, () => !worker.signal.aborted && performance.now() < endsAt);
      worker.signal.throwIfAborted();
      return next;
    } finally {
      this.#tasks.delete(task.position);
    }
  }

  /** The number of turns that the job needs for the tasks that were added here; 0 if none were. */
  #turnsForNew({ tasks }: HeldJob, { openJob }: OpenedJob): number {
    return tasks.noticeNew() ? Math.min(tasks.open, openJob.tasksAtOnce) : 0;
  }

  #take(stores: Stores, { worker }: HeldJob, { openJob }: OpenedJob): Promise<Lease> {
    const { slots } = this.#kindOf(worker.job);
    const request: LeaseRequest = {
      ...this.#holderOf(worker.job),
      now: this.#context.clock.now(),
      limits: {
        job: openJob.tasksAtOnce,
        team: slots.limits.team,
        results: openJob.limit ?? Number.POSITIVE_INFINITY,
      },
    };
    return sharedOf(stores).leases.take(request);
  }

  /** Ends a turn that got no task. A task that is added meanwhile is done before, or gets a new turn. */
  async #endTurn(turn: Turn, held: HeldJob, opened: OpenedJob): Promise<void> {
    const { job } = held.worker;
    const lease = await this.#stores.transaction(async (stores) => {
      const { turns } = sharedOf(stores);
      await turns.remove(job, turn.slot);
      const last = await this.#take(stores, held, opened);
      const pauseMs = this.#pauseOf(last);
      if (pauseMs !== undefined) await turns.requeue(job, turn.slot, pauseMs);
      return last;
    });
    if (await this.#doTasksOf(held, opened, lease, 0)) return;
    if (lease.isTeamBusy || lease.dueAt !== undefined) return;
    const isComplete = held.worker.completed >= (opened.openJob.limit ?? Number.POSITIVE_INFINITY);
    if (isComplete || (await sharedOf(this.#stores).leases.isDone(job.number))) await held.worker.complete();
  }

  /** Puts a turn to the end of the queue, as soon as the database is there. */
  async #requeue(turn: Turn): Promise<void> {
    const { turns } = sharedOf(this.#stores);
    for (;;) {
      try {
        return await turns.requeue(turn, turn.slot);
      } catch (error) {
        // A node that leaves while the database is away is dead to the others: they free its turns.
        if (this.#isClosed || !(error instanceof StorageUnavailable)) return;
        await setTimeout(PAUSE_MS);
      }
    }
  }

  /** Milliseconds until the job needs a turn again; undefined if it needs none. */
  #pauseOf({ task, dueAt, isTeamBusy }: Lease): number | undefined {
    if (task) return 0;
    if (isTeamBusy) return PAUSE_MS;
    return dueAt === undefined ? undefined : Math.max(0, dueAt - this.#context.clock.now());
  }

  async #fail({ worker }: HeldJob, error: unknown): Promise<void> {
    if (worker.signal.aborted) return;
    worker.stop(error);
    await worker.fail(error);
  }

  /** Removes the turn of a job that does not run, or leaves it to a node that knows the kind of the job. */
  async #drop(turn: Turn): Promise<void> {
    const { turns } = sharedOf(this.#stores);
    const job = await this.#stores.jobs.find(turn.id);
    if (job?.status === 'running') await turns.requeue(turn, turn.slot, PAUSE_MS);
    else await turns.remove(turn, turn.slot);
  }

  async #use({ id }: TurnJob, work: (held: HeldJob | undefined) => Promise<void>): Promise<void> {
    await this.#begun;
    if (this.#isClosed) throw CLOSING;
    const held = await this.#hold(id);
    if (held) held.uses += 1;
    try {
      await work(held);
    } finally {
      if (held) this.#release(id, held);
    }
  }

  #hold(id: string): Promise<HeldJob | undefined> {
    const existing = this.#held.get(id);
    if (existing) return existing;
    const opening = this.#openJob(id);
    this.#held.set(id, opening);
    const forget = () => this.#held.delete(id);
    opening.then((held) => held ?? forget(), forget);
    return opening;
  }

  async #openJob(id: string): Promise<HeldJob | undefined> {
    const job = await this.#stores.jobs.find(id);
    const kind = job && this.#context.kinds[job.kind];
    if (job?.status !== 'running' || !kind) return undefined;
    const hasTurn = () => (this.#open.get(id)?.uses ?? 0) > 0;
    const open = await this.#stores.tasks.open(job.number);
    const tasks = new SharedTasks(this.#stores, this.#holderOf(job), hasTurn, open);
    const worker = new JobWorker(job, {
      ...this.#context,
      kind,
      openTasks: async () => tasks,
      onChange: () => this.#context.onChange(id),
    });
    const opened = worker.start();
    const held: HeldJob = { worker, tasks, opened, uses: 0 };
    this.#open.set(id, held);
    // Whoever uses it gets the failure. The next turn opens it again.
    opened.catch(() => this.#forget(id, held));
    if (this.#isClosed) worker.close();
    return held;
  }

  #release(id: string, held: HeldJob): void {
    held.uses -= 1;
    if (held.uses > 0) return;
    clearTimeout(held.idleTimer);
    const close = (): void => {
      if (held.uses > 0) return;
      held.worker.close();
      this.#forget(id, held);
    };
    // One that was stopped is opened anew by the next turn.
    if (held.worker.signal.aborted) close();
    else held.idleTimer = startTimer(close, IDLE_MS).unref();
  }

  #forget(id: string, held: HeldJob): void {
    if (this.#open.get(id) !== held) return;
    this.#open.delete(id);
    this.#held.delete(id);
  }

  #holderOf(job: Job): TasksHolder {
    return { job, node: this.#node, slots: this.#kindOf(job).slots.name };
  }

  #kindOf({ kind: name }: Job) {
    const kind = this.#context.kinds[name];
    if (!kind) throw new Error(`There is no kind of jobs with the name ${name}.`);
    return kind;
  }
}
