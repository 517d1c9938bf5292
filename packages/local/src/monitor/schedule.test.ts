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

describe('runsInMonth', () => {
  it.each([
    ['0 * * * *', 720],
    ['*/30 * * * *', 1440],
    ['0 0 * * *', 30],
  ])('counts the runs of %s in thirty days', (cron, runs) => {
    expect(runsInMonth({ cron, timezone: 'UTC' }, NOW)).toBe(runs);
  });
});
