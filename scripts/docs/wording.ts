const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A number of milliseconds as a person would say it: `1 hour`, `24 hours`, `2 days`. */
export function duration(milliseconds: number): string {
  // A single day is said in hours: 'expires after 24 hours' cannot be taken for 'at the end of the day'.
  if (milliseconds > DAY && milliseconds % YEAR === 0) return count(milliseconds / YEAR, 'year');
  if (milliseconds > DAY && milliseconds % DAY === 0) return count(milliseconds / DAY, 'day');
  if (milliseconds % HOUR === 0) return count(milliseconds / HOUR, 'hour');
  if (milliseconds % MINUTE === 0) return count(milliseconds / MINUTE, 'minute');
  if (milliseconds % SECOND === 0) return count(milliseconds / SECOND, 'second');
  return count(milliseconds, 'millisecond');
}

export function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** Thousands set apart as in `172,800,000`, so that long numbers can be read. */
export function grouped(amount: number): string {
  return amount.toLocaleString('en-US');
}
