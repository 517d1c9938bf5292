import { sql } from 'kysely';
import type { StoreContext } from '../store-context.js';
import { TABLE_NAMES } from '../table-names.js';

/** What PostgreSQL takes for a row beside its columns: the header of the row, and its place in a page. */
const ROW_BYTES = 28;

interface TableColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * The bytes of all rows as they are stored, without indexes. The size of the files does not say it: they do not shrink when
 * rows are deleted. The rows are read for it, but not the long values, which PostgreSQL keeps apart.
 */
export async function usedBytes({ db }: StoreContext): Promise<number> {
  let bytes = 0;
  for (const table of await columnsOfTables(db)) bytes += await bytesOf(db, table);
  return bytes;
}

async function columnsOfTables(db: StoreContext['db']): Promise<TableColumns[]> {
  const { rows } = await sql<TableColumns>`
    select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() and table_name = any(${[...TABLE_NAMES]}::text[])
    group by table_name`.execute(db);
  return rows;
}

async function bytesOf(db: StoreContext['db'], { table, columns }: TableColumns): Promise<number> {
  const sizes = columns.map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`);
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(${ROW_BYTES}::int + ${sql.join(sizes, sql` + `)}), 0) as bytes
    from ${sql.table(table)}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
