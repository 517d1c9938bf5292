import type { Document } from '@trawl/client';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';
import { areStrangers } from '../team/teams.js';

const TABLE = `
  create table if not exists finished_scrapes (
    seq integer primary key,
    id text not null unique,
    team text not null,
    document json blob not null,
    at integer not null
  );
`;

/** How long an answer can be asked for again. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Bytes of answers that are kept at most; beyond that the oldest go. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface FinishedScrape {
  readonly team: string;
  readonly document: Document;
}

/** Scrapes that can be asked for by their id. */
export interface KnownScrapes {
  find(scrapeId: string): FinishedScrape | undefined;
}

/** Answers of single scrapes, for those who ask for them again by their id. */
export interface FinishedScrapes extends KnownScrapes {
  add(scrapeId: string, scrape: FinishedScrape): void;
}

export function createFinishedScrapes(
  database: Database,
  clock: Clock,
  mostBytes: number = MOST_BYTES,
): FinishedScrapes {
  database.execute(TABLE);
  return {
    add(scrapeId, { team, document }) {
      // Strangers can refer to a scrape of theirs, and nobody may read it again.
      const kept = areStrangers(team) ? {} : document;
      // As bytes, because the length of a text is counted each time.
      const bytes = Buffer.from(JSON.stringify(kept));
      // It would go at once, and leave the memory behind that the database took for it.
      if (bytes.length > mostBytes) return;
      database.transaction(() => {
        const insert = 'insert into finished_scrapes (id, team, document, at) values (?, ?, ?, ?)';
        database.run(insert, scrapeId, team, bytes, clock.now());
        database.run('delete from finished_scrapes where at <= ?', clock.now() - KEPT_MS);
        const held = 'select seq, sum(length(document)) over (order by seq desc) as held from finished_scrapes';
        database.run(`delete from finished_scrapes where seq in (select seq from (${held}) where held > ?)`, mostBytes);
      });
    },
    find(scrapeId) {
      const query = 'select team, document from finished_scrapes where id = ? and at > ?';
      const row = database.get<{ team: string; document: Uint8Array }>(query, scrapeId, clock.now() - KEPT_MS);
      return row && { team: row.team, document: JSON.parse(new TextDecoder().decode(row.document)) as Document };
    },
  };
}
