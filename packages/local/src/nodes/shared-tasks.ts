import type { Clock } from '@trawl/base/clock';
import type { Finished, JobTasks, Taken, TaskBounds } from '../jobs/job-tasks.js';
import type { SlotQueue } from '../jobs/slot-queue.js';
import type { Job } from '../store/job-store.js';
import { type SlotUse, sharedOf } from '../store/shared-stores.js';
import { PREPARATION } from '../store/slot.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, StoredTask } from '../store/task-store.js';

/** How old the number of open tasks may be: counting takes longer than a task of some kinds. */
const COUNT_AGE_MS = 2000;

export interface SharedTasksOptions {
  readonly stores: Stores;
  readonly queue: SlotQueue;
  readonly clock: Clock;
  readonly job: Job;
  /** The node that does the tasks here. */
  readonly node: string;
  /** The name of what the kind and the team of the job are limited by, and how many slots of it are used at once. */
  readonly pool: string;
  readonly poolLimit: number;
  /** The number of tasks that are not done. */
  readonly open: number;
}

const NOTHING: Taken = { state: 'nothing' };
const OVER: Taken = { state: 'over' };

/** The tasks of a job that several nodes do. What each of them has in hand is stored with the tasks and the slots. */
export class SharedTasks implements JobTasks {
  bounds: TaskBounds = { tasksAtOnce: 1 };
  readonly #options: SharedTasksOptions;
  readonly #stores: Stores;
  #open: number;
  #countedAt = performance.now();
  /** For how many tasks at once slots were added. */
  #widestAtOnce = 0;

  constructor(options: SharedTasksOptions) {
    this.#options = options;
    this.#stores = options.stores;
    this.#open = options.open;
  }

  get open(): number {
    return this.#open;
  }

  async add(tasks: readonly NewTask[], stores: Stores = this.#stores): Promise<void> {
    if (tasks.length === 0) return;
    const { job, pool, queue } = this.#options;
    await stores.transaction(async (stores) => {
      const counts = await stores.jobs.lockCounts(job);
      if (!counts) return;
      const added = await stores.tasks.add(job.number, tasks);
      if (added === 0) return;
      await queue.add(await sharedOf(stores).slots.addForTasks(job, pool, this.#mostSlots(counts.completed)), stores);
      stores.afterCommit(() => {
        this.#open += added;
      });
    });
  }

  claim(key: string, stores: Stores): Promise<boolean> {
    return stores.tasks.claim(this.#options.job.number, key);
  }

  begin(slot: number): Promise<Taken> {
    const { poolLimit } = this.#options;
    return this.#withJob(async (job, stores) => {
      if (!(await sharedOf(stores).slots.begin(this.#use(slot), poolLimit))) return NOTHING;
      const taken = await this.#take(slot, job, stores);
      if (taken.state === 'task') await this.#addSlots(job, stores);
      return taken;
    });
  }

  async next(slot: number): Promise<Taken> {
    await this.#countOpen();
    return this.#withJob(async (job, stores) => {
      const taken = await this.#take(slot, job, stores);
      if (taken.state === 'task' && this.#isWider) await this.#addSlots(job, stores);
      return taken;
    });
  }

  async giveBack(slot: number, task: StoredTask | undefined): Promise<void> {
    await this.#withJob(async (_, stores) => {
      await this.#release(slot, stores);
      if (task) await sharedOf(stores).slots.putBack(task, this.#options);
      return NOTHING;
    });
  }

  async beginPreparation(): Promise<boolean> {
    return sharedOf(this.#stores).slots.begin(this.#use(PREPARATION), Number.POSITIVE_INFINITY);
  }

  endPreparation(): Promise<Taken> {
    return this.#withJob((_, stores) => this.#end(PREPARATION, stores));
  }

  async finish(tasks: readonly StoredTask[], stores: Stores): Promise<Finished> {
    const finished = await sharedOf(stores).slots.finish(tasks, this.#options);
    if (!finished) return { positions: new Set() };
    stores.afterCommit(() => {
      this.#open -= finished.positions.size;
    });
    return finished;
  }

  async exchange(count: number, stores: Stores): Promise<readonly StoredTask[]> {
    return this.#isWider ? [] : this.#tasks(count, stores);
  }

  retry(task: StoredTask, dueAt: number, stores: Stores): Promise<boolean> {
    return sharedOf(stores).slots.retry(task, dueAt, this.#options);
  }

  async retryNow(stores: Stores): Promise<void> {
    const { queue, job } = this.#options;
    await stores.tasks.retryNow(job.number);
    await queue.add(await sharedOf(stores).slots.waiting(job), stores);
  }

  mayStore(stores: Stores): Promise<boolean> {
    return sharedOf(stores).slots.holds(this.#options);
  }

  /** Takes a task of the job, which is locked; without one, the slot ends or waits for the time of the next one. */
  async #take(slot: number, job: Job, stores: Stores): Promise<Taken> {
    const [task] = await this.#tasks(1, stores);
    if (task) return { state: 'task', task, job };
    const dueAt = this.#pausedUntil ?? (await sharedOf(stores).slots.nextDue(job, this.bounds.mayOvertake ?? false));
    if (dueAt === undefined || dueAt <= this.#options.clock.now()) return this.#end(slot, stores);
    await this.#release(slot, stores, dueAt);
    return NOTHING;
  }

  async #tasks(count: number, stores: Stores): Promise<StoredTask[]> {
    if (this.#pausedUntil !== undefined) return [];
    const { job, node, clock } = this.#options;
    const { tasksAtOnce: atOnce, mayOvertake = false, limit = Number.POSITIVE_INFINITY } = this.bounds;
    return sharedOf(stores).slots.take({ job, node, count, now: clock.now(), limit, atOnce, mayOvertake });
  }

  /** The time from which tasks may begin again, if that is later than now. */
  get #pausedUntil(): number | undefined {
    const { pausedUntil } = this.bounds;
    return pausedUntil !== undefined && pausedUntil > this.#options.clock.now() ? pausedUntil : undefined;
  }

  /** Whether more tasks may be done at once than slots were added for. */
  get #isWider(): boolean {
    return this.bounds.tasksAtOnce > this.#widestAtOnce;
  }

  /** Adds slots, so that others begin with the tasks that are left. */
  async #addSlots(job: Job, stores: Stores): Promise<void> {
    const { pool, queue } = this.#options;
    this.#widestAtOnce = this.bounds.tasksAtOnce;
    await queue.add(await sharedOf(stores).slots.addForTasks(job, pool, this.#mostSlots(job.completed)), stores);
  }

  async #end(slot: number, stores: Stores): Promise<Taken> {
    const { pool, queue, job } = this.#options;
    const { slots } = sharedOf(stores);
    const end = await slots.end(this.#use(slot));
    if (end && slot !== PREPARATION) await queue.add(await slots.next(pool), stores);
    return end === 'last' && (await stores.tasks.open(job.number)) === 0 ? { state: 'done' } : NOTHING;
  }

  /** Lets others use the slot, from a time on, and another slot of the pool in its place. */
  async #release(slot: number, stores: Stores, runAt?: number): Promise<void> {
    const { pool, queue, job } = this.#options;
    const { slots } = sharedOf(stores);
    const next = (await slots.release(this.#use(slot))) && slot !== PREPARATION ? await slots.next(pool) : [];
    await queue.add([{ job, slot }], stores, { runAt });
    await queue.add(next, stores);
  }

  /** Does something in a transaction that has locked the job, so that nobody adds tasks meanwhile. */
  #withJob(work: (job: Job, stores: Stores) => Promise<Taken>): Promise<Taken> {
    return this.#stores.transaction(async (stores) => {
      const job = await stores.jobs.lock(this.#options.job.id);
      return job ? work(job, stores) : OVER;
    });
  }

  #mostSlots(completed: number): number {
    const { tasksAtOnce, limit = Number.POSITIVE_INFINITY } = this.bounds;
    return Math.ceil(Math.min(tasksAtOnce, Math.max(1, limit - completed)));
  }

  #use(slot: number): SlotUse {
    const { job, node, pool } = this.#options;
    return { job, slot, node, pool };
  }

  /** Counts the open tasks again, if the last count is old. */
  async #countOpen(): Promise<void> {
    if (performance.now() - this.#countedAt < COUNT_AGE_MS) return;
    this.#countedAt = performance.now();
    this.#open = await this.#stores.tasks.open(this.#options.job.number);
  }
}
