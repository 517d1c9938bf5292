import type { MonitorRun } from '@trawl/client';
import { createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import { untilStored } from '../store/until-stored.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { type CheckDependencies, type CheckOutcome, runCheck, statusOf } from './check.js';
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
  const { database, clock, monitors, checks, webhooks, log } = dependencies;
  const stopping = new AbortController();
  const queue: ActiveCheck[] = [];
  const running = new Set<ActiveCheck>();
  const checkTasks = createBackground(log);
  const scheduleTasks = createBackground(log);
  let sleepAbort = new AbortController();
  // The time of the clock before this start is unknown.
  let lastTick = Number.POSITIVE_INFINITY;

  resume();
  scheduleTasks.start('monitors', watch);

  /** Resumes the checks of the last server: queued checks stay queued, and running ones end with an error. */
  function resume(): void {
    const owners = new Map(monitors.all().map((owned) => [owned.monitor.id, owned]));
    for (const { id, monitorId = '', status, targetResults = [] } of checks.unfinished()) {
      const owned = owners.get(monitorId);
      if (!owned) continue;
      const check = { owned, id, abort: new AbortController() };
      if (status === 'queued') queue.push(check);
      else start(check, () => concludeWhenStored(check, { error: STOPPED.message, targetResults }));
    }
    startNext();
  }

  function enqueue(owned: OwnedMonitor, trigger: 'manual' | 'scheduled', scheduledFor: string | null): MonitorRun {
    const { monitor } = owned;
    const run = database.transaction(() => {
      const created = checks.create(monitor.id, trigger, {
        scheduledFor,
        estimatedCredits: checkCost(monitor.targets),
      });
      monitors.note(monitor.id, { currentCheckId: created.id });
      if (trigger === 'scheduled') monitors.advance(monitor.id);
      return created;
    });
    queue.push({ owned, id: run.id, abort: new AbortController() });
    startNext();
    return run;
  }

  function startNext(): void {
    while (running.size < MAX_CONCURRENT_CHECKS && !stopping.signal.aborted) {
      const next = queue.shift();
      if (!next) return;
      start(next, () => perform(next));
    }
  }

  function start(check: ActiveCheck, work: () => Promise<void>): void {
    running.add(check);
    checkTasks.start(`check ${check.id}`, () =>
      work().finally(() => {
        running.delete(check);
        startNext();
      }),
    );
  }

  async function perform(check: ActiveCheck): Promise<void> {
    const { owned, id, abort } = check;
    const onPage: CheckDependencies['onPage'] = (page) => deliverPageEvent(webhooks, owned.monitor, id, page);
    const outcome = await runCheck(owned, id, abort.signal, { ...dependencies, onPage });
    // The record of the check was deleted with the monitor.
    if (abort.signal.reason !== DELETED) await concludeWhenStored(check, outcome);
  }

  async function concludeWhenStored({ owned, id, abort }: ActiveCheck, outcome: CheckOutcome): Promise<void> {
    const { signal } = abort;
    await untilStored(`The end of check ${id}`, () => conclude(owned, id, outcome), { clock, log, signal });
  }

  /** Stores the end of a check and its event in one transaction. */
  function conclude({ monitor }: OwnedMonitor, id: string, { error, targetResults }: CheckOutcome): void {
    database.transaction(() => {
      const summary = checks.summary(id);
      const end = {
        status: statusOf(summary, error),
        error,
        summary,
        targetResults,
        actualCredits: summary.totalPages - summary.error,
        finishedAt: new Date(clock.now()).toISOString(),
      };
      const webhook = deliverCheckEvent(webhooks, monitor, checks.update(id, end));
      checks.update(id, { notificationStatus: { email: emailStatus(monitor), webhook } });
      monitors.note(monitor.id, { currentCheckId: null, lastRunAt: end.finishedAt, lastCheckSummary: summary });
    });
  }

  async function watch(): Promise<void> {
    const { signal } = stopping;
    for (;;) {
      await untilStored('The schedule of monitors', tick, { clock, log, signal });
      if (signal.aborted) return;
      const waitMs = Math.min((monitors.nextDue() ?? Number.POSITIVE_INFINITY) - clock.now(), MAX_SLEEP_MS);
      sleepAbort = new AbortController();
      await clock.sleep(Math.max(waitMs, 0), sleepAbort.signal).catch(() => undefined);
    }
  }

  function tick(): void {
    const now = clock.now();
    if (now < lastTick) monitors.bringForward();
    lastTick = now;
    for (const owned of monitors.due()) startDue(owned);
    for (const { id, days } of monitors.retentions()) checks.expire(id, days);
  }

  function startDue(owned: OwnedMonitor): void {
    const { monitor } = owned;
    const scheduledFor = monitor.nextRunAt ?? null;
    if (!checks.current(monitor.id)) {
      enqueue(owned, 'scheduled', scheduledFor);
      return;
    }
    database.transaction(() => {
      const skipped = checks.create(monitor.id, 'scheduled', { scheduledFor, estimatedCredits: 0 });
      checks.update(skipped.id, { status: 'skipped_overlap', finishedAt: new Date(clock.now()).toISOString() });
      monitors.advance(monitor.id);
    });
  }

  return {
    run(team, monitorId) {
      const monitor = monitors.get(team, monitorId);
      if (monitor.status !== 'active') {
        throw new Refusal(409, { error: `Monitor is ${monitor.status}. Resume it before running a check.` });
      }
      const current = checks.current(monitorId);
      if (current) throw new Refusal(409, { error: 'Monitor check is already running.', checkId: current.id });
      return enqueue({ team, monitor }, 'manual', null);
    },
    wake: () => sleepAbort.abort(),
    forget(monitorId) {
      const queued = queue.findIndex(({ owned }) => owned.monitor.id === monitorId);
      if (queued >= 0) queue.splice(queued, 1);
      for (const { owned, abort } of running) {
        if (owned.monitor.id === monitorId) abort.abort(DELETED);
      }
    },
    idle: checkTasks.idle,
    async stop() {
      stopping.abort(STOPPED);
      for (const { abort } of running) abort.abort(STOPPED);
      sleepAbort.abort();
      await Promise.all([scheduleTasks.idle(), checkTasks.idle()]);
    },
  };
}

/** This server sends no email. */
function emailStatus({ notification }: StoredMonitor): object {
  const wanted = notification?.email?.enabled === true;
  const result = wanted ? { success: false, error: 'This server sends no email.' } : { success: true };
  return { ...result, attempted: false, recipients: [] };
}
