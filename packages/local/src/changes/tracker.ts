import type { ChangeTracking, ChangeTrackingFormat } from '@trawl/client';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import { diffKeys } from './json-diff.js';
import { diffText } from './text-diff.js';

const TABLE = `
  create table if not exists tracked_pages (
    team text not null,
    tag text not null,
    url text not null,
    seen integer not null,
    version json text not null,
    primary key (team, tag, url)
  ) without rowid;
`;

/** Answers that say a page is not there any more. */
const GONE = [404, 410];

/** What a page says at the moment, as far as changes are looked for in it. */
export interface Version {
  readonly markdown: string;
  /** The data extracted by the schema of the format; undefined when none was asked for or none could be had. */
  readonly json?: unknown;
}

export interface TrackedScrape extends Version {
  readonly team: string;
  readonly url: string;
  readonly statusCode: number;
}

export interface Tracked {
  readonly changes: ChangeTracking;
  /** Makes the page as it is now what the next scrape is compared with. To be stored together with what tells of the changes. */
  remember(): void;
}

/** Remembers the last version of each page, for each team and tag, and says what has changed since. */
export interface ChangeTracker {
  track(scrape: TrackedScrape, format: Omit<ChangeTrackingFormat, 'type'>): Tracked;
}

export function createChangeTracker({ database, clock }: { database: Database; clock: Clock }): ChangeTracker {
  database.execute(TABLE);

  function last(...place: [team: string, tag: string, url: string]): { seen: number; version: Version } | undefined {
    const query = 'select seen, version from tracked_pages where team = ? and tag = ? and url = ?';
    const row = database.get<{ seen: number; version: string }>(query, ...place);
    return row && { seen: row.seen, version: JSON.parse(row.version) };
  }

  function changesSince(
    previous: ReturnType<typeof last>,
    { statusCode, markdown, json }: TrackedScrape,
    modes: NonNullable<ChangeTrackingFormat['modes']>,
  ): ChangeTracking {
    const previousScrapeAt = previous ? new Date(previous.seen).toISOString() : null;
    if (!previous) return { previousScrapeAt, changeStatus: 'new' };
    if (GONE.includes(statusCode)) return { previousScrapeAt, changeStatus: 'removed' };
    const text = diffText(previous.version.markdown, markdown);
    const keys = modes.includes('json') ? diffKeys(previous.version.json, json) : undefined;
    const isChanged = modes.includes('json') && !modes.includes('git-diff') ? keys !== undefined : text !== undefined;
    return {
      previousScrapeAt,
      changeStatus: isChanged ? 'changed' : 'same',
      ...(modes.includes('git-diff') && text && { diff: text }),
      ...(keys && { json: keys }),
    };
  }

  return {
    track(scrape, { tag, modes = [] }) {
      const { team, url, statusCode, ...version } = scrape;
      // Links that differ only in their fragment are one page.
      const place: [string, string, string] = [team, tag ?? '', url.replace(/#.*/s, '')];
      const now = clock.now();
      return {
        changes: changesSince(last(...place), scrape, modes),
        remember() {
          if (GONE.includes(statusCode)) {
            database.run('delete from tracked_pages where team = ? and tag = ? and url = ?', ...place);
          } else {
            const values = [...place, now, JSON.stringify(version)];
            database.run('insert or replace into tracked_pages values (?, ?, ?, ?, ?)', ...values);
          }
        },
      };
    },
  };
}
