import type { ChangeTracking, ChangeTrackingFormat } from '@trawl/client';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import type { Compare } from './differ.js';
import { isSameText } from './text-diff.js';
import type { Version } from './version.js';

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

/** Status codes of a page that was removed. */
const GONE = [404, 410];

export interface TrackedScrape extends Version {
  readonly team: string;
  readonly url: string;
  readonly statusCode: number;
}

export interface TrackResult {
  readonly changes: ChangeTracking;
  /** Stores this version for the next comparison. Call it in the transaction that stores the changes. */
  remember(): void;
}

/** Stores the last version of each page, for each team and tag, and compares new versions with it. */
export interface ChangeTracker {
  /** The version that the next one is compared with. */
  last(scrape: Pick<TrackedScrape, 'team' | 'url'>, tag: ChangeTrackingFormat['tag']): Version | undefined;
  track(scrape: TrackedScrape, format: Omit<ChangeTrackingFormat, 'type'>, signal?: AbortSignal): Promise<TrackResult>;
}

export interface TrackerDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly compare: Compare;
}

export function createChangeTracker({ database, clock, compare }: TrackerDependencies): ChangeTracker {
  database.execute(TABLE);

  function lastVersion(
    ...key: [team: string, tag: string, url: string]
  ): { seen: number; version: Version } | undefined {
    const query = 'select seen, version from tracked_pages where team = ? and tag = ? and url = ?';
    const row = database.get<{ seen: number; version: string }>(query, ...key);
    return row && { seen: row.seen, version: JSON.parse(row.version) };
  }

  async function changesSince(
    previous: ReturnType<typeof lastVersion>,
    { team, statusCode, markdown, json }: TrackedScrape,
    modes: NonNullable<ChangeTrackingFormat['modes']>,
    signal: AbortSignal | undefined,
  ): Promise<ChangeTracking> {
    const previousScrapeAt = previous ? new Date(previous.seen).toISOString() : null;
    if (!previous) return { previousScrapeAt, changeStatus: 'new' };
    if (GONE.includes(statusCode)) return { previousScrapeAt, changeStatus: 'removed' };
    const compareModes = { text: modes.includes('git-diff'), keys: modes.includes('json') };
    const { text, keys } =
      compareModes.text || compareModes.keys
        ? await compare(previous.version, { markdown, json }, compareModes, { group: team, signal })
        : {};
    const isChanged =
      compareModes.keys && !compareModes.text ? keys !== undefined : !isSameText(previous.version.markdown, markdown);
    return {
      previousScrapeAt,
      changeStatus: isChanged ? 'changed' : 'same',
      ...(text && { diff: text }),
      ...(keys && { json: keys }),
    };
  }

  return {
    last: (scrape, tag) => lastVersion(...keyOf(scrape, tag))?.version,

    async track(scrape, { tag, modes = [] }, signal) {
      const { team: _team, url: _url, statusCode, ...version } = scrape;
      const key = keyOf(scrape, tag);
      const now = clock.now();
      return {
        changes: await changesSince(lastVersion(...key), scrape, modes, signal),
        remember() {
          if (GONE.includes(statusCode)) {
            database.run('delete from tracked_pages where team = ? and tag = ? and url = ?', ...key);
          } else {
            const values = [...key, now, JSON.stringify(version)];
            database.run('insert or replace into tracked_pages values (?, ?, ?, ?, ?)', ...values);
          }
        },
      };
    },
  };
}

function keyOf(
  { team, url }: Pick<TrackedScrape, 'team' | 'url'>,
  tag: ChangeTrackingFormat['tag'],
): [team: string, tag: string, url: string] {
  // Links that differ only in their fragment are one page.
  return [team, tag ?? '', url.replace(/#.*/s, '')];
}
