import { describe, expect, it } from 'vitest';
import { Refusal } from '../contract/refusal.js';
import { nextRun, resolveSchedule, runsInMonth } from './schedule.js';

const NOW = Date.parse('2026-11-21T01:44:44.888Z');

describe('resolveSchedule', () => {
  it('returns a cron expression unchanged, in UTC by default', () => {
    expect(resolveSchedule({ cron: ' 0 * * * * ' }, NOW)).toEqual({ cron: '0 * * * *', timezone: 'UTC' });
  });

  it('parses text', () => {
    const schedule = { text: 'every 30 minutes', timezone: 'Europe/Berlin' };
    expect(resolveSchedule(schedule, NOW)).toEqual({ cron: '*/30 * * * *', timezone: 'Europe/Berlin' });
  });

  it.each([
    [{ cron: 'nope' }, 'Cron expression must contain five fields'],
    [{ cron: '0 0 * * * *' }, 'Cron expression must contain five fields'],
    [{ cron: '? 9 * * *' }, 'Invalid cron expression "? 9 * * *"'],
    [{ cron: '0 9 15W * *' }, 'Invalid cron expression "0 9 15W * *"'],
    [{ cron: '61 * * * *' }, 'Invalid cron expression "61 * * * *"'],
    [{ cron: '* * * * *' }, 'Monitor schedule must not run more often than every 5 minutes'],
    [{ cron: '0,4 3 * * *' }, 'Monitor schedule must not run more often than every 5 minutes'],
    [{ cron: '0 0 30 2 *' }, 'Cron expression "0 0 30 2 *" never runs'],
    [{ text: 'now and then' }, 'schedule.text "now and then" is not understood.'],
    [{}, 'schedule needs cron or text.'],
    [{ cron: '0 * * * *', timezone: 'Mars/Olympus' }, 'Unknown time zone "Mars/Olympus" in schedule.timezone'],
  ])('refuses %j', (schedule, message) => {
    const refused = () => resolveSchedule(schedule, NOW);
    expect(refused).toThrow(Refusal);
    expect(refused).toThrow(message);
  });
});

describe('nextRun', () => {
  it('is the next full hour of an hourly schedule', () => {
    const next = nextRun({ cron: '0 * * * *', timezone: 'UTC' }, NOW);
    expect(new Date(next ?? 0).toISOString()).toBe('2026-11-21T02:00:00.000Z');
  });

  it('goes by the time zone, over the change to summer time', () => {
    const schedule = { cron: '0 9 * * *', timezone: 'Europe/Berlin' };
    const winter = nextRun(schedule, Date.parse('2026-03-28T00:00:00Z'));
    const summer = nextRun(schedule, Date.parse('2026-03-29T00:00:00Z'));
    expect(new Date(winter ?? 0).toISOString()).toBe('2026-03-28T08:00:00.000Z');
    expect(new Date(summer ?? 0).toISOString()).toBe('2026-03-29T07:00:00.000Z');
  });
});

describe('an expression for days', () => {
  const days = (cron: string) => {
    const runs: string[] = [];
    for (let run: number | undefined = NOW; run !== undefined && runs.length < 3; ) {
      run = nextRun(resolveSchedule({ cron }, NOW), run);
      runs.push(new Date(run ?? 0).toISOString().slice(0, 10));
    }
    return runs;
  };

  it.each([
    ['0 9 ? * *', ['2026-11-21', '2026-11-22', '2026-11-23']],
    ['0 9 ? * 1', ['2026-11-23', '2026-11-30', '2026-12-07']],
    ['0 9 1 * ?', ['2026-12-01', '2027-01-01', '2027-02-01']],
    ['0 9 1 * 1', ['2026-11-23', '2026-11-30', '2026-12-01']],
    ['0 9 L * *', ['2026-11-30', '2026-12-31', '2027-01-31']],
    ['0 9 * * 5L', ['2026-11-27', '2026-12-25', '2027-01-29']],
    ['0 9 * * friL', ['2026-11-27', '2026-12-25', '2027-01-29']],
    ['0 9 * * 5#1', ['2026-12-04', '2027-01-01', '2027-02-05']],
    ['0 9 * * 7', ['2026-11-22', '2026-11-29', '2026-12-06']],
  ])('%s means what the contract says', (cron, expected) => {
    expect(days(cron)).toEqual(expected);
  });
});

describe('where clocks are set forward or back', () => {
  const YEAR = Date.parse('2026-01-01T00:00:00Z');
  const HOUR = 60 * 60_000;
  // The change is one of half an hour on Lord Howe Island, and some places have none.
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  ];
  const changes = zones.flatMap((timezone) => {
    // One for all hours: to make a format takes longer than to use it a hundred times.
    const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
    const offset = (time: number) => format.format(time).split('GMT')[1];
    return Array.from({ length: 365 * 24 }, (_, hour) => YEAR + hour * HOUR)
      .filter((time) => offset(time) !== offset(time + HOUR))
      .map((time) => ({ timezone, time }));
  });

  it.each(changes)('$timezone: no run is left out and none comes twice', ({ timezone, time }) => {
    const runs = (cron: string) => {
      const found: number[] = [];
      for (let run = nextRun({ cron, timezone }, time - 6 * HOUR) ?? 0; run < time + 6 * HOUR; ) {
        found.push(run);
        run = nextRun({ cron, timezone }, run) ?? Number.POSITIVE_INFINITY;
      }
      return found;
    };
    const gaps = (times: readonly number[]) => new Set(times.slice(1).map((run, index) => run - (times[index] ?? 0)));
    expect([...gaps(runs('*/15 * * * *'))]).toEqual([HOUR / 4]);
    expect([...gaps(runs('*/30 * * * *'))]).toEqual([HOUR / 2]);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, minute: 'numeric', hour: 'numeric' });
    for (const run of runs('5 * * * *')) expect(clock.format(run)).toMatch(/:05$/);
    // What has an hour of its own runs once on each day.
    expect(runs('30 1 * * *').length).toBeLessThanOrEqual(1);
    expect(runs('30 2 * * *').length).toBeLessThanOrEqual(1);
  });
});

describe('runsInMonth', () => {
  it.each([
    ['0 * * * *', 720],
    ['*/30 * * * *', 1440],
    ['0 0 * * *', 30],
  ])('counts the runs of %s in thirty days', (cron, runs) => {
    expect(runsInMonth({ cron, timezone: 'UTC' }, NOW)).toBe(runs);
  });
});
