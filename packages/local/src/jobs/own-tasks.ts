import type { Clock } from '@trawl/base/clock';
import { PREPARATION, type SlotJob } from '../store/slot.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, StoredTask } from '../store/task-store.js';
import type { Finished, JobTasks, Taken, TaskBounds } from './job-tasks.js';
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

/** No task is put off for longer. One that seems to be was put off by a clock that was ahead. */
const MOST_DELAY_MS = 24 * 60 * 60_000;

/** The tasks of one job that one process does alone. Which it has taken is known in memory, and forgotten with the process. */
export class OwnTasks implements JobTasks {
  bounds: TaskBounds = { tasksAtOnce: 1 };
  readonly #options: OwnTasksOptions;
  readonly #slots = new Map<number, SlotState>();
  /** The tasks in hand, by their slots. */
  readonly #inHand = new Map<number, StoredTask>();
  /** The next tasks, as far as they were read. */
  #next: StoredTask[] = [];
  /** The times of tasks that others may overtake, by their positions. There may be many, so the tasks are read again. */
  readonly #later = new Map<number, number>();
  /** The slot that waits for the time of a task, and the time. */
  #timed: { readonly slot: number; readonly at: number } | undefined;
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
    return this.#inHand.size;
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
    if (this.#timed?.slot === slot) this.#timed = undefined;
    const state = this.#slots.get(slot);
    if (state === 'looking' || state === 'busy') return Promise.resolve(NOTHING);
    return this.next(slot, completed);
  }

  async next(slot: number, completed: number): Promise<Taken> {
    this.#slots.set(slot, 'looking');
    this.#inHand.delete(slot);
    let task: StoredTask | undefined;
    try {
      task = await this.#take(slot, completed);
    } catch (error) {
      this.#slots.set(slot, 'waiting');
      throw error;
    }
    if (!task) return this.#waitOrEnd(slot, completed);
    this.#slots.set(slot, 'busy');
    this.#addSlots(this.#next.length + this.#due().length);
    return { state: 'task', task };
  }

  async giveBack(slot: number, task: StoredTask | undefined): Promise<void> {
    this.#inHand.delete(slot);
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

  async finish(tasks: readonly StoredTask[], stores: Stores): Promise<Finished> {
    const positions = new Set<number>();
    for (const task of tasks) if (await stores.tasks.finish(task)) positions.add(task.position);
    stores.afterCommit(() => {
      this.#open -= positions.size;
    });
    return { positions };
  }

  async retry(task: StoredTask, dueAt: number, stores: Stores): Promise<boolean> {
    stores.afterCommit(() => this.#putBack({ ...task, attempts: task.attempts + 1, dueAt }));
    return stores.tasks.retry(task, dueAt);
  }

  async mayStore(): Promise<boolean> {
    return true;
  }

  async retryNow(stores: Stores): Promise<void> {
    await stores.tasks.retryNow(this.#options.job.number);
    stores.afterCommit(() => this.beginNow());
  }

  /** Begins the tasks that were to be done again later, after that was stored. */
  beginNow(): void {
    this.#next = this.#next.map((task) => ({ ...task, dueAt: undefined }));
    for (const position of this.#later.keys()) this.#later.set(position, 0);
    this.#timed = undefined;
    this.#options.queue.addNow(this.#waitingSlots());
    this.#addSlots(this.#later.size);
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

  /** One slot waits for the time of the next task. Those that have nothing to do besides end. */
  #waitOrEnd(slot: number, completed: number): Taken {
    const at = this.#mayTake(completed) ? this.#nextTime() : undefined;
    if (at === undefined || (this.#timed && this.#timed.at <= at)) return this.#endSlot(slot);
    const { queue, job } = this.#options;
    const timedSlot = this.#timed?.slot ?? slot;
    this.#timed = { slot: timedSlot, at };
    queue.addNow([{ job, slot: timedSlot }], at);
    if (timedSlot !== slot) return this.#endSlot(slot);
    this.#slots.set(slot, 'waiting');
    return NOTHING;
  }

  /** The time for which the next task waits; undefined when none waits for its time. */
  #nextTime(): number | undefined {
    const now = this.#options.clock.now();
    const { pausedUntil = 0 } = this.bounds;
    if (pausedUntil > now) return this.#open > 0 ? pausedUntil : undefined;
    let time = this.#next[0]?.dueAt ?? Number.POSITIVE_INFINITY;
    for (const dueAt of this.#later.values()) time = Math.min(time, dueAt);
    return time < Number.POSITIVE_INFINITY ? time : undefined;
  }

  #putBack(task: StoredTask): void {
    if (task.dueAt !== undefined && this.bounds.mayOvertake) {
      this.#later.set(task.position, task.dueAt);
      return;
    }
    this.#next.push(task);
    this.#next.sort((one, other) => one.position - other.position);
  }

  /** Whether one more task may be in hand: where each may be a result, no more are than results are missing. */
  #mayTake(completed: number): boolean {
    const { tasksAtOnce, limit = Number.POSITIVE_INFINITY } = this.bounds;
    return this.active < tasksAtOnce && completed + this.active < limit;
  }

  /** Takes a task that may begin now; reads tasks until there is one, or none. */
  async #take(slot: number, completed: number): Promise<StoredTask | undefined> {
    const { clock } = this.#options;
    while (this.#mayTake(completed) && (this.bounds.pausedUntil ?? 0) <= clock.now()) {
      const task = this.#firstReady();
      if (task) {
        this.#next.splice(this.#next.indexOf(task), 1);
        this.#inHand.set(slot, task);
        return task;
      }
      if (!(await this.#readDue()) && !(await this.#readNext())) return undefined;
    }
    return undefined;
  }

  #firstReady(): StoredTask | undefined {
    const now = this.#options.clock.now();
    for (const task of this.#next) {
      if (task.dueAt !== undefined && task.dueAt > now) return undefined;
      if (!this.#isBlocked(task)) return task;
    }
    return undefined;
  }

  /** Whether the task waits for the first attempt of another one. */
  #isBlocked({ order, position }: StoredTask): boolean {
    if (!order) return false;
    return [...this.#next, ...this.#inHand.values()].some(
      (other) =>
        other.order?.sequence === order.sequence &&
        other.position < position &&
        other.attempts === 0 &&
        (other.order.isAlone || order.isAlone),
    );
  }

  /** Reads the first task again whose time has come; returns false when there is none. */
  async #readDue(): Promise<boolean> {
    const { stores } = this.#options;
    const [first] = this.#due().sort(([, one], [, other]) => one - other);
    if (!first) return false;
    const [position, dueAt] = first;
    this.#later.delete(position);
    try {
      const task = await stores.tasks.find(position);
      if (task) this.#putBack({ ...task, dueAt: undefined });
    } catch (error) {
      this.#later.set(position, dueAt);
      throw error;
    }
    return true;
  }

  /** The positions and times of tasks that others may overtake, and whose time has come. */
  #due(): [position: number, dueAt: number][] {
    const now = this.#options.clock.now();
    return [...this.#later].filter(([, dueAt]) => dueAt <= now);
  }

  /** Reads as many tasks as are done at once; returns false when there are no more, or enough that wait for others. */
  async #readNext(): Promise<boolean> {
    const isEnough = this.#next.length > this.bounds.tasksAtOnce;
    if (isEnough || this.#exhaustedAt === this.#additions) return false;
    this.#reading ??= this.#readTasks().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return true;
  }

  async #readTasks(): Promise<void> {
    const { stores, job, clock } = this.#options;
    const additions = this.#additions;
    const { tasksAtOnce: limit, mayOvertake } = this.bounds;
    const tasks = await stores.tasks.next(job.number, { after: this.#read, limit });
    for (const task of tasks) {
      // What an earlier process has put off holds others up, or seems to be far away, because its clock may have been another one.
      const isDue = !mayOvertake || (task.dueAt ?? 0) > clock.now() + MOST_DELAY_MS;
      this.#putBack(isDue ? { ...task, dueAt: undefined } : task);
    }
    this.#read = tasks.at(-1)?.position ?? this.#read;
    if (tasks.length === 0) this.#exhaustedAt = additions;
  }
}
