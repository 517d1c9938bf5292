import { type Background, createBackground } from '../background.js';
import type { Job, JobEnd } from '../store/job-store.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, TaskFilter } from '../store/task-store.js';
import type { TaskResult } from './job-kind.js';
import { JobRun } from './job-run.js';
import type { JobRunner, JobRunnerContext } from './job-runner.js';
import { OwnTasks } from './job-tasks.js';
import { endJob } from './job-transaction.js';
import { StoragePatience } from './storage-patience.js';

/** Does the tasks of all jobs in this process, and goes on with the jobs that an earlier process has left. */
export function createProcessRunner(context: JobRunnerContext): JobRunner {
  return new ProcessRunner(context);
}

class ProcessRunner implements JobRunner {
  readonly #context: JobRunnerContext;
  readonly #stores: Stores;
  readonly #background: Background;
  readonly #closing = new AbortController();
  readonly #running = new Map<string, JobRun>();
  readonly #resumed: Promise<void>;

  constructor(context: JobRunnerContext) {
    this.#context = context;
    this.#stores = context.stores;
    this.#background = createBackground(context.log);
    this.#resumed = this.#background.start('Jobs of before the start', () => this.#resume()).ended;
  }

  async begin(job: Job, stores: Stores): Promise<void> {
    stores.afterCommit(() => this.#launch(job));
  }

  async add(job: Job, tasks: readonly NewTask[], stores: Stores): Promise<void> {
    await stores.tasks.add(job.number, tasks);
    stores.afterCommit(() => this.#running.get(job.id)?.wake());
  }

  hurry({ id }: Job): void {
    this.#running.get(id)?.hurry();
  }

  onCancel({ id }: Job): TaskResult | undefined {
    return this.#running.get(id)?.onCancel();
  }

  cancel({ id }: Job): void {
    this.#running.get(id)?.cancel();
  }

  isHeldUp(id: string): boolean {
    return this.#running.get(id)?.isHeldUp ?? false;
  }

  async active({ team, kinds }: TaskFilter): Promise<number> {
    const runs = [...this.#running.values()].filter(
      ({ job }) => (team === undefined || job.team === team) && (kinds === undefined || kinds.includes(job.kind)),
    );
    return runs.reduce((sum, run) => sum + run.active, 0);
  }

  async ended(id: string): Promise<void> {
    await this.#resumed;
    await this.#running.get(id)?.ended;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server closes.'));
    for (const run of this.#running.values()) run.close();
    await this.#background.idle();
  }

  async #resume(): Promise<void> {
    const { clock, log } = this.#context;
    const patience = new StoragePatience({
      name: 'Jobs of before the start',
      clock,
      log,
      signal: this.#closing.signal,
    });
    for (const id of await patience.repeat(() => this.#stores.jobs.running())) {
      if (this.#closing.signal.aborted) return;
      try {
        await patience.repeat(() => this.#resumeJob(id));
      } catch (error) {
        // A row that cannot be read must not keep the others from going on.
        this.#context.log(`The job ${id} cannot go on: ${(error as Error).message}`);
      }
    }
  }

  async #resumeJob(id: string): Promise<void> {
    const job = await this.#stores.jobs.find(id);
    if (job?.status !== 'running' || this.#running.has(id)) return;
    if (this.#context.kinds[job.kind]) return this.#launch(job);
    const end: JobEnd = { status: 'failed', error: `This server has no jobs of the kind ${job.kind}.` };
    await this.#stores.transaction((stores) => endJob(stores, {}, job, end, { mayLeaveTasks: true }));
  }

  #launch(job: Job): void {
    const kind = this.#context.kinds[job.kind];
    if (!kind || this.#closing.signal.aborted) return;
    const run = new JobRun(job, {
      ...this.#context,
      kind,
      openTasks: () => OwnTasks.open(this.#stores, job.number),
      background: this.#background,
      // A job that was set to running again has a run that is about to end.
      after: this.#running.get(job.id)?.ended,
      onChange: () => this.#context.onChange(job.id),
      onEnd: () => {
        if (this.#running.get(job.id) === run) this.#running.delete(job.id);
      },
    });
    this.#running.set(job.id, run);
  }
}
