import type { Document } from '@trawl/client';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import { isAnonymous } from '../team/teams.js';

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

/** How long an answer can be asked for again. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Bytes of answers that are kept at most; beyond that the oldest go. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface FinishedScrape {
  readonly team: string;
  readonly document: Document;
}

/** Which part of all that is kept one answer may take: a larger one would leave no room for others. */
const MOST_OF_ALL = 1 / 4;

/** How many of the oldest are looked at in one go. */
const AT_ONCE = 1_000;

/** Finds scrapes by their id. */
export interface ScrapeLookup {
  find(scrapeId: string): FinishedScrape | undefined;
}

/** Stores the documents of single scrapes, so that later calls can refer to them by id. */
export interface FinishedScrapes extends ScrapeLookup {
  add(scrapeId: string, scrape: FinishedScrape): void;
  /** Of many at once, the last ones for which there is room. */
  addAll(scrapes: readonly (readonly [scrapeId: string, scrape: FinishedScrape])[]): void;
}

export function createFinishedScrapes(
  database: Database,
  clock: Clock,
  mostBytes: number = MOST_BYTES,
): FinishedScrapes {
  database.execute(TABLE);
  // Counted here, because the database would count all of them anew for each answer.
  let held = database.get<{ bytes: number }>(TOTAL)?.bytes ?? 0;

  /** Deletes the oldest until so many bytes are free, and those whose time is over; returns how many are. */
  function makeRoom(bytes: number): number {
    const expired = clock.now() - KEPT_MS;
    let free = 0;
    for (;;) {
      const oldest = database.all<{ seq: number; at: number; size: number }>(OLDEST, AT_ONCE);
      let last: number | undefined;
      for (const { seq, at, size } of oldest) {
        if (free >= bytes && at > expired) break;
        free += size;
        last = seq;
      }
      if (last === undefined) return free;
      database.run('delete from finished_scrapes where seq <= ?', last);
    }
  }

  /** What is kept of a scrape; undefined when that would be too much. */
  function bytesOf({ team, document }: FinishedScrape): Buffer | undefined {
    // Strangers can refer to a scrape of theirs, and nobody may read it again.
    const kept = isAnonymous(team) ? {} : document;
    const most = mostBytes * MOST_OF_ALL;
    if (lengthOf(kept, most) > most) return undefined;
    // As bytes, because the length of a text is counted each time.
    const bytes = Buffer.from(JSON.stringify(kept));
    return bytes.length > most ? undefined : bytes;
  }

  function addAll(scrapes: readonly (readonly [string, FinishedScrape])[]): void {
    const kept: (readonly [scrapeId: string, team: string, bytes: Buffer])[] = [];
    let added = 0;
    for (const [scrapeId, scrape] of [...scrapes].reverse()) {
      const bytes = bytesOf(scrape);
      if (!bytes) continue;
      if (added + bytes.length > mostBytes) break;
      added += bytes.length;
      kept.unshift([scrapeId, scrape.team, bytes]);
    }
    const free = database.transaction(() => {
      const insert = 'insert into finished_scrapes (id, team, document, at) values (?, ?, ?, ?)';
      for (const values of kept) database.run(insert, ...values, clock.now());
      return makeRoom(held + added - mostBytes);
    });
    held += added - free;
  }

  return {
    add: (scrapeId, scrape) => addAll([[scrapeId, scrape]]),
    addAll,
    find(scrapeId) {
      const query = 'select team, document from finished_scrapes where id = ? and at > ?';
      const row = database.get<{ team: string; document: Uint8Array }>(query, scrapeId, clock.now() - KEPT_MS);
      return row && { team: row.team, document: JSON.parse(new TextDecoder().decode(row.document)) as Document };
    },
  };
}

/** How many characters a document has at least, as JSON; counted no further than to the limit. */
function lengthOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let length = 1;
  for (const name in value) {
    if (length > most) break;
    length += Array.isArray(value) ? 0 : name.length;
    length += lengthOf((value as Record<string, unknown>)[name], most - length);
  }
  return length;
}
