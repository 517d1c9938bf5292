import { EventEmitter, once } from 'node:events';
import type { Clock } from '@trawl/base/clock';
import { OptionError } from '@trawl/base/option-error';
import type { LogFunctionFactory, Runner, Task, WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { createFailureLog } from '../base/failure-log.js';
import type { JobRunnerContext } from '../jobs/job-runner.js';
import type { AddOptions, RunningQueue, SlotHandler, SlotQueue } from '../jobs/slot-queue.js';
import { SLOT_TASK, sharedOf } from '../store/shared-stores.js';
import { PREPARATION, type Slot } from '../store/slot.js';
import type { Stores } from '../store/stores.js';
import { poolOf } from './pool-of.js';

export interface GraphileQueueOptions extends Pick<JobRunnerContext, 'stores' | 'clock' | 'kinds' | 'log'> {
  readonly pool: Pool;
  /** The number of slots that this node uses at once; undefined for one that does no tasks. */
  readonly concurrency: number | undefined;
}

/**
 * Slots that a node fetches with one query. With as many as it may use, the node that is first takes all slots of a job, and
 * the others have nothing to do.
 */
const SLOTS_AT_ONCE = 10;

/** How long slots wait here that were fetched while this node has no use for them. */
const UNUSED_MS = 500;

/** Milliseconds between two looks at the queue; slots that are added are announced besides. */
const POLL_MS = 2000;

/** How often a node looks whether others wait for slots that it uses. */
const FAIRNESS_MS = 1000;

/** How long a slot waits for which this node has no place. */
const PAUSE_MS = 1000;

/** Creates or updates the tables of the queue. */
export async function prepareQueue(pool: Pool, log: GraphileQueueOptions['log']): Promise<void> {
  const { Logger, runMigrations } = await load();
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') log(`Queue of slots: ${message}`);
  });
  await runMigrations({ pgPool: pool, logger });
}

/** The queue of all nodes, which graphile-worker keeps. */
export class GraphileQueue implements SlotQueue {
  readonly #options: GraphileQueueOptions;
  readonly #clock: Clock;
  /** What this node has fetched, by the ids of the queue. */
  readonly #fetched = new Set<string>();
  readonly #uses = new Set<Promise<void>>();
  /** How many slots others wait for, by the pool. */
  #waitingPools = new Map<string, number>();
  #isQueueWaiting = false;
  /** What the queue calls this node; empty before it runs. */
  worker = '';

  constructor(options: GraphileQueueOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  async add(slots: readonly Slot[], stores: Stores, { runAt }: AddOptions = {}): Promise<void> {
    if (slots.length === 0) return;
    const delayMs = runAt === undefined ? 0 : Math.max(0, runAt - this.#clock.now());
    await sharedOf(stores).slotQueue.add(slots, delayMs);
  }

  /** The ids of the slots that this node has, those that wait here to be used included. */
  get fetched(): readonly string[] {
    return [...this.#fetched];
  }

  async run(handler: SlotHandler): Promise<RunningQueue> {
    const { pool, concurrency, log } = this.#options;
    if (concurrency === undefined) return { ended: new Promise(() => undefined), stop: async () => undefined };
    const { Logger, run } = await load();
    const events = new EventEmitter() as WorkerEvents;
    // When the end of a slot could not be stored, the queue begins to stop. It may wait for ever then: it stops when nothing is
    // left to be stored, and counts wrongly what failed.
    const failure = once(events, 'pool:fatalError');
    events.on('pool:create', ({ workerPool }) => {
      this.worker = workerPool.id;
    });
    events.on('localQueue:getJobs:complete', ({ jobs }) => {
      for (const { id } of jobs) this.#fetched.add(id);
    });
    events.on('localQueue:returnJobs', ({ jobs }) => {
      for (const { id } of jobs) this.#fetched.delete(id);
    });
    const runner: Runner = await run({
      pgPool: pool,
      logger: new Logger(logFailures(events, log)),
      events,
      concurrency,
      pollInterval: POLL_MS,
      // The service stops itself.
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: { [SLOT_TASK]: this.#taskOf(handler) },
      preset: {
        worker: {
          localQueue: { size: Math.min(SLOTS_AT_ONCE, concurrency), ttl: UNUSED_MS },
          // A pooler that shares connections out by transactions may not know them.
          preparedStatements: false,
          // With a delay, also of no time, what ends is tried again when a connection was lost; else it would end the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    const stopped = runner.promise.catch((error: Error) => log(`The queue of slots has stopped: ${error.message}`));
    const timer = setInterval(() => this.#lookForOthers(), FAIRNESS_MS).unref();
    return {
      ended: Promise.race([failure, stopped]).then(() => undefined),
      stop: async () => {
        clearInterval(timer);
        // It refuses to be stopped when it has stopped itself.
        const stopping = runner.stop().catch(() => undefined);
        await Promise.race([stopping, failure]);
        await Promise.allSettled(this.#uses);
      },
    };
  }

  #taskOf(handler: SlotHandler): Task {
    return async (payload, { job: { id } }) => {
      const use = this.#use(payload as Slot, handler).finally(() => {
        this.#fetched.delete(id);
        this.#uses.delete(use);
      });
      this.#uses.add(use);
      await use;
    };
  }

  async #use(slot: Slot, handler: SlotHandler): Promise<void> {
    const { kinds, stores } = this.#options;
    const { job } = slot;
    const kind = kinds[job.kind];
    const isLimited = kind && slot.slot !== PREPARATION;
    const release = isLimited ? kind.slots.tryAcquire(job.team) : () => undefined;
    if (!release) return this.add([slot], stores, { runAt: this.#clock.now() + PAUSE_MS });
    const pool = kind && poolOf(kind, job.team);
    await handler(slot, () => isLimited === true && this.#othersWait(pool ?? '')).finally(release);
  }

  /** Whether a slot of the pool is to be given back; says so once for each that waits. */
  #othersWait(pool: string): boolean {
    if (this.#isQueueWaiting && this.#uses.size >= (this.#options.concurrency ?? 0)) {
      this.#isQueueWaiting = false;
      return true;
    }
    const waiting = this.#waitingPools.get(pool) ?? 0;
    if (waiting > 0) this.#waitingPools.set(pool, waiting - 1);
    return waiting > 0;
  }

  async #lookForOthers(): Promise<void> {
    if (this.#uses.size === 0) return;
    const { concurrency = 0, stores } = this.#options;
    const { slots, slotQueue } = sharedOf(stores);
    try {
      this.#waitingPools = new Map(await slots.waitingPools());
      this.#isQueueWaiting = this.#uses.size >= concurrency && (await slotQueue.hasWaiting());
    } catch {
      // Nobody can begin while the database is away.
    }
  }
}

/** Logs what fails in the queue: the loss of a connection once, until there is another one. */
function logFailures(events: WorkerEvents, log: GraphileQueueOptions['log']): LogFunctionFactory {
  const notifications = createFailureLog('Notifications of the queue of slots', log);
  const slots = createFailureLog('The queue of slots', log);
  events.on('pool:listen:success', notifications.success);
  events.on('localQueue:getJobs:complete', slots.success);
  return () =>
    (level, message, { error, fatalError = error } = {}) => {
      if (level !== 'error') return;
      const reason = fatalError instanceof Error ? fatalError.message : message;
      if (message.startsWith('Error with notify listener')) notifications.failure(reason);
      else if (/^Error occurred fetching jobs|^Failed to (?:complete|fail) jobs/.test(message)) slots.failure(reason);
      // Why a slot has failed, its job has logged. A connection that is lost need not be told to send no more notifications.
      else if (!/^Failed task|UNLISTEN/.test(message)) log(`Queue of slots: ${message}`);
    };
}

/** Loads graphile-worker, which is installed only where several nodes work together. */
async function load(): Promise<Pick<typeof import('graphile-worker'), 'Logger' | 'run' | 'runMigrations'>> {
  try {
    return await import('graphile-worker');
  } catch (cause) {
    throw new OptionError('A service on PostgreSQL needs graphile-worker: run `npm install graphile-worker@0.17.3`.', {
      cause,
    });
  }
}
