import type { JobTasks } from '../jobs/job-tasks.js';
import { sharedOf, type TurnJob } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, StoredTask } from '../store/task-store.js';

/** How old the number of open tasks may be: counting takes longer than a task of some kinds. */
const COUNT_AGE_MS = 2000;

/** The tasks of a job that several nodes do. Each holds the leases of those that it has in hand. */
export class SharedTasks implements JobTasks {
  readonly #stores: Stores;
  readonly #job: TurnJob;
  readonly #node: string;
  readonly #hasTurn: () => boolean;
  #open: number;
  #countedAt = performance.now();

  /** `hasTurn` says whether this node has a turn of the job, in which it looks for further tasks. */
  constructor(stores: Stores, job: TurnJob, node: string, hasTurn: () => boolean, open: number) {
    this.#stores = stores;
    this.#job = job;
    this.#node = node;
    this.#hasTurn = hasTurn;
    this.#open = open;
  }

  get open(): number {
    return this.#open;
  }

  async add(tasks: readonly NewTask[], stores: Stores = this.#stores): Promise<void> {
    if (tasks.length === 0) return;
    const added = await stores.tasks.add(this.#job.number, tasks);
    if (added > 0 && !this.#hasTurn()) await sharedOf(stores).turns.add(this.#job);
    stores.afterCommit(() => {
      this.#open += added;
    });
  }

  claim(key: string, stores: Stores): Promise<boolean> {
    return stores.tasks.claim(this.#job.number, key);
  }

  async finish(task: StoredTask, stores: Stores): Promise<boolean> {
    if (!(await sharedOf(stores).leases.release(task, this.#job.number, this.#node))) return false;
    stores.afterCommit(() => {
      this.#open -= 1;
    });
    return stores.tasks.finish(task);
  }

  async retry(task: StoredTask, dueAt: number, stores: Stores): Promise<boolean> {
    if (!(await sharedOf(stores).leases.release(task, this.#job.number, this.#node))) return false;
    return stores.tasks.retry(task, dueAt);
  }

  mayStore(stores: Stores): Promise<boolean> {
    return sharedOf(stores).leases.holds(this.#job.number, this.#node);
  }

  /** Counts the open tasks again, if the last count is old. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#countedAt < COUNT_AGE_MS) return;
    this.#countedAt = performance.now();
    this.#open = await this.#stores.tasks.open(this.#job.number);
  }
}
