import { describe, expect, it } from 'vitest';
import { cronFromText } from './schedule-text.js';

describe('a schedule as text', () => {
  it.each([
    ['every 30 minutes', '*/30 * * * *'],
    ['Every 5 min', '*/5 * * * *'],
    ['every 60 minutes', '0 * * * *'],
    ['every 120 minutes', '0 */2 * * *'],
    ['hourly', '0 * * * *'],
    ['every hour', '0 * * * *'],
    ['every 6 hours', '0 */6 * * *'],
    ['every 24 hours', '0 0 * * *'],
    ['daily', '0 0 * * *'],
    ['daily at 9:30', '30 9 * * *'],
    ['every day at 9am', '0 9 * * *'],
    ['every day at 12am', '0 0 * * *'],
    ['daily at 12:15 pm', '15 12 * * *'],
    ['weekdays at 8:00', '0 8 * * 1-5'],
    ['every weekend at noon', '0 12 * * 0,6'],
    ['every monday at midnight', '0 0 * * 1'],
    ['on fridays at 17:45', '45 17 * * 5'],
    ['weekly', '0 0 * * 1'],
    ['weekly on sunday at 7pm', '0 19 * * 0'],
    ['monthly at 6:00', '0 6 1 * *'],
  ])('reads "%s" as %s', (words, cron) => {
    expect(cronFromText(words)).toBe(cron);
  });

  it.each([
    'every 45 minutes',
    'every 7 hours',
    'every 0 minutes',
    'every 2 days',
    'daily at 25:00',
    'daily at 13pm',
    'daily at 9:75',
    'whenever it rains',
    'every hour at 9:00',
    'weekly on someday',
    '',
  ])('does not pretend to understand "%s"', (words) => {
    expect(cronFromText(words)).toBeUndefined();
  });
});
