import { ConfigurationError } from '../errors/errors.js';

type Period = `qdr:${'n' | 'h' | 'd' | 'w' | 'm' | 'y'}${number | ''}`;
type Day = `${number}/${number}/${number}`;
type When = Period | `cdr:1,cd_min:${Day},cd_max:${Day}`;

/**
 * The value of `tbs`, such as `qdr:w` or `sbd:1,qdr:w`. A misspelt literal does not compile. For other text, use
 * `tbs(text)`.
 */
export type TimeFilter = '' | 'li:1' | When | 'sbd:1' | `sbd:1,${When}` | `${When},sbd:1`;

const PAST = { hour: 'qdr:h', day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y' } as const;

/** A day: a date, as it is in UTC, or `YYYY-MM-DD` or `MM/DD/YYYY`, with both digits of month and day. */
export type DayInput = Date | `${number}-${number}-${number}` | Day;

/** Results of the past hour, day, week, month or year, or from one day to another; the newest first if wanted. */
export type TimeFilterOptions =
  | {
      readonly past: keyof typeof PAST;
      readonly from?: undefined;
      readonly to?: undefined;
      readonly sortByDate?: boolean | undefined;
    }
  | {
      readonly past?: undefined;
      readonly from: DayInput;
      readonly to: DayInput;
      readonly sortByDate?: boolean | undefined;
    }
  | { readonly past?: undefined; readonly from?: undefined; readonly to?: undefined; readonly sortByDate: true };

const DAY = '\\d{1,2}/\\d{1,2}/\\d{4}';

/** Matches a filter with two times, or with two orders. */
const TWICE = /[qc]dr:.*[qc]dr:|sbd.*sbd/;

/**
 * Builds the value of `tbs`, or checks one that is given as text.
 *
 * @throws ConfigurationError when it names no time, or a day that does not exist.
 * @example
 * tbs({ past: 'week', sortByDate: true }); // 'sbd:1,qdr:w'
 * tbs({ from: '2026-01-01', to: new Date() }); // 'cdr:1,cd_min:01/01/2026,cd_max:…'
 * tbs(process.env.TIME_FILTER ?? 'qdr:m');
 */
export function tbs(filter: TimeFilterOptions | string): TimeFilter {
  // Servers take the empty text, but options without a time and an order are a mistake.
  if (filter === '') return filter;
  const text = typeof filter === 'string' ? filter : writeFilter({ ...filter });
  if (isKnown(text) && !TWICE.test(text)) {
    const [first, last] = text.match(new RegExp(DAY, 'g'))?.map(withBothDigits) ?? [];
    if (first) range({ cd_min: first, cd_max: last });
    return text as TimeFilter;
  }
  throw new ConfigurationError(
    `tbs must be qdr:n, h, d, w, m or y with or without a number, cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY, sbd:1, or both, not "${text}".`,
  );
}

/** Whether a filter is one that servers are known to take, apart from the empty text. */
function isKnown(filter: string): boolean {
  // At the top level, an expression built from text would stay in every bundle.
  const part = `qdr:[nhdwmy]\\d{0,6}|sbd:[01]|li:1|cdr:1,cd_min:${DAY},cd_max:${DAY}`;
  return new RegExp(`^(?:${part})(?:,(?:${part}))*$`).test(filter);
}

function withBothDigits(day: string): string {
  return day.replaceAll(/\b\d\b/g, '0$&');
}

function writeFilter({ past, from, to, sortByDate }: TimeFilterOptions): string {
  const parts: string[] = sortByDate ? ['sbd:1'] : [];
  if (past) parts.push(PAST[past] ?? past);
  if (from !== undefined || to !== undefined) {
    const [first = '', last = ''] = range({ from, to });
    parts.push(`cdr:1,cd_min:${american(first)},cd_max:${american(last)}`);
  }
  return parts.join(',');
}

/** The first and the last day, each by the name that the caller has for it. */
function range(days: Readonly<Record<string, string | Date | undefined>>): string[] {
  const [first = '', last = ''] = Object.entries(days).map(([option, day]) => isoDay(day, option));
  const [from, to] = Object.keys(days);
  if (first > last) throw new ConfigurationError(`${from} (${first}) must not be after ${to} (${last}).`);
  return [first, last];
}

/** As `YYYY-MM-DD`, which compares as the days do. */
function isoDay(day: string | Date | undefined, option: string): string {
  const iso =
    typeof day === 'string' ? day.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2') : day?.toJSON()?.slice(0, 10);
  // A day that the month does not have becomes a day of the next month, or no date.
  if (iso && /^\d{4}-\d\d-\d\d$/.test(iso) && new Date(iso).toJSON()?.startsWith(iso)) return iso;
  throw new ConfigurationError(`${option} must be a Date, YYYY-MM-DD or MM/DD/YYYY, and a day that exists.`);
}

function american(iso: string): string {
  return iso.replace(/(.+)-(.+)-(.+)/, '$2/$3/$1');
}
