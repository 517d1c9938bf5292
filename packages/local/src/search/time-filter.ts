const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const PAST: Readonly<Record<string, number>> = { h: HOUR, d: DAY, w: 7 * DAY, m: 30 * DAY, y: 365 * DAY };

/** The date range of pages, in milliseconds since 1970; `until` is exclusive. */
export interface TimeFilter {
  readonly from?: number;
  readonly until?: number;
  readonly newestFirst: boolean;
}

/** Parses `tbs`. If it has several date ranges, pages must be in all of them. */
export function parseTimeFilter(tbs: string | undefined, now: number): TimeFilter {
  const bounds: { from?: number; until?: number }[] = [];
  for (const [, period] of (tbs ?? '').matchAll(/qdr:([hdwmy])/g))
    bounds.push({ from: now - (PAST[period ?? ''] ?? 0) });
  for (const [, min, max] of (tbs ?? '').matchAll(/cd_min:([\d/]+),cd_max:([\d/]+)/g)) {
    bounds.push({ from: startOf(min), until: startOf(max) + DAY });
  }
  const from = bounds.flatMap((bound) => bound.from ?? []);
  const until = bounds.flatMap((bound) => bound.until ?? []);
  return {
    ...(from.length > 0 && { from: Math.max(...from) }),
    ...(until.length > 0 && { until: Math.min(...until) }),
    newestFirst: /sbd:1/.test(tbs ?? ''),
  };
}

/** The start of a day in the form MM/DD/YYYY, in UTC. An invalid day overflows into the next month. */
function startOf(day = ''): number {
  const [month = 1, date = 1, year = 1970] = day.split('/').map(Number);
  return Date.UTC(year, month - 1, date);
}
