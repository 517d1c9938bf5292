import type { Clock } from '@trawl/base/clock';
import type { MonitorRun } from '@trawl/client';
import { type Background, createBackground } from '../base/background.js';
import { inTurns } from '../base/event-loop.js';
import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import { StorageRetry } from '../jobs/storage-retry.js';
import type { OwnedMonitor, StoredMonitor } from '../store/monitor-store.js';
import type { Stores } from '../store/stores.js';
import { CHECK_KIND, tasksOf } from './check-job.js';
import { checkCost } from './cost.js';
import { Monitors } from './monitors.js';

/** A clock that was set back is noticed this often, even when no monitor is due. */
const MAX_SLEEP_MS = 60 * 60_000;

export interface SchedulerDependencies {
  readonly stores: Stores;
  readonly clock: Clock;
  /** Runs the checks. */
  readonly engine: Pick<JobEngine, 'start'>;
  readonly log: (line: string) => void;
  /** Whether to start no checks. */
  readonly isAtRest?: boolean | undefined;
}

/** Starts the checks of monitors when they are due. */
export class Scheduler {
  readonly #dependencies: SchedulerDependencies;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  readonly #background: Background;
  #sleepAbort = new AbortController();
  // The time of the clock before this start is unknown.
  #lastTick = Number.POSITIVE_INFINITY;

  constructor(dependencies: SchedulerDependencies) {
    this.#dependencies = dependencies;
    this.#stores = dependencies.stores;
    this.#clock = dependencies.clock;
    this.#background = createBackground(dependencies.log);
    if (!dependencies.isAtRest) this.#background.start('monitors', () => this.#watch());
  }

  /** Starts a check now; throws 409 while one is under way or the monitor is paused. */
  run(team: string, monitorId: string): Promise<MonitorRun> {
    return this.#stores.transaction(async (stores) => {
      await stores.monitors.lock(monitorId);
      const monitor = await this.#monitorsIn(stores).get(team, monitorId);
      if (monitor.status !== 'active') {
        throw new Refusal('conflict', `Monitor is ${monitor.status}. Resume it before running a check.`);
      }
      const current = await stores.checks.current(monitorId);
      if (current) throw new Refusal('conflict', 'Monitor check is already running.', { checkId: current.id });
      return this.#startCheck(stores, { team, monitor }, 'manual', null);
    });
  }

  /** Call it after a schedule has changed. */
  wake(): void {
    this.#sleepAbort.abort();
  }

  /** Starts no more checks. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#sleepAbort.abort();
    await this.#background.idle();
  }

  async #startCheck(
    stores: Stores,
    { team, monitor }: OwnedMonitor,
    trigger: 'manual' | 'scheduled',
    scheduledFor: string | null,
  ): Promise<MonitorRun> {
    const estimatedCredits = checkCost(monitor.targets);
    const run = await stores.checks.create(monitor.id, { trigger, scheduledFor, estimatedCredits });
    await this.#monitorsIn(stores).note(monitor.id, { currentCheckId: run.id });
    const job = { kind: CHECK_KIND, id: run.id, team, request: { monitor }, tasks: tasksOf(monitor) };
    await this.#dependencies.engine.start(job, stores);
    return run;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    const { clock, log } = this.#dependencies;
    // A monitor that cannot be read must not end the schedule of the others.
    const retry = new StorageRetry({
      name: 'The schedule of monitors',
      clock,
      log,
      signal,
      isTemporary: () => true,
    });
    while (!signal.aborted) {
      // Made before the schedule is read, so that a change of it in the meantime ends the wait.
      this.#sleepAbort = new AbortController();
      const next = await retry.store(() => this.#tick());
      if (signal.aborted) return;
      const waitMs = Math.min((next ?? Number.POSITIVE_INFINITY) - this.#clock.now(), MAX_SLEEP_MS);
      await this.#clock.sleep(Math.max(waitMs, 0), this.#sleepAbort.signal).catch(() => undefined);
    }
  }

  /** Starts what is due; resolves to the time when the next monitor is due. */
  async #tick(): Promise<number | undefined> {
    const { monitors } = this.#stores;
    const now = this.#clock.now();
    if (now < this.#lastTick) await this.#monitorsIn(this.#stores).bringForward();
    this.#lastTick = now;
    // Hundreds may be due in the same minute, and calls are answered between them.
    await inTurns(await monitors.due(now), (id) => this.#stopping.signal.aborted || this.#startDue(id));
    return monitors.nextDue();
  }

  #startDue(id: string): Promise<void> {
    return this.#stores.transaction(async (stores) => {
      await stores.monitors.lock(id);
      const ownedMonitor = await stores.monitors.find(id);
      // It may have been deleted, paused or postponed meanwhile.
      if (!ownedMonitor || !isDue(ownedMonitor.monitor, this.#clock.now())) return;
      const scheduledFor = ownedMonitor.monitor.nextRunAt ?? null;
      if (await stores.checks.current(id)) await this.#skip(stores, id, scheduledFor);
      else await this.#startCheck(stores, ownedMonitor, 'scheduled', scheduledFor);
      await this.#monitorsIn(stores).advance(id);
    });
  }

  /** Stores that a run was due while the last one had not ended. */
  async #skip(stores: Stores, monitorId: string, scheduledFor: string | null): Promise<void> {
    const check = await stores.checks.create(monitorId, { trigger: 'scheduled', scheduledFor, estimatedCredits: 0 });
    const finishedAt = new Date(this.#clock.now()).toISOString();
    await stores.checks.update(check.id, { status: 'skipped_overlap', finishedAt });
  }

  #monitorsIn(stores: Stores): Monitors {
    return new Monitors({ stores, clock: this.#clock });
  }
}

function isDue({ nextRunAt }: StoredMonitor, now: number): boolean {
  return nextRunAt != null && Date.parse(nextRunAt) <= now;
}
