import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { aborted } from '../aborted.js';
import { type Background, createBackground } from '../background.js';
import { nameOf, type TaskResult } from '../jobs/job-kind.js';
import type { JobRunner, JobRunnerContext } from '../jobs/job-runner.js';
import type { Job } from '../store/job-store.js';
import { type NewNode, type NodeReport, sharedOf } from '../store/shared-stores.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';
import type { NewTask, TaskFilter } from '../store/task-store.js';
import type { JobSignals } from './job-signals.js';
import { Membership, type MembershipTiming, TIMING } from './membership.js';
import { NodeJobs } from './node-jobs.js';
import { openTurnQueue, type TurnQueue } from './turn-queue.js';

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

/** Shares the tasks of all jobs out between the nodes of a service. */
export function createNodeRunner(context: JobRunnerContext, options: NodeRunnerOptions): JobRunner {
  return new NodeRunner(context, options);
}

/** How long a node waits before it enters the service again, when it could not. */
const RETRY_MS = 1000;

/** How long to wait for the news of a job before its state is read again: news may be lost with a connection. */
const NEWS_MS = 2000;

class NodeRunner implements JobRunner {
  readonly #context: JobRunnerContext;
  readonly #options: NodeRunnerOptions;
  readonly #stores: Stores;
  readonly #background: Background;
  readonly #closing = new AbortController();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #jobs: NodeJobs | undefined;

  constructor(context: JobRunnerContext, options: NodeRunnerOptions) {
    const emit = (id: string) => {
      context.onChange(id);
      this.#changes.emit(id);
    };
    this.#context = {
      ...context,
      onChange: (id) => {
        emit(id);
        options.signals.announce(id);
      },
    };
    this.#options = options;
    this.#stores = context.stores;
    this.#background = createBackground(context.log);
    options.signals.listen((id) => {
      emit(id);
      this.#background.start(`A change of the job ${id}`, () => this.#refresh(id));
    });
    this.#background.start('The work of this node', () => this.#work());
  }

  async begin(job: Job, stores: Stores): Promise<void> {
    const { leases, turns } = sharedOf(stores);
    await leases.addPreparation(job.number);
    await turns.addPreparation(job);
    await turns.add(job);
  }

  async add(job: Job, tasks: readonly NewTask[], stores: Stores): Promise<void> {
    await stores.tasks.add(job.number, tasks);
    await sharedOf(stores).turns.add(job);
  }

  hurry(job: Job): void {
    this.#background.start(`A turn of ${nameOf(job)}`, () => sharedOf(this.#stores).turns.requeue(job, 0));
  }

  onCancel({ id }: Job): TaskResult | undefined {
    return this.#jobs?.onCancel(id);
  }

  cancel({ id }: Job): void {
    this.#jobs?.cancel(id);
    this.#options.signals.announce(id);
  }

  isHeldUp(id: string): boolean {
    return this.#jobs?.isHeldUp(id) ?? false;
  }

  active(tasks: TaskFilter): Promise<number> {
    return sharedOf(this.#stores).leases.count(tasks);
  }

  async ended(id: string): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && (await this.#stores.jobs.find(id))?.status === 'running') await this.#news(id);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server closes.'));
    await this.#background.idle();
    await this.#options.signals.close();
  }

  /** Resolves when something of the job was stored, and after a while at the latest. */
  async #news(id: string): Promise<void> {
    const wait = new AbortController();
    const wake = () => wait.abort();
    this.#changes.once(id, wake);
    const signal = AbortSignal.any([wait.signal, this.#closing.signal]);
    await setTimeout(NEWS_MS, undefined, { signal }).catch(() => undefined);
    this.#changes.off(id, wake);
  }

  /** Learns what has changed of a job. News that are lost while the database is away come again with the next sign of life. */
  async #refresh(id: string): Promise<void> {
    try {
      await this.#jobs?.refresh(id);
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
    const { timing = TIMING } = this.#options;
    const lost = new AbortController();
    lost.signal.addEventListener('abort', () => this.#options.onLost?.(), { once: true });
    const membership: Membership = new Membership({
      stores: this.#stores,
      node: this.#options.node,
      report: this.#options.report,
      timing,
      log: this.#context.log,
      onBeat: async () => {
        const { leases, turns } = sharedOf(this.#stores);
        await leases.releaseUnknown(membership.id, jobs.known, timing.silenceMs);
        await leases.releaseLost();
        if (queue) await turns.releaseUnknown(queue.worker, [...queue.known], timing.silenceMs);
        await turns.heal();
        // News may have been lost with a connection.
        await jobs.stopEnded();
        this.#context.onUnknownChange();
      },
      onLost: () => lost.abort(),
    });
    const jobs = new NodeJobs(this.#context, membership.id);
    const queue = await this.#openQueue(jobs);
    try {
      await this.#options.onEnter?.();
      await membership.enter(queue?.worker ?? '');
      jobs.begin();
      this.#jobs = jobs;
      queue?.ended.then(() => lost.abort(), lost.abort);
      await Promise.race([aborted(lost.signal), aborted(this.#closing.signal)]);
    } finally {
      this.#jobs = undefined;
      jobs.close();
      // Whatever fails below, the others take it for dead.
      await membership.fallSilent();
      await queue?.stop();
      await membership.leave();
    }
  }

  #openQueue(jobs: NodeJobs): Promise<TurnQueue> | undefined {
    const { pool, node, concurrency } = this.#options;
    if (node.role === 'api') return undefined;
    return openTurnQueue({
      pool,
      concurrency,
      log: this.#context.log,
      handlers: jobs,
    });
  }
}
