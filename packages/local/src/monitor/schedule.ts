import type { MonitorSchedule } from '@trawl/client';
import { Cron } from 'croner';
import { Refusal } from '../contract/refusal.js';
import { cronFromText, namesTime } from './schedule-text.js';

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
    throw new Refusal('invalid', `${what} Say it as "every 30 minutes" or "daily at 9:00", or use schedule.cron.`);
  }
  if (expression.trim().split(/\s+/).length !== 5) {
    throw new Refusal('invalid', 'Cron expression must contain five fields');
  }
  checkTimezone(timezone);
  const resolvedSchedule = { cron: expression.trim(), timezone };
  if (shortestGap(resolvedSchedule.cron, now) < MIN_GAP_MS) {
    throw new Refusal('invalid', 'Monitor schedule must not run more often than every 5 minutes');
  }
  return resolvedSchedule;
}

/** The time of the next run in milliseconds since 1970; undefined if the schedule has no further run. */
export function nextRun({ cron, timezone }: Schedule, after: number): number | undefined {
  const pattern = cronerPattern(cron);
  if (isOfEveryHour(cron)) return nextRunAmongHours(pattern, timezone, after);
  return new Cron(pattern, { timezone, paused: true }).nextRun(new Date(after))?.getTime();
}

/**
 * By how much the runs of a schedule may be late, in milliseconds: nothing for a cron expression or a time of day, at most a tenth of
 * an interval, and a minute.
 */
export function mostDelay({ cron: expression, text }: MonitorSchedule, { cron }: Schedule, now: number): number {
  const isInterval = expression === undefined && text !== undefined && !namesTime(text);
  return isInterval ? Math.min(MINUTE_MS, shortestGap(cron, now) / 10) : 0;
}

/** Whether a schedule counts hours: its runs are as far apart when clocks are set forward or back. */
function isOfEveryHour(cron: string): boolean {
  return cron.split(/\s+/)[1]?.includes('*') === true;
}

/** Goes by the offset of the time zone from UTC, and at a change of it goes on with the new one. */
function nextRunAmongHours(pattern: string, timezone: string, after: number): number | undefined {
  const offsetAt = offsetsOf(timezone);
  const next = (from: number, utcOffset: number) =>
    new Cron(pattern, { utcOffset, paused: true }).nextRun(new Date(from))?.getTime();
  const offset = offsetAt(after);
  const run = next(after, offset);
  if (run === undefined || offsetAt(run) === offset) return run;
  let [before, change] = [after, run];
  while (change - before > 1) {
    const middle = Math.floor((before + change) / 2);
    if (offsetAt(middle) === offset) before = middle;
    else change = middle;
  }
  return next(before, offsetAt(change));
}

/** The minutes by which a time zone is ahead of UTC, at a time. */
function offsetsOf(timezone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
    return (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / MINUTE_MS) * MINUTE_MS) / MINUTE_MS;
  };
}

/** The expression as the library writes it: `?` for a day is `*`, and the last Friday is `5#L`. */
function cronerPattern(cron: string): string {
  const [minute, hour, day = '', month, weekday = ''] = cron.split(/\s+/);
  const anyDay = (field: string) => (field === '?' ? '*' : field);
  return [minute, hour, anyDay(day), month, anyDay(weekday).replace(/(\w)L(?=,|$)/gi, '$1#L')].join(' ');
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
    throw new Refusal('invalid', `Unknown time zone "${timezone}" in schedule.timezone`);
  }
}

function shortestGap(cron: string, now: number): number {
  const runs = inUtc(cron).nextRuns(SAMPLED_RUNS, new Date(now));
  if (!runs.length) throw new Refusal('invalid', `Cron expression "${cron}" never runs`);
  return Math.min(...runs.slice(1).map((run, index) => run.getTime() - (runs[index]?.getTime() ?? 0)));
}

/** The number of runs does not depend on the time zone, and counting is twenty times as fast without one. */
function inUtc(cron: string): Cron {
  try {
    const pattern = cronerPattern(cron);
    // The library takes `?` for the time at which it reads the expression.
    if (pattern.includes('?')) throw new RangeError('There is no such value.');
    return new Cron(pattern, { utcOffset: 0, paused: true });
  } catch {
    throw new Refusal('invalid', `Invalid cron expression "${cron}"`);
  }
}
