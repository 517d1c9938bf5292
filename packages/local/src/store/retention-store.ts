import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from './store-context.js';

/** Data that may be forgotten, the oldest first. */
export type ForgettableKind = keyof typeof KINDS;

/** Forgets what is old. */
export interface RetentionStore {
  /** The time of the oldest data of a kind that may be forgotten; undefined when there is none. */
  oldest(kind: ForgettableKind): Promise<number | undefined>;
  /** Deletes some of the oldest data of a kind that is not newer than the time; returns the number of rows. */
  forget(kind: ForgettableKind, until: number): Promise<number>;
  /** The bytes of all data, without what was deleted. */
  usedBytes(): Promise<number>;
}

interface Kind {
  readonly table: string;
  /** The column with the time of a row. */
  readonly time: string;
  /** The rows that may be forgotten; all by default. */
  readonly condition?: RawBuilder<unknown>;
  /** The rows that are deleted at once, so that other statements wait only for a moment. */
  readonly batch: number;
}

const KINDS = {
  copies: { table: 'cached_pages', time: 'fetched_at', batch: 100 },
  index: { table: 'search_pages', time: 'seen', batch: 100 },
  versions: { table: 'tracked_pages', time: 'seen', batch: 100 },
  answers: { table: 'model_answers', time: 'at', batch: 100 },
  scrapes: { table: 'finished_scrapes', time: 'at', batch: 100 },
  // Its documents and errors are deleted with a job.
  jobs: { table: 'jobs', time: 'ended_at', condition: sql`status <> 'running'`, batch: 1 },
  charges: { table: 'ledger', time: 'at', batch: 1000 },
  feedback: { table: 'feedback', time: 'at', batch: 1000 },
} satisfies Readonly<Record<string, Kind>>;

export class SqlRetention implements RetentionStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async oldest(kind: ForgettableKind): Promise<number | undefined> {
    const { table, time, condition = sql`true` }: Kind = KINDS[kind];
    const query = sql<{
      at: number | null;
    }>`select min(${sql.id(time)}) as at from ${sql.table(table)} where ${condition}`;
    const { rows } = await query.execute(this.#context.db);
    return rows[0]?.at ?? undefined;
  }

  async forget(kind: ForgettableKind, until: number): Promise<number> {
    const { table, time, condition = sql`true`, batch }: Kind = KINDS[kind];
    // The index has tables for its words.
    if (kind === 'index') return this.#context.dialect.search(this.#context).forget(until, batch);
    const isOld = sql`${condition} and ${sql.id(time)} <= `;
    const { rows } = await sql<{ at: number | null }>`select max(at) as at from
      (select ${sql.id(time)} as at from ${sql.table(table)} where ${isOld}${until} order by ${sql.id(time)} limit ${batch})
      as oldest`.execute(this.#context.db);
    const last = rows[0]?.at ?? undefined;
    if (last === undefined) return 0;
    const deletion = await sql`delete from ${sql.table(table)} where ${isOld}${last}`.execute(this.#context.db);
    return Number(deletion.numAffectedRows ?? 0n);
  }

  usedBytes(): Promise<number> {
    return this.#context.dialect.usedBytes(this.#context);
  }
}
