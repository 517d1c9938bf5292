import type { Clock } from '../base/clock.js';
import { PREPARATION, type SlotJob } from '../store/slot.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, StoredTask } from '../store/task-store.js';
import type { JobTasks, Taken, TaskBounds } from './job-tasks.js';
import type { MemoryQueue } from './memory-queue.js';

export interface OwnTasksOptions {
  readonly stores: Stores;
  readonly job: SlotJob;
  readonly queue: MemoryQueue;
  readonly clock: Clock;
  /** The number of tasks that are not done. */
  readonly open: number;
  /** Whether tasks are found by other means too. */
  readonly hasPreparation: boolean;
}

/** What becomes of a slot: it waits in the queue, looks for a task, or has one in hand. */
type SlotState = 'waiting' | 'looking' | 'busy';

const NOTHING: Taken = { state: 'nothing' };

/** The tasks of one job that one process does alone. Which it has taken is known in memory, and forgotten with the process. */
export class OwnTasks implements JobTasks {
  bounds: TaskBounds = { tasksAtOnce: 1 };
  readonly #options: OwnTasksOptions;
  readonly #slots = new Map<number, SlotState>();
  /** The next tasks, as far as they were read. */
  #next: StoredTask[] = [];
  // Tasks that are added later have higher positions, so one number marks what was read.
  #read = 0;
  #reading: Promise<void> | undefined;
  /** How often tasks were added, and how often when no more were found. */
  #additions = 0;
  #exhaustedAt: number | undefined;
  // Counted here, because a query would count all rows again for each task.
  #open: number;

  constructor(options: OwnTasksOptions) {
    this.#options = options;
    this.#open = options.open;
    if (options.hasPreparation) this.#slots.set(PREPARATION, 'waiting');
  }

  get open(): number {
    return this.#open;
  }

  /** The number of tasks that are being done. */
  get active(): number {
    return [...this.#slots.values()].filter((state) => state === 'busy').length;
  }

  async add(tasks: readonly NewTask[], stores = this.#options.stores): Promise<void> {
    if (tasks.length === 0) return;
    await stores.transaction(async (stores) => {
      const added = await stores.tasks.add(this.#options.job.number, tasks);
      stores.afterCommit(() => {
        this.#open += added;
        if (added === 0) return;
        this.#additions += 1;
        this.#addSlots(added);
      });
    });
  }

  claim(key: string, stores: Stores): Promise<boolean> {
    return stores.tasks.claim(this.#options.job.number, key);
  }

  begin(slot: number, completed: number): Promise<Taken> {
    // Tasks may have been added before the job was open.
    this.#additions += 1;
    const state = this.#slots.get(slot);
    if (state === 'looking' || state === 'busy') return Promise.resolve(NOTHING);
    return this.next(slot, completed);
  }

  async next(slot: number, completed: number): Promise<Taken> {
    this.#slots.set(slot, 'looking');
    try {
      await this.#readNext();
    } catch (error) {
      this.#slots.set(slot, 'waiting');
      throw error;
    }
    const [task] = this.#next;
    const { limit = Number.POSITIVE_INFINITY } = this.bounds;
    // Where each task in hand may be a result, no more are in hand than results are missing.
    if (!task || completed + this.active >= limit) return this.#endSlot(slot);
    const { clock, queue, job } = this.#options;
    if (task.dueAt !== undefined && task.dueAt > clock.now()) {
      this.#slots.set(slot, 'waiting');
      queue.addNow([{ job, slot }], task.dueAt);
      return NOTHING;
    }
    this.#next.shift();
    this.#slots.set(slot, 'busy');
    this.#addSlots(this.#next.length);
    return { state: 'task', task };
  }

  async giveBack(slot: number, task: StoredTask | undefined): Promise<void> {
    if (task) this.#putBack(task);
    this.#slots.set(slot, 'waiting');
    const { queue, job } = this.#options;
    queue.addNow([{ job, slot }]);
  }

  async beginPreparation(): Promise<boolean> {
    if (this.#slots.get(PREPARATION) !== 'waiting') return false;
    this.#slots.set(PREPARATION, 'looking');
    return true;
  }

  async endPreparation(): Promise<Taken> {
    return this.#endSlot(PREPARATION);
  }

  async finish(tasks: readonly StoredTask[], stores: Stores): Promise<ReadonlySet<number>> {
    const finished = new Set<number>();
    for (const task of tasks) if (await stores.tasks.finish(task)) finished.add(task.position);
    stores.afterCommit(() => {
      this.#open -= finished.size;
    });
    return finished;
  }

  async retry(task: StoredTask, dueAt: number, stores: Stores): Promise<boolean> {
    stores.afterCommit(() => this.#putBack({ ...task, attempts: task.attempts + 1, dueAt }));
    return stores.tasks.retry(task, dueAt);
  }

  async mayStore(): Promise<boolean> {
    return true;
  }

  /** Lets the tasks begin now that were to be done again later. */
  retryNow(): void {
    this.#next = this.#next.map((task) => ({ ...task, dueAt: undefined }));
    this.#options.queue.addNow(this.#waitingSlots());
  }

  /** Removes the slots that wait, because the job has ended. */
  close(): void {
    this.#options.queue.remove(this.#waitingSlots());
    this.#slots.clear();
  }

  #waitingSlots() {
    const { job } = this.#options;
    return [...this.#slots].filter(([, state]) => state === 'waiting').map(([slot]) => ({ job, slot }));
  }

  /** Adds slots for tasks that wait for one. */
  #addSlots(tasks: number): void {
    const { tasksAtOnce, limit = Number.POSITIVE_INFINITY } = this.bounds;
    const { queue, job } = this.#options;
    let wanted = Math.min(tasks, Math.min(tasksAtOnce, Math.max(1, limit)) - this.#size);
    for (let slot = 0; wanted > 0; slot += 1) {
      if (this.#slots.has(slot)) continue;
      this.#slots.set(slot, 'waiting');
      queue.addNow([{ job, slot }]);
      wanted -= 1;
    }
  }

  /** The number of slots that limits count. */
  get #size(): number {
    return this.#slots.size - (this.#slots.has(PREPARATION) ? 1 : 0);
  }

  #endSlot(slot: number): Taken {
    this.#slots.delete(slot);
    return this.#slots.size === 0 ? { state: 'done' } : NOTHING;
  }

  #putBack(task: StoredTask): void {
    this.#next.push(task);
    this.#next.sort((one, other) => one.position - other.position);
  }

  /** Reads tasks until there is one, or none. As many are read as are done at once. */
  async #readNext(): Promise<void> {
    while (this.#next.length === 0 && this.#exhaustedAt !== this.#additions) {
      this.#reading ??= this.#readTasks().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  async #readTasks(): Promise<void> {
    const { stores, job } = this.#options;
    const additions = this.#additions;
    const limit = this.bounds.tasksAtOnce;
    const tasks = await stores.tasks.next(job.number, { after: this.#read, limit });
    // What an earlier process has put off is due: its clock may have been another one.
    for (const task of tasks) this.#putBack({ ...task, dueAt: undefined });
    this.#read = tasks.at(-1)?.position ?? this.#read;
    if (tasks.length === 0) this.#exhaustedAt = additions;
  }
}
