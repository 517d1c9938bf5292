import { type Background, createBackground } from '../base/background.js';
import type { Job, JobEnd } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, TaskFilter } from '../store/task-store.js';
import type { TaskResult } from './job-kind.js';
import type { JobRunner, JobRunnerContext } from './job-runner.js';
import { endJob } from './job-transaction.js';
import { MemoryQueue } from './memory-queue.js';
import { OwnTasks } from './own-tasks.js';
import { Scheduler } from './scheduler.js';
import { firstSlots, type RunningQueue } from './slot-queue.js';
import { StorageRetry } from './storage-retry.js';

/** Does the tasks of all jobs in this process, and goes on with the jobs that an earlier process has left. */
export class ProcessRunner implements JobRunner {
  readonly #context: JobRunnerContext;
  readonly #stores: Stores;
  readonly #background: Background;
  readonly #closing = new AbortController();
  readonly #queue: MemoryQueue;
  readonly #scheduler: Scheduler<OwnTasks>;
  readonly #running: Promise<RunningQueue>;

  constructor(context: JobRunnerContext) {
    const { stores, clock, log, kinds } = context;
    this.#context = context;
    this.#stores = stores;
    this.#background = createBackground(log);
    const queue = new MemoryQueue({ clock, kinds, background: this.#background });
    this.#queue = queue;
    this.#scheduler = new Scheduler(context, {
      queue,
      openTasks: async (job, { hasPreparation = false }) =>
        new OwnTasks({ stores, job, queue, clock, hasPreparation, open: await stores.tasks.open(job.number) }),
    });
    this.#running = this.#scheduler.run();
    this.#background.start('Jobs of before the start', () => this.#resume());
  }

  begin(job: Job, stores: Stores): Promise<void> {
    return this.#queue.add(firstSlots(job, this.#context.kinds[job.kind]), stores);
  }

  async add(job: Job, tasks: readonly NewTask[], stores: Stores): Promise<void> {
    const own = this.#scheduler.tasksOf(job);
    if (own) return own.add(tasks, stores);
    await stores.tasks.add(job.number, tasks);
    await this.begin(job, stores);
  }

  retryNow(job: Job): void {
    this.#background.start('Tasks that are done again now', async () => {
      await this.#scheduler.refresh(job.id);
      this.#scheduler.tasksOf(job)?.beginNow();
    });
  }

  onCancel(job: Job): TaskResult | undefined {
    return this.#scheduler.onCancel(job);
  }

  cancel(job: Job): void {
    this.#scheduler.cancel(job);
  }

  isHeldUp(id: string): boolean {
    return this.#scheduler.isHeldUp(id);
  }

  async active({ team, kinds }: TaskFilter): Promise<number> {
    const open = this.#scheduler.open.filter(
      ({ job }) => (team === undefined || job.team === team) && (kinds === undefined || kinds.includes(job.kind)),
    );
    return open.reduce((sum, { tasks }) => sum + tasks.active, 0);
  }

  idle(id: string): Promise<void> {
    return this.#scheduler.idle(id);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server closes.'));
    this.#scheduler.close();
    await (await this.#running).stop();
    await this.#background.idle();
  }

  async #resume(): Promise<void> {
    const { clock, log } = this.#context;
    const retry = new StorageRetry({
      name: 'Jobs of before the start',
      clock,
      log,
      signal: this.#closing.signal,
    });
    for (const id of await retry.repeat(() => this.#stores.jobs.running())) {
      if (this.#closing.signal.aborted) return;
      try {
        await retry.repeat(() => this.#resumeJob(id));
      } catch (error) {
        // A row that cannot be read must not keep the others from going on.
        this.#context.log(`The job ${id} cannot go on: ${(error as Error).message}`);
      }
    }
  }

  async #resumeJob(id: string): Promise<void> {
    const job = await this.#stores.jobs.find(id);
    if (job?.status !== 'running' || this.#scheduler.tasksOf(job)) return;
    if (this.#context.kinds[job.kind]) return this.begin(job, this.#stores);
    const { observer } = this.#context;
    const end: JobEnd = { status: 'failed', error: `This server has no jobs of the kind ${job.kind}.` };
    await this.#stores.transaction((stores) => endJob(stores, {}, job, end, { mayLeaveTasks: true, observer }));
    this.#context.onChange(id);
  }
}
