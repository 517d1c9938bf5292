import type { MonitorSchedule } from '@trawl/client';
import { Cron } from 'croner';
import { Refusal } from '../contract/refusal.js';
import { cronFromText } from './schedule-text.js';

const MINUTE_MS = 60_000;
const MONTH_MS = 30 * 24 * 60 * MINUTE_MS;
const MIN_GAP_MS = 5 * MINUTE_MS;
/** The runs of the most frequent schedule in one day: enough to find a gap that is too short. */
const SAMPLED_RUNS = 288;

/** A schedule after validation. */
export interface Schedule {
  readonly cron: string;
  readonly timezone: string;
}

/** Throws the `Refusal` that says what is wrong with the schedule. */
export function resolveSchedule(schedule: MonitorSchedule, now: number): Schedule {
  const { cron, text, timezone = 'UTC' } = schedule;
  const expression = cron ?? (text === undefined ? undefined : cronFromText(text));
  if (expression === undefined) {
    const what = text === undefined ? 'schedule needs cron or text.' : `schedule.text "${text}" is not understood.`;
    throw new Refusal(400, { error: `${what} Say it as "every 30 minutes" or "daily at 9:00", or use schedule.cron.` });
  }
  if (expression.trim().split(/\s+/).length !== 5) {
    throw new Refusal(400, { error: 'Cron expression must contain five fields' });
  }
  checkTimezone(timezone);
  const resolvedSchedule = { cron: expression.trim(), timezone };
  if (shortestGap(resolvedSchedule.cron, now) < MIN_GAP_MS) {
    throw new Refusal(400, { error: 'Monitor schedule must not run more often than every 5 minutes' });
  }
  return resolvedSchedule;
}

/** The time of the next run in milliseconds since 1970; undefined if the schedule has no further run. */
export function nextRun({ cron, timezone }: Schedule, after: number): number | undefined {
  return new Cron(cron, { timezone, paused: true }).nextRun(new Date(after))?.getTime();
}

/** The number of runs in the next thirty days. */
export function runsInMonth({ cron }: Schedule, now: number): number {
  const runs = inUtc(cron);
  let count = 0;
  for (let run = runs.nextRun(new Date(now)); run && run.getTime() <= now + MONTH_MS; run = runs.nextRun(run)) count++;
  return count;
}

function checkTimezone(timezone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    throw new Refusal(400, { error: `Unknown time zone "${timezone}" in schedule.timezone` });
  }
}

function shortestGap(cron: string, now: number): number {
  const runs = inUtc(cron).nextRuns(SAMPLED_RUNS, new Date(now));
  if (!runs.length) throw new Refusal(400, { error: `Cron expression "${cron}" never runs` });
  return Math.min(...runs.slice(1).map((run, index) => run.getTime() - (runs[index]?.getTime() ?? 0)));
}

/** The number of runs does not depend on the time zone, and counting is twenty times as fast without one. */
function inUtc(cron: string): Cron {
  try {
    return new Cron(cron, { utcOffset: 0, paused: true });
  } catch {
    throw new Refusal(400, { error: `Invalid cron expression "${cron}"` });
  }
}
