import { EventEmitter, once } from 'node:events';
import type { LogFunctionFactory, Runner, Task, WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { createFailureLog } from '../failure-log.js';
import { OptionError } from '../option-error.js';
import { PREPARATION_TURN, TURN, type TurnJob } from '../store/shared-stores.js';

/** The right to do tasks of a job for a while. Those of one job have different slots. */
export interface Turn extends TurnJob {
  readonly slot: number;
}

/** What a node does with turns. A rejection gives the turn to another node, unless it has been given already. */
export interface TurnHandlers {
  turn(turn: Turn): Promise<void>;
  prepare(turn: TurnJob): Promise<void>;
}

export interface TurnQueueOptions {
  readonly pool: Pool;
  readonly handlers: TurnHandlers;
  /** The number of turns that this node uses at once. */
  readonly concurrency: number;
  readonly log: (line: string) => void;
}

/** Hands the turns of all jobs to nodes, with graphile-worker. */
export interface TurnQueue {
  /** What the queue calls this node. */
  readonly worker: string;
  /** The ids of the turns that this node has, those that wait here to be used included. */
  readonly known: ReadonlySet<string>;
  /** Resolves when the queue takes no more turns, also by itself after a failure of the database. */
  readonly ended: Promise<void>;
  /** Takes no more turns, and waits for those that are being used. */
  stop(): Promise<void>;
}

/**
 * Turns that a node fetches with one query. With as many as it may use, the node that is first takes all turns of a job, and
 * the others have nothing to do.
 */
const TURNS_AT_ONCE = 10;

/** Milliseconds between two looks at the queue; turns that are added are announced besides. */
const POLL_MS = 2000;

/** Creates or updates the tables of the queue. */
export async function prepareTurnQueue(pool: Pool, log: TurnQueueOptions['log']): Promise<void> {
  const { Logger, runMigrations } = await load();
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') log(`Queue of turns: ${message}`);
  });
  await runMigrations({ pgPool: pool, logger });
}

export async function openTurnQueue({ pool, handlers, concurrency, log }: TurnQueueOptions): Promise<TurnQueue> {
  const { Logger, run } = await load();
  const events = new EventEmitter() as WorkerEvents;
  const known = new Set<string>();
  const uses = new Set<Promise<void>>();
  const use =
    (work: (payload: unknown) => Promise<void>): Task =>
    async (payload, { job }) => {
      const end = work(payload).finally(() => {
        known.delete(job.id);
        uses.delete(end);
      });
      uses.add(end);
      await end;
    };
  // When the end of a turn could not be stored, the queue begins to stop. It may wait for ever then: it stops when nothing is
  // left to be stored, and counts wrongly what failed.
  const failure = once(events, 'pool:fatalError');
  let worker = '';
  events.on('pool:create', ({ workerPool }) => {
    worker = workerPool.id;
  });
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    for (const { id } of jobs) known.add(id);
  });
  events.on('localQueue:returnJobs', ({ jobs }) => {
    for (const { id } of jobs) known.delete(id);
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
    taskList: {
      [TURN]: use((payload) => handlers.turn(payload as Turn)),
      [PREPARATION_TURN]: use((payload) => handlers.prepare(payload as TurnJob)),
    },
    preset: {
      worker: {
        localQueue: { size: Math.min(TURNS_AT_ONCE, concurrency) },
        // A pooler that shares connections out by transactions may not know them.
        preparedStatements: false,
        // With a delay, also of no time, what ends is tried again when a connection was lost; else it would end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  const stopped = runner.promise.catch((error: Error) => log(`The queue of turns has stopped: ${error.message}`));
  return {
    worker,
    known,
    ended: Promise.race([failure, stopped]).then(() => undefined),
    async stop() {
      // It refuses to be stopped when it has stopped itself.
      const stopping = runner.stop().catch(() => undefined);
      await Promise.race([stopping, failure]);
      await Promise.allSettled(uses);
    },
  };
}

/** Logs what fails in the queue: the loss of a connection once, until there is another one. */
function logFailures(events: WorkerEvents, log: TurnQueueOptions['log']): LogFunctionFactory {
  const notifications = createFailureLog('Notifications of the queue of turns', log);
  const turns = createFailureLog('The queue of turns', log);
  events.on('pool:listen:success', notifications.success);
  events.on('localQueue:getJobs:complete', turns.success);
  return () =>
    (level, message, { error, fatalError = error } = {}) => {
      if (level !== 'error') return;
      const reason = fatalError instanceof Error ? fatalError.message : message;
      if (message.startsWith('Error with notify listener')) notifications.failure(reason);
      else if (/^Error occurred fetching jobs|^Failed to (?:complete|fail) jobs/.test(message)) turns.failure(reason);
      // Why a turn has failed, its job has logged. A connection that is lost need not be told to send no more notifications.
      else if (!/^Failed task|UNLISTEN/.test(message)) log(`Queue of turns: ${message}`);
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
