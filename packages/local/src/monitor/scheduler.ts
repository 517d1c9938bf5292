import type { MonitorRun } from '@trawl/client';
import { type Background, createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { OwnedMonitor, StoredMonitor } from '../store/monitor-store.js';
import type { Stores } from '../store/stores.js';
import { untilStored } from '../store/until-stored.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { type CheckDependencies, type CheckOutcome, runCheck, statusOf } from './check.js';
import { checkCost } from './cost.js';
import { deliverCheckEvent, deliverPageEvent } from './events.js';
import { createMonitors, type Monitors } from './monitors.js';

/** Checks load the sites of others: two run at once, the others wait. */
const MAX_CONCURRENT_CHECKS = 2;
/** Expired checks are deleted this often, even when no monitor is due. */
const MAX_SLEEP_MS = 60 * 60_000;

/** Why a running check was aborted. */
const STOPPED = new Error('The server was stopped while the check ran.');
const DELETED = new Error('The monitor was deleted.');

export interface SchedulerDependencies extends Omit<CheckDependencies, 'onPage'> {
  readonly clock: Clock;
  readonly webhooks: Webhooks;
  readonly log: (line: string) => void;
}

export interface Scheduler {
  /** Queues a check now; throws 409 while one is under way or the monitor is paused. */
  run(team: string, monitorId: string): Promise<MonitorRun>;
  /** Call it after a schedule has changed. */
  wake(): void;
  /** Call it after a monitor was deleted: its check ends without an event. */
  forget(monitorId: string): void;
  /** Resolves when no check is queued or running. */
  idle(): Promise<void>;
  /** Ends the running checks. The next server with this database runs the queued ones. */
  stop(): Promise<void>;
}

/** A check that is queued or running. */
interface ActiveCheck {
  readonly owned: OwnedMonitor;
  readonly id: string;
  readonly abort: AbortController;
}

export function createScheduler(dependencies: SchedulerDependencies): Scheduler {
  return new CheckScheduler(dependencies);
}

class CheckScheduler implements Scheduler {
  readonly #dependencies: SchedulerDependencies;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #webhooks: Webhooks;
  readonly #log: (line: string) => void;
  readonly #stopping = new AbortController();
  readonly #queue: ActiveCheck[] = [];
  readonly #running = new Set<ActiveCheck>();
  readonly #checkTasks: Background;
  readonly #scheduleTasks: Background;
  /** Resolves when the checks of the last server are queued again. */
  readonly #resumed: Promise<void>;
  #sleepAbort = new AbortController();
  // The time of the clock before this start is unknown.
  #lastTick = Number.POSITIVE_INFINITY;

  constructor(dependencies: SchedulerDependencies) {
    this.#dependencies = dependencies;
    this.#stores = dependencies.stores;
    this.#clock = dependencies.clock;
    this.#webhooks = dependencies.webhooks;
    this.#log = dependencies.log;
    this.#checkTasks = createBackground(dependencies.log);
    this.#scheduleTasks = createBackground(dependencies.log);
    this.#resumed = this.#scheduleTasks.start('The checks of the last server', () => this.#resumeWhenRead()).ended;
    this.#scheduleTasks.start('monitors', () => this.#watch());
  }

  async run(team: string, monitorId: string): Promise<MonitorRun> {
    await this.#resumed;
    return this.#stores.transaction(async (stores) => {
      const monitor = await this.#monitorsIn(stores).get(team, monitorId);
      if (monitor.status !== 'active') {
        throw new Refusal(409, { error: `Monitor is ${monitor.status}. Resume it before running a check.` });
      }
      const current = await stores.checks.current(monitorId);
      if (current) throw new Refusal(409, { error: 'Monitor check is already running.', checkId: current.id });
      return this.#enqueue(stores, { team, monitor }, 'manual', null);
    });
  }

  wake(): void {
    this.#sleepAbort.abort();
  }

  forget(monitorId: string): void {
    const index = this.#queue.findIndex(({ owned }) => owned.monitor.id === monitorId);
    if (index >= 0) this.#queue.splice(index, 1);
    for (const { owned, abort } of this.#running) {
      if (owned.monitor.id === monitorId) abort.abort(DELETED);
    }
  }

  async idle(): Promise<void> {
    await this.#resumed;
    await this.#checkTasks.idle();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(STOPPED);
    for (const { abort } of this.#running) abort.abort(STOPPED);
    this.#sleepAbort.abort();
    await this.#scheduleTasks.idle();
    await this.#checkTasks.idle();
  }

  #resumeWhenRead(): Promise<void> {
    return untilStored('The checks of the last server', () => this.#resume(), {
      clock: this.#clock,
      log: this.#log,
      signal: this.#stopping.signal,
    });
  }

  /** Resumes the checks of the last server: queued checks stay queued, and running ones end with an error. */
  async #resume(): Promise<void> {
    const { monitors, checks } = this.#stores;
    const [unfinishedChecks, ownedMonitors] = [await checks.unfinished(), await monitors.all()];
    if (this.#stopping.signal.aborted) return;
    const owners = new Map(ownedMonitors.map((owned) => [owned.monitor.id, owned]));
    for (const { id, monitorId = '', status, targetResults = [] } of unfinishedChecks) {
      const ownedMonitor = owners.get(monitorId);
      if (!ownedMonitor) continue;
      const check = { owned: ownedMonitor, id, abort: new AbortController() };
      if (status === 'queued') this.#queue.push(check);
      else this.#start(check, () => this.#concludeWhenStored(check, { error: STOPPED.message, targetResults }));
    }
    this.#startNext();
  }

  /** Stores a check, which is queued after the commit of the transaction. */
  async #enqueue(
    stores: Stores,
    ownedMonitor: OwnedMonitor,
    trigger: 'manual' | 'scheduled',
    scheduledFor: string | null,
  ): Promise<MonitorRun> {
    const { monitor } = ownedMonitor;
    const estimatedCredits = checkCost(monitor.targets);
    const run = await stores.checks.create(monitor.id, { trigger, scheduledFor, estimatedCredits });
    await this.#monitorsIn(stores).note(monitor.id, { currentCheckId: run.id });
    stores.afterCommit(() => {
      this.#queue.push({ owned: ownedMonitor, id: run.id, abort: new AbortController() });
      this.#startNext();
    });
    return run;
  }

  #startNext(): void {
    while (this.#running.size < MAX_CONCURRENT_CHECKS && !this.#stopping.signal.aborted) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#start(next, () => this.#perform(next));
    }
  }

  #start(check: ActiveCheck, work: () => Promise<void>): void {
    this.#running.add(check);
    this.#checkTasks.start(`check ${check.id}`, () =>
      work().finally(() => {
        this.#running.delete(check);
        this.#startNext();
      }),
    );
  }

  async #perform(check: ActiveCheck): Promise<void> {
    const { owned, id, abort } = check;
    const onPage: CheckDependencies['onPage'] = (stores, page) =>
      deliverPageEvent(this.#webhooks, stores, owned.monitor, id, page);
    const outcome = await runCheck(owned, id, abort.signal, { ...this.#dependencies, onPage });
    // The record of the check was deleted with the monitor.
    if (abort.signal.reason !== DELETED) await this.#concludeWhenStored(check, outcome);
  }

  async #concludeWhenStored({ owned, id, abort }: ActiveCheck, outcome: CheckOutcome): Promise<void> {
    const { signal } = abort;
    await untilStored(`The end of check ${id}`, () => this.#conclude(owned, id, outcome), {
      clock: this.#clock,
      log: this.#log,
      signal,
    });
  }

  /** Stores the end of a check and its event in one transaction. */
  #conclude({ monitor }: OwnedMonitor, id: string, { error, targetResults }: CheckOutcome): Promise<void> {
    return this.#stores.transaction(async (stores) => {
      const summary = await stores.checks.summary(id);
      const end = {
        status: statusOf(summary, error),
        error,
        summary,
        targetResults,
        actualCredits: summary.totalPages - summary.error,
        finishedAt: new Date(this.#clock.now()).toISOString(),
      };
      const run = await stores.checks.update(id, end);
      // The record of the check was deleted with the monitor.
      if (!run) return;
      const webhook = await deliverCheckEvent(this.#webhooks, stores, monitor, run);
      await stores.checks.update(id, { notificationStatus: { email: emailStatus(monitor), webhook } });
      const changes = { currentCheckId: null, lastRunAt: end.finishedAt, lastCheckSummary: summary };
      await this.#monitorsIn(stores).note(monitor.id, changes);
    });
  }

  async #watch(): Promise<void> {
    await this.#resumed;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Made before the schedule is read, so that a change of it in the meantime ends the wait.
      this.#sleepAbort = new AbortController();
      const next = await untilStored('The schedule of monitors', () => this.#tick(), {
        clock: this.#clock,
        log: this.#log,
        signal,
      });
      if (signal.aborted) return;
      const waitMs = Math.min((next ?? Number.POSITIVE_INFINITY) - this.#clock.now(), MAX_SLEEP_MS);
      await this.#clock.sleep(Math.max(waitMs, 0), this.#sleepAbort.signal).catch(() => undefined);
    }
  }

  /** Starts what is due, and deletes what has expired; resolves to the time when the next monitor is due. */
  async #tick(): Promise<number | undefined> {
    const { monitors, checks } = this.#stores;
    const now = this.#clock.now();
    if (now < this.#lastTick) await this.#monitorsIn(this.#stores).bringForward();
    this.#lastTick = now;
    for (const { monitor } of await monitors.due(now)) await this.#startDue(monitor.id);
    for (const { id, days } of await monitors.retentions()) await checks.expire(id, days);
    return monitors.nextDue();
  }

  #startDue(id: string): Promise<void> {
    return this.#stores.transaction(async (stores) => {
      const ownedMonitor = await stores.monitors.find(id);
      // It may have been deleted, paused or postponed meanwhile.
      if (!ownedMonitor || !isDue(ownedMonitor.monitor, this.#clock.now())) return;
      const scheduledFor = ownedMonitor.monitor.nextRunAt ?? null;
      if (await stores.checks.current(id)) await this.#skip(stores, id, scheduledFor);
      else await this.#enqueue(stores, ownedMonitor, 'scheduled', scheduledFor);
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
    return createMonitors({ stores, clock: this.#clock });
  }
}

function isDue({ nextRunAt }: StoredMonitor, now: number): boolean {
  return nextRunAt != null && Date.parse(nextRunAt) <= now;
}

/** This server sends no email. */
function emailStatus({ notification }: StoredMonitor): object {
  const isEmailEnabled = notification?.email?.enabled === true;
  const result = isEmailEnabled ? { success: false, error: 'This server sends no email.' } : { success: true };
  return { ...result, attempted: false, recipients: [] };
}
