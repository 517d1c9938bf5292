import type { Stores } from '../store/stores.js';
import type { NewTask, StoredTask } from '../store/task-store.js';

/** The tasks of one job, first in, first out. It also knows the keys of those that are done. */
export interface JobTasks {
  /** The number of tasks that wait or are under way, as far as they were found by tasks of the job. */
  readonly open: number;
  /** Adds the tasks that are new. */
  add(tasks: readonly NewTask[], stores?: Stores): Promise<void>;
  /** Makes a key known; returns whether it was new. */
  claim(key: string, stores: Stores): Promise<boolean>;
  /**
   * Marks tasks as done, in the transaction of their results; returns the positions of those whose results may be stored.
   */
  finish(tasks: readonly StoredTask[], stores: Stores): Promise<ReadonlySet<number>>;
  /**
   * Takes up to `count` further tasks for this process, in the transaction that has finished as many; missing where tasks are
   * taken in memory.
   */
  exchange?(count: number, now: number, stores: Stores): Promise<readonly StoredTask[]>;
  /** Puts a task back that is to be done again later; returns false when it must not be. */
  retry(task: StoredTask, dueAt: number, stores: Stores): Promise<boolean>;
  /** Whether this process may store something of the job, in the transaction that stores it. */
  mayStore(stores: Stores): Promise<boolean>;
}

/** The tasks of one job that one process does alone. Which it has taken is known in memory, and forgotten with the process. */
export class OwnTasks implements JobTasks {
  readonly #stores: Stores;
  readonly #job: number;
  /** The next tasks, as far as they were read. */
  #next: StoredTask[] = [];
  // Tasks that are added later have higher positions, so one number marks what was read.
  #read = 0;
  /** Called when tasks were added, which may begin at once. */
  onAdd = (): void => {};
  // Counted here, because a query would count all rows again for each task.
  #open: number;

  static async open(stores: Stores, job: number): Promise<OwnTasks> {
    return new OwnTasks(stores, job, await stores.tasks.open(job));
  }

  private constructor(stores: Stores, job: number, open: number) {
    this.#stores = stores;
    this.#job = job;
    this.#open = open;
  }

  get open(): number {
    return this.#open;
  }

  async add(tasks: readonly NewTask[], stores: Stores = this.#stores): Promise<void> {
    if (tasks.length === 0) return;
    await stores.transaction(async (stores) => {
      const added = await stores.tasks.add(this.#job, tasks);
      stores.afterCommit(() => {
        this.#open += added;
        if (added > 0) this.onAdd();
      });
    });
  }

  claim(key: string, stores: Stores): Promise<boolean> {
    return stores.tasks.claim(this.#job, key);
  }

  /** The next task, which may not be due yet. As many are read as are done at once. */
  async next(atOnce: number): Promise<StoredTask | undefined> {
    if (this.#next.length === 0) {
      const tasks = await this.#stores.tasks.next(this.#job, { after: this.#read, limit: atOnce });
      // What an earlier process has put off is due: its clock may have been another one.
      this.#put(tasks.map((task) => ({ ...task, dueAt: undefined })));
      this.#read = tasks.at(-1)?.position ?? this.#read;
    }
    return this.#next[0];
  }

  /** Takes the task that was read last by `next`: nobody else gets it. */
  take(): StoredTask | undefined {
    return this.#next.shift();
  }

  /** Lets the tasks begin now that were to be done again later. */
  hurry(): void {
    this.#next = this.#next.map((task) => ({ ...task, dueAt: undefined }));
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
    stores.afterCommit(() => {
      this.#put([{ ...task, attempts: task.attempts + 1, dueAt }]);
    });
    return stores.tasks.retry(task, dueAt);
  }

  async mayStore(): Promise<boolean> {
    return true;
  }

  /** Adds tasks to the next ones: some may be put back while others are read. */
  #put(tasks: readonly StoredTask[]): void {
    this.#next = [...this.#next, ...tasks].sort((one, other) => one.position - other.position);
  }
}
