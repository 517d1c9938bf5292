import type { MonitorRun } from '@trawl/client';
import { createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import { untilStored } from '../store/until-stored.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { type CheckOutcome, type CheckParts, runCheck, statusOf } from './check.js';
import { checkCost } from './cost.js';
import { announceCheck, announcePage } from './events.js';
import type { Monitors, OwnedMonitor, StoredMonitor } from './monitors.js';

/** Checks read pages of other people's: two at once are enough, the others wait. */
const AT_ONCE = 2;
/** Retention is looked at this often, even when no monitor is due. */
const LONGEST_SLEEP_MS = 60 * 60_000;

/** Why a check that was under way did not end. */
const STOPPED = new Error('The server was stopped while the check ran.');
const DELETED = new Error('The monitor was deleted.');

export interface SchedulerParts extends Omit<CheckParts, 'onPage'> {
  readonly clock: Clock;
  readonly monitors: Monitors;
  readonly webhooks: Webhooks;
  readonly log: (line: string) => void;
}

export interface Scheduler {
  /** Queues a check now; throws 409 while one is under way or the monitor is paused. */
  run(team: string, monitorId: string): MonitorRun;
  /** To be called when a schedule has changed. */
  wake(): void;
  /** To be called when a monitor is no more: its check ends without a word. */
  forget(monitorId: string): void;
  /** Resolves when no check is queued or running. */
  idle(): Promise<void>;
  /** Ends what runs. What is queued is run by the next server with this database. */
  stop(): Promise<void>;
}

/** A check that is queued or running. */
interface Checking {
  readonly owned: OwnedMonitor;
  readonly id: string;
  readonly abort: AbortController;
}

export function createScheduler(parts: SchedulerParts): Scheduler {
  const { database, clock, monitors, checks, webhooks, log } = parts;
  const stopping = new AbortController();
  const queue: Checking[] = [];
  const running = new Set<Checking>();
  const checking = createBackground(log);
  const clockwork = createBackground(log);
  let alarm = new AbortController();
  // Nobody knows what the clock was before.
  let lastLook = Number.POSITIVE_INFINITY;

  resume();
  clockwork.start('monitors', watch);

  /** Takes up what the last server left: what was queued still is, and of what was running nobody knows how far it was. */
  function resume(): void {
    const owners = new Map(monitors.all().map((owned) => [owned.monitor.id, owned]));
    for (const { id, monitorId = '', status, targetResults = [] } of checks.unfinished()) {
      const owned = owners.get(monitorId);
      if (!owned) continue;
      const check = { owned, id, abort: new AbortController() };
      if (status === 'queued') queue.push(check);
      else start(check, () => concluded(check, { error: STOPPED.message, targetResults }));
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
    while (running.size < AT_ONCE && !stopping.signal.aborted) {
      const next = queue.shift();
      if (!next) return;
      start(next, () => perform(next));
    }
  }

  function start(check: Checking, work: () => Promise<void>): void {
    running.add(check);
    checking.start(`check ${check.id}`, () =>
      work().finally(() => {
        running.delete(check);
        startNext();
      }),
    );
  }

  async function perform(check: Checking): Promise<void> {
    const { owned, id, abort } = check;
    const onPage: CheckParts['onPage'] = (page) => announcePage(webhooks, owned.monitor, id, page);
    const outcome = await runCheck(owned, id, abort.signal, { ...parts, onPage });
    // There is nothing to keep it with.
    if (abort.signal.reason !== DELETED) await concluded(check, outcome);
  }

  async function concluded({ owned, id, abort }: Checking, outcome: CheckOutcome): Promise<void> {
    const { signal } = abort;
    await untilStored(`The end of check ${id}`, () => conclude(owned, id, outcome), { clock, log, signal });
  }

  /** The end of a check is stored together with the event that tells of it. */
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
      const webhook = announceCheck(webhooks, monitor, checks.update(id, end));
      checks.update(id, { notificationStatus: { email: emailStatus(monitor), webhook } });
      monitors.note(monitor.id, { currentCheckId: null, lastRunAt: end.finishedAt, lastCheckSummary: summary });
    });
  }

  async function watch(): Promise<void> {
    const { signal } = stopping;
    for (;;) {
      await untilStored('The schedule of monitors', look, { clock, log, signal });
      if (signal.aborted) return;
      const waitMs = Math.min((monitors.nextDue() ?? Number.POSITIVE_INFINITY) - clock.now(), LONGEST_SLEEP_MS);
      alarm = new AbortController();
      await clock.sleep(Math.max(waitMs, 0), alarm.signal).catch(() => undefined);
    }
  }

  function look(): void {
    const now = clock.now();
    if (now < lastLook) monitors.bringForward();
    lastLook = now;
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
    wake: () => alarm.abort(),
    forget(monitorId) {
      const queued = queue.findIndex(({ owned }) => owned.monitor.id === monitorId);
      if (queued >= 0) queue.splice(queued, 1);
      for (const { owned, abort } of running) {
        if (owned.monitor.id === monitorId) abort.abort(DELETED);
      }
    },
    idle: checking.idle,
    async stop() {
      stopping.abort(STOPPED);
      for (const { abort } of running) abort.abort(STOPPED);
      alarm.abort();
      await Promise.all([clockwork.idle(), checking.idle()]);
    },
  };
}

/** No email leaves this machine. */
function emailStatus({ notification }: StoredMonitor): object {
  const wanted = notification?.email?.enabled === true;
  const honest = wanted ? { success: false, error: 'This server sends no email.' } : { success: true };
  return { ...honest, attempted: false, recipients: [] };
}
