/** A calendar month in UTC. Credits are counted by month. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

export function periodOf(time: number): Period {
  const date = new Date(time);
  const month = (offset: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
  return { start: month(0), end: month(1) };
}

/** All periods between two times, the latest first. */
export function periodsBetween(first: number, last: number): Period[] {
  const periods: Period[] = [];
  for (let period = periodOf(last); period.end > first; period = periodOf(period.start - 1)) periods.push(period);
  return periods;
}
