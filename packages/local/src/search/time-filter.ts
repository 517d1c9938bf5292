const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const PAST: Readonly<Record<string, number>> = {
  s: 1_000,
  n: 60_000,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
  m: 30 * DAY,
  y: 365 * DAY,
};

/** The date range of pages, in milliseconds since 1970; `until` is exclusive. */
export interface TimeFilter {
  readonly from?: number;
  readonly until?: number;
  readonly newestFirst: boolean;
  /** One sentence for what is not understood. */
  readonly warning?: string;
}

type Bound = Pick<TimeFilter, 'from' | 'until'>;

/** Parses `tbs`. If it has several date ranges, pages must be in all of them. */
export function parseTimeFilter(tbs: string | undefined, now: number): TimeFilter {
  const bounds: Bound[] = [];
  const unknown: string[] = [];
  let newestFirst = false;
  for (const part of (tbs ?? '').split(',').map((text) => text.trim())) {
    const bound = boundOf(part, now);
    if (part === 'sbd:1') newestFirst = true;
    else if (bound) bounds.push(bound);
    // The dates of a range stand in parts of their own.
    else if (!['', 'sbd:0', 'cdr:1'].includes(part)) unknown.push(part);
  }
  const from = bounds.flatMap((bound) => bound.from ?? []);
  const until = bounds.flatMap((bound) => bound.until ?? []);
  return {
    ...(from.length > 0 && { from: Math.max(...from) }),
    ...(until.length > 0 && { until: Math.min(...until) }),
    newestFirst,
    ...(unknown.length > 0 && { warning: warningAbout(unknown) }),
  };
}

function boundOf(part: string, now: number): Bound | undefined {
  const [, period = '', count = '1'] = /^qdr:([snhdwmy])(\d{0,6})$/.exec(part) ?? [];
  if (period !== '') return { from: now - (PAST[period] ?? 0) * Number(count || 1) };
  const [, side = '', day = ''] = /^cd_(min|max):(.*)$/.exec(part) ?? [];
  const start = startOf(day);
  if (start === undefined) return undefined;
  return side === 'min' ? { from: start } : { until: start + DAY };
}

/** The start of a day in the form MM/DD/YYYY or M/D/YYYY, in UTC; undefined when the calendar has no such day. */
function startOf(text: string): number | undefined {
  const [, month = 0, day = 0, year = 0] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)?.map(Number) ?? [];
  const start = new Date(Date.UTC(year, month - 1, day));
  return start.getUTCMonth() === month - 1 && start.getUTCDate() === day ? start.getTime() : undefined;
}

const MAX_SHOWN = 100;

function warningAbout(unknown: readonly string[]): string {
  const list = unknown.join(',');
  const excerpt = list.length > MAX_SHOWN ? `${list.slice(0, MAX_SHOWN)}…` : list;
  return `\`tbs\` was applied without \`${excerpt}\`, which this server does not understand.`;
}
