const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Adverbs for a period, and the interval that they mean. */
const PERIODS: Readonly<Record<string, string>> = {
  hourly: 'every hour',
  daily: 'every day',
  weekly: 'every week',
  monthly: 'every month',
};

const INTERVAL = /^every(?: (\d{1,4}))? (minute|min|hour|day|week|month)s?\b/;
const DAYS = new RegExp(`^(?:every |on )?(weekday|weekend|${WEEKDAYS.join('|')})s?\\b`);
/** A day after an interval of weeks. */
const ON_DAY = / on \w+/;
const TIME = /\bat (?:(noon|midnight)|(\d{1,2})(?::(\d{2}))?\s*(am|pm)?)$/;

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/**
 * Converts a schedule as text into a cron expression of five fields, such as `every 30 minutes`, `daily at 9:30`,
 * `weekdays at 8am` or `every monday at noon`; undefined when a cron expression cannot say the same.
 */
export function cronFromText(schedule: string): string | undefined {
  const scheduleText = normalized(schedule);
  const text = scheduleText.replace(/^\w+/, (first) => PERIODS[first] ?? first);
  const time = timeOfDay(text);
  const rest = text.replace(TIME, '').trim();
  const days = DAYS.exec(rest);
  if (days && days[0] === rest) return atTime(time, `* * ${weekdays(days[1] ?? '')}`);
  const interval = INTERVAL.exec(rest);
  if (!interval) return undefined;
  const [matched, count = '1', unit] = interval;
  const day = DAYS.exec(rest.slice(matched.length).trim());
  if (rest.length > matched.length && !(unit === 'week' && day?.[0] === rest.slice(matched.length).trim()))
    return undefined;
  return every(Number(count), unit ?? '', time, day ? weekdays(day[1] ?? '') : '1');
}

/** Whether a schedule as text says a time of day or a day, and not only an interval. */
export function namesTime(schedule: string): boolean {
  const text = normalized(schedule);
  return TIME.test(text) || DAYS.test(text) || ON_DAY.test(text);
}

function normalized(schedule: string): string {
  return schedule.trim().toLowerCase().replace(/\s+/g, ' ').replace(/[.,]/g, '');
}

function every(count: number, unit: string, time: TimeOfDay | undefined, weekday: string): string | undefined {
  if (count === 0) return undefined;
  if (unit.startsWith('min')) return time ? undefined : everyMinutes(count);
  if (unit === 'hour') return time || 24 % count ? undefined : `0 ${step(count)} * * *`;
  if (count > 1) return undefined;
  return atTime(time, { day: '* * *', week: `* * ${weekday}`, month: '1 * *' }[unit] ?? '* * *');
}

/** An interval that divides neither the hour nor the day would be shorter at the end. */
function everyMinutes(count: number): string | undefined {
  if (60 % count === 0) return count === 60 ? '0 * * * *' : `${step(count)} * * * *`;
  return count % 60 === 0 ? every(count / 60, 'hour', undefined, '') : undefined;
}

function step(count: number): string {
  return count === 1 ? '*' : count === 24 ? '0' : `*/${count}`;
}

function atTime(time: TimeOfDay | undefined, days: string): string | undefined {
  const { hour, minute } = time ?? { hour: 0, minute: 0 };
  return hour > 23 || minute > 59 ? undefined : `${minute} ${hour} ${days}`;
}

function timeOfDay(text: string): TimeOfDay | undefined {
  const [, name, hours = '', minutes = '0', half] = TIME.exec(text) ?? [];
  if (name) return { hour: name === 'noon' ? 12 : 0, minute: 0 };
  if (!hours) return undefined;
  const hour = Number(hours);
  if (!half) return { hour, minute: Number(minutes) };
  // Noon and midnight are 12 on a clock of twelve hours; 13pm is no time.
  return { hour: hour > 12 ? 24 : (hour % 12) + (half === 'pm' ? 12 : 0), minute: Number(minutes) };
}

function weekdays(name: string): string {
  if (name === 'weekday') return '1-5';
  if (name === 'weekend') return '0,6';
  return String(WEEKDAYS.indexOf(name));
}
