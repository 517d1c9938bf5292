import type { Event } from './receiver.js';
import type { Service } from './service.js';

/** A line for each stored page of a check, and for each check. */
export function storedResults({ database }: Service): string[] {
  const pages = database.all<{ check: string; page: string }>(
    'select check_id as "check", page from monitor_check_pages',
  );
  const checks = database.all<{ id: string; status: string }>('select id, status from monitor_checks');
  return [
    ...pages.map(({ check, page }) => {
      const { url, status } = JSON.parse(page) as { url: string; status: string };
      return `${check} ${url} ${status}`;
    }),
    ...checks.map(({ id, status }) => `${id} ${status}`),
  ].sort();
}

/** The same lines from the events about pages and checks. Repeated deliveries of an event count once. */
export function reportedResults(events: readonly Event[]): string[] {
  const each = new Map(
    events.filter(({ type }) => type.startsWith('monitor.')).map((event) => [event.webhookId, event]),
  );
  return [...each.values()]
    .map(({ data }) => {
      const [{ checkId, url, status } = {}] = data;
      return [checkId, ...(url === undefined ? [] : [url]), status].join(' ');
    })
    .sort();
}
