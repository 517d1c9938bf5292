import { setTimeout } from 'node:timers/promises';
import { aborted } from '@trawl/base/aborted';
import type { Pool } from 'pg';
import { type Background, createBackground } from '../base/background.js';
import type { JobKind, TaskResult } from '../jobs/job-kind.js';
import type { JobRunner, JobRunnerContext } from '../jobs/job-runner.js';
import { Scheduler } from '../jobs/scheduler.js';
import { firstSlots } from '../jobs/slot-queue.js';
import type { Job } from '../store/job-store.js';
import { type NewNode, type NodeReport, sharedOf } from '../store/shared-stores.js';
import type { Slot } from '../store/slot.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, TaskFilter } from '../store/task-store.js';
import { GraphileQueue } from './graphile-queue.js';
import type { JobSignals } from './job-signals.js';
import { Membership, type MembershipTiming, TIMING } from './membership.js';
import { poolOf } from './pool-of.js';
import { reconcile } from './reconcile.js';
import { SharedTasks } from './shared-tasks.js';

export interface NodeRunnerOptions {
  readonly pool: Pool;
  readonly signals: JobSignals;
  readonly node: Omit<NewNode, 'id'>;
  /** What this node tells with each sign of life. */
  readonly report: () => NodeReport;
  /** Called before this node enters the service, or enters it again. */
  readonly onEnter?: (() => Promise<void>) | undefined;
  /** The number of tasks that this node does at once. */
  readonly concurrency: number;
  readonly timing?: MembershipTiming | undefined;
  /** Called when this node has to enter the service again: the others took it for dead, or its queue has stopped. */
  readonly onLost?: (() => void) | undefined;
}

/** How long a node waits before it enters the service again, when it could not. */
const RETRY_MS = 1000;

/** Time between two looks at a job that changes at other nodes: each look is a statement. */
const REFRESH_MS = 250;

/** How long a job stays open without a slot here: opening it again costs more than keeping it. */
const IDLE_MS = 5000;

/** Shares the tasks of all jobs out between the nodes of a service. */
export class NodeRunner implements JobRunner {
  readonly #context: JobRunnerContext;
  readonly #options: NodeRunnerOptions;
  readonly #stores: Stores;
  readonly #background: Background;
  readonly #closing = new AbortController();
  readonly #queue: GraphileQueue;
  #scheduler: Scheduler<SharedTasks> | undefined;
  /** The jobs whose changes are being learned, and whether they have changed again meanwhile. */
  readonly #changes = new Map<string, boolean>();

  constructor(context: JobRunnerContext, options: NodeRunnerOptions) {
    const { signals } = options;
    this.#context = {
      ...context,
      onChange: (id) => {
        context.onChange(id);
        signals.announce(id);
      },
    };
    this.#options = options;
    this.#stores = context.stores;
    this.#background = createBackground(context.log);
    this.#queue = this.#newQueue();
    signals.listen((id) => {
      context.onChange(id);
      this.#noteChange(id);
    });
    this.#background.start('The work of this node', () => this.#work());
  }

  async begin(job: Job, stores: Stores): Promise<void> {
    const kind = this.#kindOf(job);
    await this.#addSlots(firstSlots(job, kind), kind, stores);
  }

  async add(job: Job, tasks: readonly NewTask[], stores: Stores): Promise<void> {
    await stores.tasks.add(job.number, tasks);
    await this.#addSlots([{ job, slot: 0 }], this.#kindOf(job), stores);
  }

  retryNow(job: Job): void {
    this.#options.signals.announce(job.id);
    this.#background.start('Tasks that are done again now', async () => {
      await this.#refresh(job.id);
      await this.#queue.add(await sharedOf(this.#stores).slots.waiting(job), this.#stores);
    });
  }

  onCancel(job: Job): TaskResult | undefined {
    return this.#scheduler?.onCancel(job);
  }

  cancel(job: Job): void {
    this.#scheduler?.cancel(job);
    this.#options.signals.announce(job.id);
  }

  isHeldUp(id: string): boolean {
    return this.#scheduler?.isHeldUp(id) ?? false;
  }

  active(tasks: TaskFilter): Promise<number> {
    return sharedOf(this.#stores).slots.count(tasks);
  }

  async idle(id: string): Promise<void> {
    await this.#scheduler?.idle(id);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server closes.'));
    await this.#background.idle();
    await this.#options.signals.close();
  }

  /** Adds slots that the job has not, in a transaction that has locked it. */
  async #addSlots(slots: readonly Slot[], kind: JobKind, stores: Stores): Promise<void> {
    const [slot] = slots;
    if (!slot) return;
    const added = await sharedOf(stores).slots.add(slots, poolOf(kind, slot.job.team));
    await this.#queue.add(added, stores);
  }

  /** Learns of the changes of a job at other nodes: of the first at once, of those that follow soon together. */
  #noteChange(id: string): void {
    const isKnown = this.#changes.has(id);
    this.#changes.set(id, isKnown);
    if (isKnown) return;
    this.#background.start(`Changes of the job ${id}`, async () => {
      const { signal } = this.#closing;
      do {
        this.#changes.set(id, false);
        await this.#refresh(id);
        await setTimeout(REFRESH_MS, undefined, { signal }).catch(() => undefined);
      } while (this.#changes.get(id) && !signal.aborted);
      this.#changes.delete(id);
    });
  }

  /** Learns what has changed of a job. News that are lost while the database is away come again with the next sign of life. */
  async #refresh(id: string): Promise<void> {
    try {
      await this.#scheduler?.refresh(id);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#beMember();
      } catch (error) {
        this.#context.log(`This node has to enter the service again: ${(error as Error).message}`);
        await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Enters the service and does tasks, until the others take this node for dead or it closes. */
  async #beMember(): Promise<void> {
    const { timing = TIMING, node, report, onEnter, onLost } = this.#options;
    const lost = new AbortController();
    lost.signal.addEventListener('abort', () => onLost?.(), { once: true });
    const queue = this.#newQueue();
    const membership: Membership = new Membership({
      stores: this.#stores,
      node,
      report,
      timing,
      log: this.#context.log,
      onBeat: async () => {
        const { stores, kinds } = this.#context;
        await reconcile({ stores, kinds, node: membership.id, scheduler, queue, ageMs: timing.silenceMs });
        this.#context.onUnknownChange();
      },
      onLost: () => lost.abort(),
    });
    const scheduler = this.#newScheduler(queue, membership.id);
    let begin = () => {};
    // The queue may hand slots out before the service knows this node.
    const running = await scheduler.run(new Promise<void>((resolve) => (begin = resolve)));
    try {
      await onEnter?.();
      await membership.enter(queue.worker);
      this.#scheduler = scheduler;
      begin();
      running.ended.then(() => lost.abort(), lost.abort);
      await Promise.race([aborted(lost.signal), aborted(this.#closing.signal)]);
    } finally {
      this.#scheduler = undefined;
      scheduler.close();
      begin();
      // Whatever fails below, the others take it for dead.
      await membership.fallSilent();
      await running.stop();
      await membership.leave();
    }
  }

  #newQueue(): GraphileQueue {
    const { pool, node, concurrency } = this.#options;
    return new GraphileQueue({ ...this.#context, pool, concurrency: node.role === 'api' ? undefined : concurrency });
  }

  #newScheduler(queue: GraphileQueue, node: string): Scheduler<SharedTasks> {
    const { stores, clock } = this.#context;
    return new Scheduler(this.#context, {
      queue,
      idleMs: IDLE_MS,
      openTasks: async (job, kind) =>
        new SharedTasks({
          stores,
          clock,
          queue,
          job,
          node,
          pool: poolOf(kind, job.team),
          poolLimit: kind.slots.limits.team,
          open: await stores.tasks.open(job.number),
        }),
    });
  }

  #kindOf({ kind: name }: Job): JobKind {
    const kind = this.#context.kinds[name];
    if (!kind) throw new Error(`There is no kind of jobs with the name ${name}.`);
    return kind;
  }
}
