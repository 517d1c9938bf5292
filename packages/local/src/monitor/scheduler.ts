import type { MonitorRun } from '@trawl/client';
import type { Clock } from '../clock.js';
import { Refusal } from '../http/refusal.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { type CheckParts, runCheck, STOPPED } from './check.js';
import { checkCost } from './cost.js';
import { announceCheck, announcePage } from './events.js';
import type { KeptMonitor, Monitors, OwnedMonitor } from './monitors.js';

/** Checks read pages of other people's: two at once are enough, the others wait. */
const AT_ONCE = 2;
/** Retention is looked at this often, even when no monitor is due. */
const LONGEST_SLEEP_MS = 60 * 60_000;

export interface SchedulerParts extends Omit<CheckParts, 'onPage'> {
  readonly clock: Clock;
  readonly monitors: Monitors;
  readonly webhooks: Webhooks;
}

export interface Scheduler {
  /** Queues a check now; throws 409 while one is under way or the monitor is paused. */
  run(team: string, monitorId: string): MonitorRun;
  /** To be called when a schedule has changed. */
  wake(): void;
  /** Resolves when no check is queued or running. */
  idle(): Promise<void>;
  /** Ends what runs. */
  stop(): Promise<void>;
}

export function createScheduler(parts: SchedulerParts): Scheduler {
  const { clock, monitors, checks, webhooks } = parts;
  const stopping = new AbortController();
  const queue: { owned: OwnedMonitor; run: MonitorRun }[] = [];
  const running = new Set<Promise<void>>();
  let alarm = new AbortController();

  for (const { id } of checks.unfinished()) fail(id, STOPPED);
  for (const { monitor } of monitors.all()) {
    if (monitor.currentCheckId) monitors.note(monitor.id, { currentCheckId: null });
  }
  const watching = watch();

  function fail(checkId: string, error: string): MonitorRun {
    const finishedAt = new Date(clock.now()).toISOString();
    return checks.update(checkId, { status: 'failed', error, summary: checks.summary(checkId), finishedAt });
  }

  function enqueue(owned: OwnedMonitor, trigger: 'manual' | 'scheduled', scheduledFor: string | null): MonitorRun {
    const { monitor } = owned;
    const estimatedCredits = checkCost(monitor.targets);
    const run = checks.create(monitor.id, trigger, { scheduledFor, estimatedCredits });
    monitors.note(monitor.id, { currentCheckId: run.id });
    queue.push({ owned, run });
    startNext();
    return run;
  }

  function startNext(): void {
    while (running.size < AT_ONCE && !stopping.signal.aborted) {
      const next = queue.shift();
      if (!next) return;
      const done = perform(next.owned, next.run).finally(() => {
        running.delete(done);
        startNext();
      });
      running.add(done);
    }
  }

  async function perform(owned: OwnedMonitor, { id }: MonitorRun): Promise<void> {
    const { monitor } = owned;
    const onPage: CheckParts['onPage'] = (_, checkId, page) => announcePage(webhooks, monitor, checkId, page);
    const ended = await runCheck(owned, id, stopping.signal, { ...parts, onPage }).catch((error: Error) =>
      fail(id, error.message),
    );
    const webhook = announceCheck(webhooks, monitor, ended);
    const run = checks.update(id, { notificationStatus: { email: emailStatus(monitor), webhook } });
    monitors.note(monitor.id, {
      currentCheckId: null,
      lastRunAt: run.finishedAt ?? null,
      lastCheckSummary: run.summary ?? null,
    });
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const owned of monitors.due()) startDue(owned);
      for (const { monitor } of monitors.all()) checks.expire(monitor.id, monitor.retentionDays);
      const waitMs = Math.min((monitors.nextDue() ?? Number.POSITIVE_INFINITY) - clock.now(), LONGEST_SLEEP_MS);
      alarm = new AbortController();
      await clock.sleep(Math.max(waitMs, 0), alarm.signal).catch(() => undefined);
    }
  }

  function startDue(owned: OwnedMonitor): void {
    const { monitor } = owned;
    const scheduledFor = monitor.nextRunAt ?? null;
    if (!checks.current(monitor.id)) {
      enqueue(owned, 'scheduled', scheduledFor);
      return;
    }
    const skipped = checks.create(monitor.id, 'scheduled', { scheduledFor, estimatedCredits: 0 });
    checks.update(skipped.id, { status: 'skipped_overlap', finishedAt: new Date(clock.now()).toISOString() });
    monitors.note(monitor.id, { currentCheckId: monitor.currentCheckId ?? null });
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
    async idle() {
      while (running.size) await Promise.all(running);
    },
    async stop() {
      stopping.abort(new Error(STOPPED));
      alarm.abort();
      for (const { run } of queue.splice(0)) fail(run.id, STOPPED);
      await Promise.all([watching, ...running]);
    },
  };
}

/** No email leaves this machine. */
function emailStatus({ notification }: KeptMonitor): object {
  const wanted = notification?.email?.enabled === true;
  const honest = wanted ? { success: false, error: 'This server sends no email.' } : { success: true };
  return { ...honest, attempted: false, recipients: [] };
}
