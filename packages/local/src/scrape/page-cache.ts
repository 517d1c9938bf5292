import { OPEN_TEAM } from '../accounts/teams.js';
import type { Clock } from '../clock.js';
import { lacksColumn } from '../store/columns.js';
import type { Database } from '../store/database.js';
import { unpack } from './compression.js';
import { type Conversions, createConversions } from './conversions.js';

const TABLE = `
  create table if not exists cached_pages (
    team text not null,
    key text not null,
    url text not null,
    status integer not null,
    content_type text,
    body packed blob not null,
    fetched_at integer not null,
    primary key (team, key)
  );
  create index if not exists cached_pages_by_age on cached_pages (fetched_at);
`;

/**
 * Older databases stored pages for all teams together, and did not store which team fetched them. So no team with a key
 * gets these pages.
 */
const FROM_SHARED_TABLE = `
  drop index cached_pages_by_age;
  alter table cached_pages rename to shared_cached_pages;
  ${TABLE}
  insert into cached_pages select '${OPEN_TEAM}', * from shared_cached_pages;
  drop table shared_cached_pages;
`;

/** Limit of the compressed bytes; beyond it the oldest pages are evicted. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The share of the cache that one eviction frees, so that a full cache does not evict with each new page. */
const EVICTED_SHARE = 0.1;

/** A page as it was fetched. The options of each scrape decide how it is converted. */
export interface CachedPage {
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Decompresses the body, which takes time. */
  readBody(): Promise<Uint8Array>;
}

/** Copies of pages, and what they were converted to. Each team has its own. */
export interface PageCache {
  /** The copy of the page, if its age in milliseconds lies between `minAge` and `maxAge`. */
  get(team: string, key: string, ages: { readonly minAge: number; readonly maxAge: number }): CachedPage | undefined;
  /** Stores a page; its body is compressed already. */
  set(team: string, key: string, page: Omit<CachedPage, 'readBody'>, bytes: Uint8Array): void;
  /** A page that is replaced or evicted loses its conversions. */
  readonly conversions: Pick<Conversions, 'get' | 'add'>;
}

interface Row {
  url: string;
  status: number;
  content_type: string | null;
  body: Uint8Array;
  fetched_at: number;
}

export function createPageCache(database: Database, clock: Clock, maxBytes: number = MAX_BYTES): PageCache {
  const isShared = lacksColumn(database, 'cached_pages', 'team');
  database.transaction(() => database.execute(isShared ? FROM_SHARED_TABLE : TABLE));
  const conversions = createConversions();
  const total = 'select coalesce(sum(length(body)), 0) as bytes from cached_pages';
  let bytes = database.get<{ bytes: number }>(total)?.bytes ?? 0;

  function evictOldest(): void {
    const oldest = database.all<{ id: number; team: string; key: string; size: number }>(
      'select rowid as id, team, key, length(body) as size from cached_pages order by fetched_at',
    );
    for (const { id, team, key, size } of oldest) {
      if (bytes <= maxBytes * (1 - EVICTED_SHARE)) break;
      bytes -= size;
      database.run('delete from cached_pages where rowid = ?', id);
      conversions.delete({ team, key });
    }
  }

  return {
    conversions,

    get(team, key, { minAge, maxAge }) {
      const now = clock.now();
      const row = database.get<Row>('select * from cached_pages where team = ? and key = ?', team, key);
      const age = row && now - row.fetched_at;
      if (!row || age === undefined || age < minAge || age >= maxAge) return undefined;
      const { url, status, content_type, fetched_at } = row;
      return {
        url,
        status,
        contentType: content_type ?? undefined,
        fetchedAt: fetched_at,
        readBody: () => unpack(row.body),
      };
    },

    set(team, key, { url, status, contentType, fetchedAt }, body) {
      conversions.delete({ team, key });
      database.transaction(() => {
        const earlierRow = database.get<{ size: number }>(
          'select length(body) as size from cached_pages where team = ? and key = ?',
          team,
          key,
        );
        const values = [team, key, url, status, contentType ?? null, body, fetchedAt];
        database.run('insert or replace into cached_pages values (?, ?, ?, ?, ?, ?, ?)', ...values);
        bytes += body.length - (earlierRow?.size ?? 0);
        if (bytes > maxBytes) evictOldest();
      });
    },
  };
}
