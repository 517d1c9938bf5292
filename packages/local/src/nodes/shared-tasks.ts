import type { JobTasks } from '../jobs/job-tasks.js';
import { type LeaseHolder, sharedOf, type TurnJob } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, StoredTask } from '../store/task-store.js';

/** How old the number of open tasks may be: counting takes longer than a task of some kinds. */
const COUNT_AGE_MS = 2000;

/** The job of tasks, and the node that does them here. */
export interface TasksHolder extends LeaseHolder {
  readonly job: LeaseHolder['job'] & TurnJob;
}

/** The tasks of a job that several nodes do. Each holds the leases of those that it has in hand. */
export class SharedTasks implements JobTasks {
  readonly #stores: Stores;
  readonly #holder: TasksHolder;
  readonly #hasTurn: () => boolean;
  #open: number;
  #countedAt = performance.now();
  #hasNew = false;

  /** `hasTurn` says whether this node has a turn of the job, in which it looks for further tasks. */
  constructor(stores: Stores, holder: TasksHolder, hasTurn: () => boolean, open: number) {
    this.#stores = stores;
    this.#holder = holder;
    this.#hasTurn = hasTurn;
    this.#open = open;
  }

  get open(): number {
    return this.#open;
  }

  async add(tasks: readonly NewTask[], stores: Stores = this.#stores): Promise<void> {
    if (tasks.length === 0) return;
    const { job } = this.#holder;
    const added = await stores.tasks.add(job.number, tasks);
    if (added > 0 && !this.#hasTurn()) await sharedOf(stores).turns.add(job);
    stores.afterCommit(() => {
      this.#open += added;
      this.#hasNew ||= added > 0;
    });
  }

  /** Whether tasks were added here since the last call. */
  noticeNew(): boolean {
    const hasNew = this.#hasNew;
    this.#hasNew = false;
    return hasNew;
  }

  claim(key: string, stores: Stores): Promise<boolean> {
    return stores.tasks.claim(this.#holder.job.number, key);
  }

  async finish(tasks: readonly StoredTask[], stores: Stores): Promise<ReadonlySet<number>> {
    const { job, node } = this.#holder;
    const finished = await sharedOf(stores).leases.finish(tasks, job.number, node);
    stores.afterCommit(() => {
      this.#open -= finished.size;
    });
    return finished;
  }

  exchange(count: number, now: number, stores: Stores): Promise<StoredTask[]> {
    return sharedOf(stores).leases.exchange(this.#holder, count, now);
  }

  retry(task: StoredTask, dueAt: number, stores: Stores): Promise<boolean> {
    const { job, node } = this.#holder;
    return sharedOf(stores).leases.retry(task, dueAt, job.number, node);
  }

  mayStore(stores: Stores): Promise<boolean> {
    return sharedOf(stores).leases.holds(this.#holder);
  }

  /** Counts the open tasks again, if the last count is old. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#countedAt < COUNT_AGE_MS) return;
    this.#countedAt = performance.now();
    this.#open = await this.#stores.tasks.open(this.#holder.job.number);
  }
}
