import type { Document, ScrapeOptions } from '@trawl/client';
import { isAnonymous } from '../accounts/teams.js';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';

const TABLE = `
  create table if not exists finished_scrapes (
    seq integer primary key,
    id text not null unique,
    team text not null,
    document json blob not null,
    at integer not null
  );
`;

const TOTAL = 'select coalesce(sum(length(document)), 0) as bytes from finished_scrapes';
const OLDEST = 'select seq, at, length(document) as size from finished_scrapes order by seq limit ?';

/** How long a document is stored. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Limit of the bytes of all documents; beyond it the oldest are evicted. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface FinishedScrape {
  readonly team: string;
  readonly document: Document;
  /** How the page can be opened again, as long as that is known. It is never stored, because it may hold keys. */
  readonly origin?: ScrapeOrigin | undefined;
}

export interface ScrapeOrigin {
  readonly url: string;
  readonly options: ScrapeOptions;
}

/** The origin of a page that was scraped with these options. */
export function originOf({ metadata }: Document, options: ScrapeOptions): ScrapeOrigin | undefined {
  return metadata?.sourceURL === undefined ? undefined : { url: metadata.sourceURL, options };
}

/** Origins in memory; beyond it the oldest are forgotten. */
const MAX_ORIGINS = 500;

/** Scrapes of which nothing is kept; of the oldest it is forgotten that they were. */
const MAX_WITHHELD = 5_000;

/** Characters of an origin as JSON: a longer one is not kept. */
const MAX_ORIGIN_LENGTH = 16_384;

/** The share of the limit that one document may take: a larger one would evict too many others. */
const MAX_SHARE = 1 / 4;

/** Most rows that one query for the oldest reads. */
const MAX_BATCH_ROWS = 1_000;

/** Finds scrapes by their id. */
export interface ScrapeLookup {
  find(scrapeId: string): Promise<FinishedScrape | undefined> | FinishedScrape | undefined;
}

/** Stores the documents of single scrapes, so that later calls can refer to them by id. */
export interface FinishedScrapes extends ScrapeLookup {
  find(scrapeId: string): FinishedScrape | undefined;
  /** Remembers that nothing is kept of a scrape. */
  withhold(scrapeId: string, team: string): void;
  /** Whether nothing was kept of a scrape of the team, because it asked for that. */
  isWithheld(scrapeId: string, team: string): boolean;
  add(scrapeId: string, scrape: FinishedScrape): void;
  /** Stores many at once; beyond the limit only the last ones. */
  addAll(scrapes: readonly (readonly [scrapeId: string, scrape: FinishedScrape])[]): void;
}

export function createFinishedScrapes(database: Database, clock: Clock, maxBytes: number = MAX_BYTES): FinishedScrapes {
  database.execute(TABLE);
  const origins = new Map<string, ScrapeOrigin>();
  // Kept in memory alone: not even the id of such a scrape is stored.
  const withheld = new Map<string, string>();
  // Counted here, because a query would count all rows again for each document.
  let totalBytes = database.get<{ bytes: number }>(TOTAL)?.bytes ?? 0;

  /** Deletes the oldest until so many bytes are free, and the expired ones; returns the number of freed bytes. */
  function evictOldest(bytes: number): number {
    const expiryTime = clock.now() - RETENTION_MS;
    let free = 0;
    // The first queries read few rows: most calls evict one document or none, and SQLite reads through each of them.
    for (let rows = 1; ; rows = Math.min(2 * rows, MAX_BATCH_ROWS)) {
      const oldest = database.all<{ seq: number; at: number; size: number }>(OLDEST, rows);
      let last: number | undefined;
      for (const { seq, at, size } of oldest) {
        if (free >= bytes && at > expiryTime) break;
        free += size;
        last = seq;
      }
      if (last === undefined) return free;
      database.run('delete from finished_scrapes where seq <= ?', last);
    }
  }

  /** The stored bytes of a scrape; undefined if they exceed the limit of one document. */
  function bytesOf({ team, document }: FinishedScrape): Buffer | undefined {
    // Callers without a key can refer to their scrape, but its document is not stored.
    const storedDocument = isAnonymous(team) ? {} : document;
    const limit = maxBytes * MAX_SHARE;
    if (lengthOf(storedDocument, limit) > limit) return undefined;
    // Stored as bytes, because SQLite counts the characters of a text for each length().
    const bytes = Buffer.from(JSON.stringify(storedDocument));
    return bytes.length > limit ? undefined : bytes;
  }

  function keepOrigin(scrapeId: string, origin: ScrapeOrigin | undefined): void {
    if (!origin || lengthOf(origin, MAX_ORIGIN_LENGTH) > MAX_ORIGIN_LENGTH) return;
    origins.set(scrapeId, origin);
    const [oldest] = origins.keys();
    if (origins.size > MAX_ORIGINS && oldest !== undefined) origins.delete(oldest);
  }

  function addAll(scrapes: readonly (readonly [string, FinishedScrape])[]): void {
    const rows: (readonly [scrapeId: string, team: string, bytes: Buffer])[] = [];
    let addedCount = 0;
    for (const [scrapeId, scrape] of [...scrapes].reverse()) {
      keepOrigin(scrapeId, scrape.origin);
      const bytes = bytesOf(scrape);
      if (!bytes) continue;
      if (addedCount + bytes.length > maxBytes) break;
      addedCount += bytes.length;
      rows.unshift([scrapeId, scrape.team, bytes]);
    }
    const free = database.transaction(() => {
      const insert = 'insert into finished_scrapes (id, team, document, at) values (?, ?, ?, ?)';
      for (const values of rows) database.run(insert, ...values, clock.now());
      return evictOldest(totalBytes + addedCount - maxBytes);
    });
    totalBytes += addedCount - free;
  }

  return {
    add: (scrapeId, scrape) => addAll([[scrapeId, scrape]]),
    addAll,
    withhold(scrapeId, team) {
      withheld.set(scrapeId, team);
      const [oldest] = withheld.keys();
      if (withheld.size > MAX_WITHHELD && oldest !== undefined) withheld.delete(oldest);
    },
    isWithheld: (scrapeId, team) => withheld.get(scrapeId) === team,
    find(scrapeId) {
      const query = 'select team, document from finished_scrapes where id = ? and at > ?';
      const row = database.get<{ team: string; document: Uint8Array }>(query, scrapeId, clock.now() - RETENTION_MS);
      if (!row) return undefined;
      const document = JSON.parse(new TextDecoder().decode(row.document)) as Document;
      return { team: row.team, document, origin: origins.get(scrapeId) };
    },
  };
}

/** A lower bound of the characters of a document as JSON. Counting stops at the limit. */
function lengthOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let length = 1;
  for (const name in value) {
    if (length > limit) break;
    length += Array.isArray(value) ? 0 : name.length;
    length += lengthOf((value as Record<string, unknown>)[name], limit - length);
  }
  return length;
}
