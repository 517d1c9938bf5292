import { sql } from 'kysely';
import { statement } from './statement.js';
import type { StoreContext } from './store-context.js';

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
  /** The bytes of all documents. */
  size(): Promise<number>;
  /** Deletes the oldest until so many bytes are free, and those that were added until the time. */
  evict(bytes: number, until: number): Promise<void>;
}

/** Most rows that one query for the oldest reads. */
const MAX_BATCH_ROWS = 1_000;

type ScrapeRow = StoredScrape & { readonly at: number; readonly process: string | null };

const addScrape = statement((db, { id, team, document, at, process }: ScrapeRow) =>
  db.insertInto('finished_scrapes').values({ id, team, document, at, process }),
);

const oldestScrapes = statement((db, { rows }: { readonly rows: number }) =>
  db
    .selectFrom('finished_scrapes')
    .select(({ fn }) => ['seq', 'at', fn<number>('octet_length', ['document']).as('size')])
    .orderBy('seq')
    // As a value: the builder takes no placeholder as a limit.
    .limit(sql<number>`${rows}`),
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

  async size(): Promise<number> {
    const row = await this.#context.db
      .selectFrom('finished_scrapes')
      .select(({ fn }) => fn.sum<number | null>(fn('octet_length', ['document'])).as('bytes'))
      .executeTakeFirst();
    return row?.bytes ?? 0;
  }

  async evict(bytes: number, until: number): Promise<void> {
    let free = 0;
    // The first queries read few rows: most calls evict one document or none, and SQLite reads through each of them.
    for (let rows = 1; ; rows = Math.min(2 * rows, MAX_BATCH_ROWS)) {
      const { rows: oldest } = await oldestScrapes(this.#context.db, { rows });
      let last: number | undefined;
      for (const { seq, at, size } of oldest) {
        if (free >= bytes && at > until) break;
        free += size;
        last = seq;
      }
      if (last === undefined) return;
      await this.#context.db.deleteFrom('finished_scrapes').where('seq', '<=', last).execute();
    }
  }
}
