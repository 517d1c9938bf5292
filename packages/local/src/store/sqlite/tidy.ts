import { CompiledQuery, type Kysely, sql } from 'kysely';
import { inSlices } from '../../base/event-loop.js';
import { inTransaction, type StoreContext } from '../store-context.js';
import type { Tables } from '../tables.js';
import { INCREMENTAL_VACUUM } from './sqlite.js';
import { deleteMerge, merge, WORD_INDEXES } from './word-indexes.js';

/** The share of deleted rows, in percent, from which on a part of an index is written anew: the default of FTS5. */
const DELETED_PERCENT = 10;

/** Free pages that stay in the file for what is stored next, as a share of the file, and at least 16 MB. */
const KEPT_FREE_SHARE = 1 / 8;
const MIN_KEPT_FREE_PAGES = 4096;

/**
 * Gives back what deleted data still takes: the words of deleted rows, and pages of the file that are free. It works in slices,
 * so that others wait only for a moment, and goes on another time when it is interrupted.
 */
export async function tidy(context: StoreContext, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql.raw<{ name: string }>(WORD_INDEXES).execute(context.db);
  for (const { name } of rows) {
    await inSlices(async (pages) => ((await mergeDeleted(context, name, pages)) ? pages : 0), signal);
  }
  let excess = await excessPages(context);
  await inSlices(async (size) => {
    const pages = Math.min(size, excess);
    if (pages > 0) await run(context.db, `pragma incremental_vacuum(${pages})`);
    excess -= pages;
    return pages;
  }, signal);
}

/** Thrown to undo a transaction that has changed nothing that matters. */
const NOTHING_DONE = new Error('The index has nothing to merge.');

/** Writes a part of an index anew, without its deleted rows; returns whether there was any. */
async function mergeDeleted(context: StoreContext, name: string, pages: number): Promise<boolean> {
  try {
    await inTransaction(context, async ({ db }) => {
      await run(db, deleteMerge(name, DELETED_PERCENT));
      const before = await totalChanges(db);
      await run(db, merge(name, pages));
      const changes = (await totalChanges(db)) - before;
      await run(db, deleteMerge(name, 0));
      // The command itself counts as a change.
      if (changes < 2) throw NOTHING_DONE;
    });
    return true;
  } catch (error) {
    if (error !== NOTHING_DONE) throw error;
    return false;
  }
}

async function totalChanges(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** How many free pages the file has beyond those that stay. A file that cannot be made smaller piece by piece has none. */
async function excessPages({ db }: StoreContext): Promise<number> {
  const { rows } = await sql<{ pages: number; free: number; mode: number }>`
    select page_count as pages, freelist_count as free, auto_vacuum as mode
    from pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`.execute(db);
  const [{ pages, free, mode } = { pages: 0, free: 0, mode: 0 }] = rows;
  return mode === INCREMENTAL_VACUUM ? free - Math.max(MIN_KEPT_FREE_PAGES, Math.floor(pages * KEPT_FREE_SHARE)) : 0;
}

function run(db: Kysely<Tables>, statement: string): Promise<unknown> {
  return db.executeQuery(CompiledQuery.raw(statement));
}
