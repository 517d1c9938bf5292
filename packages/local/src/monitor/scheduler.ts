import type { MonitorRun } from '@trawl/client';
import { type Background, createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { Database } from '../store/database.js';
import { untilStored } from '../store/until-stored.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { type CheckDependencies, type CheckOutcome, runCheck, statusOf } from './check.js';
import type { Checks } from './checks.js';
import { checkCost } from './cost.js';
import { deliverCheckEvent, deliverPageEvent } from './events.js';
import type { Monitors, OwnedMonitor, StoredMonitor } from './monitors.js';

/** Checks load the sites of others: two run at once, the others wait. */
const MAX_CONCURRENT_CHECKS = 2;
/** Expired checks are deleted this often, even when no monitor is due. */
const MAX_SLEEP_MS = 60 * 60_000;

/** Why a running check was aborted. */
const STOPPED = new Error('The server was stopped while the check ran.');
const DELETED = new Error('The monitor was deleted.');

export interface SchedulerDependencies extends Omit<CheckDependencies, 'onPage'> {
  readonly clock: Clock;
  readonly monitors: Monitors;
  readonly webhooks: Webhooks;
  readonly log: (line: string) => void;
}

export interface Scheduler {
  /** Queues a check now; throws 409 while one is under way or the monitor is paused. */
  run(team: string, monitorId: string): MonitorRun;
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
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #monitors: Monitors;
  readonly #checks: Checks;
  readonly #webhooks: Webhooks;
  readonly #log: (line: string) => void;
  readonly #stopping = new AbortController();
  readonly #queue: ActiveCheck[] = [];
  readonly #running = new Set<ActiveCheck>();
  readonly #checkTasks: Background;
  readonly #scheduleTasks: Background;
  #sleepAbort = new AbortController();
  // The time of the clock before this start is unknown.
  #lastTick = Number.POSITIVE_INFINITY;

  constructor(dependencies: SchedulerDependencies) {
    this.#dependencies = dependencies;
    this.#database = dependencies.database;
    this.#clock = dependencies.clock;
    this.#monitors = dependencies.monitors;
    this.#checks = dependencies.checks;
    this.#webhooks = dependencies.webhooks;
    this.#log = dependencies.log;
    this.#checkTasks = createBackground(dependencies.log);
    this.#scheduleTasks = createBackground(dependencies.log);
    this.#resume();
    this.#scheduleTasks.start('monitors', () => this.#watch());
  }

  run(team: string, monitorId: string): MonitorRun {
    const monitor = this.#monitors.get(team, monitorId);
    if (monitor.status !== 'active') {
      throw new Refusal(409, { error: `Monitor is ${monitor.status}. Resume it before running a check.` });
    }
    const current = this.#checks.current(monitorId);
    if (current) throw new Refusal(409, { error: 'Monitor check is already running.', checkId: current.id });
    return this.#enqueue({ team, monitor }, 'manual', null);
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

  idle(): Promise<void> {
    return this.#checkTasks.idle();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(STOPPED);
    for (const { abort } of this.#running) abort.abort(STOPPED);
    this.#sleepAbort.abort();
    await Promise.all([this.#scheduleTasks.idle(), this.#checkTasks.idle()]);
  }

  /** Resumes the checks of the last server: queued checks stay queued, and running ones end with an error. */
  #resume(): void {
    const owners = new Map(this.#monitors.all().map((owned) => [owned.monitor.id, owned]));
    for (const { id, monitorId = '', status, targetResults = [] } of this.#checks.unfinished()) {
      const ownedMonitor = owners.get(monitorId);
      if (!ownedMonitor) continue;
      const check = { owned: ownedMonitor, id, abort: new AbortController() };
      if (status === 'queued') this.#queue.push(check);
      else this.#start(check, () => this.#concludeWhenStored(check, { error: STOPPED.message, targetResults }));
    }
    this.#startNext();
  }

  #enqueue(ownedMonitor: OwnedMonitor, trigger: 'manual' | 'scheduled', scheduledFor: string | null): MonitorRun {
    const { monitor } = ownedMonitor;
    const run = this.#database.transaction(() => {
      const check = this.#checks.create(monitor.id, trigger, {
        scheduledFor,
        estimatedCredits: checkCost(monitor.targets),
      });
      this.#monitors.note(monitor.id, { currentCheckId: check.id });
      if (trigger === 'scheduled') this.#monitors.advance(monitor.id);
      return check;
    });
    this.#queue.push({ owned: ownedMonitor, id: run.id, abort: new AbortController() });
    this.#startNext();
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
    return this.#dependencies.stores.transaction(async (stores) => {
      const summary = this.#checks.summary(id);
      const end = {
        status: statusOf(summary, error),
        error,
        summary,
        targetResults,
        actualCredits: summary.totalPages - summary.error,
        finishedAt: new Date(this.#clock.now()).toISOString(),
      };
      const webhook = await deliverCheckEvent(this.#webhooks, stores, monitor, this.#checks.update(id, end));
      this.#checks.update(id, { notificationStatus: { email: emailStatus(monitor), webhook } });
      this.#monitors.note(monitor.id, { currentCheckId: null, lastRunAt: end.finishedAt, lastCheckSummary: summary });
    });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await untilStored('The schedule of monitors', () => this.#tick(), {
        clock: this.#clock,
        log: this.#log,
        signal,
      });
      if (signal.aborted) return;
      const waitMs = Math.min((this.#monitors.nextDue() ?? Number.POSITIVE_INFINITY) - this.#clock.now(), MAX_SLEEP_MS);
      this.#sleepAbort = new AbortController();
      await this.#clock.sleep(Math.max(waitMs, 0), this.#sleepAbort.signal).catch(() => undefined);
    }
  }

  #tick(): void {
    const now = this.#clock.now();
    if (now < this.#lastTick) this.#monitors.bringForward();
    this.#lastTick = now;
    for (const ownedMonitor of this.#monitors.due()) this.#startDue(ownedMonitor);
    for (const { id, days } of this.#monitors.retentions()) this.#checks.expire(id, days);
  }

  #startDue(ownedMonitor: OwnedMonitor): void {
    const { monitor } = ownedMonitor;
    const scheduledFor = monitor.nextRunAt ?? null;
    if (!this.#checks.current(monitor.id)) {
      this.#enqueue(ownedMonitor, 'scheduled', scheduledFor);
      return;
    }
    this.#database.transaction(() => {
      const check = this.#checks.create(monitor.id, 'scheduled', { scheduledFor, estimatedCredits: 0 });
      this.#checks.update(check.id, {
        status: 'skipped_overlap',
        finishedAt: new Date(this.#clock.now()).toISOString(),
      });
      this.#monitors.advance(monitor.id);
    });
  }
}

/** This server sends no email. */
function emailStatus({ notification }: StoredMonitor): object {
  const isEmailEnabled = notification?.email?.enabled === true;
  const result = isEmailEnabled ? { success: false, error: 'This server sends no email.' } : { success: true };
  return { ...result, attempted: false, recipients: [] };
}
