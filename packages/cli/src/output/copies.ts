/** A page with what the service says of where it comes from. */
interface ReadPage {
  readonly metadata?: { readonly cachedAt?: unknown } | undefined;
}

/** When a page was read that the service returned as a stored copy; undefined for one that it read for this call. */
export function copiedAt({ metadata }: ReadPage): Date | undefined {
  const time = new Date(String(metadata?.cachedAt));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/**
 * What a person is told of copies among the pages, with the flag for new ones.
 *
 * @param times - When the copies were read.
 * @param pages - How many pages there are with them.
 */
export function copiesNote(times: readonly Date[], pages: number, now = new Date()): string | undefined {
  const [oldest] = times.toSorted((one, other) => one.getTime() - other.getTime());
  if (!oldest) return undefined;
  const time = shortTime(oldest, now);
  if (pages === 1) return `A copy of ${time}; --max-age-ms 0 for a new one.`;
  const count = times.length === pages ? `All ${pages} pages` : `${times.length} of ${pages} pages`;
  return `${count} are copies, the oldest of ${time}; --max-age-ms 0 for new ones.`;
}

/** The time of day, with its date unless that is today. */
function shortTime(time: Date, now: Date): string {
  const [date, clock] = [dateOf(time), [time.getHours(), time.getMinutes()].map(twoDigits).join(':')];
  return date === dateOf(now) ? clock : `${date} ${clock}`;
}

const dateOf = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-');

const twoDigits = (number: number): string => String(number).padStart(2, '0');
