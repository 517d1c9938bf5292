import { sql } from 'kysely';
import { statement } from './statement.js';
import { type StoreContext, together } from './store-context.js';
import { bytesByTeam, deleteFairly, TEAM_TABLES } from './team-data.js';

export interface StoredScrape {
  readonly id: string;
  readonly team: string;
  /** The document as JSON. */
  readonly document: Uint8Array;
}

export interface NewScrape extends StoredScrape {
  /** The process that made it, in a service of several. */
  readonly process?: string | undefined;
}

/** The documents of single scrapes. */
export interface FinishedScrapeStore {
  add(scrape: NewScrape): Promise<void>;
  /** Finds a scrape that was added after the time. */
  find(id: string, after: number): Promise<Omit<StoredScrape, 'id'> | undefined>;
  /** The bytes of the documents of each team. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /** Deletes the oldest of the teams that have most until so many bytes are free. */
  evict(bytes: number): Promise<void>;
  /** Deletes some of those that were added until the time; returns their number. */
  forget(until: number, limit: number): Promise<number>;
}

type ScrapeRow = StoredScrape & { readonly at: number; readonly process: string | null };

const addScrape = statement((db, { id, team, document, at, process }: ScrapeRow) =>
  db.insertInto('finished_scrapes').values({ id, team, document, at, process }),
);

export class SqlFinishedScrapes implements FinishedScrapeStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async add({ process, ...scrape }: NewScrape): Promise<void> {
    await addScrape(this.#context.db, { ...scrape, process: process ?? null, at: this.#context.clock.now() });
  }

  find(id: string, after: number): Promise<Omit<StoredScrape, 'id'> | undefined> {
    return this.#context.db
      .selectFrom('finished_scrapes')
      .where('id', '=', id)
      .where('at', '>', after)
      .select(['team', 'document'])
      .executeTakeFirst();
  }

  sizes(): Promise<ReadonlyMap<string, number>> {
    return bytesByTeam(this.#context, TEAM_TABLES.scrapes);
  }

  async evict(bytes: number): Promise<void> {
    await together(this.#context, (context) => deleteFairly(context, TEAM_TABLES.scrapes, bytes));
  }

  async forget(until: number, limit: number): Promise<number> {
    // In the order in which they were added, so that no index of their times is needed.
    const { numAffectedRows = 0n } = await sql`delete from finished_scrapes where at <= ${until} and seq in (
      select seq from finished_scrapes order by seq limit ${limit})`.execute(this.#context.db);
    return Number(numAffectedRows);
  }
}
