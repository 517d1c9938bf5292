import { type Kysely, sql } from 'kysely';
import { markAsCopy } from '../sqlite/copy-mark.js';
import type { Database, Value } from '../sqlite/database.js';
import { fillIndexes } from '../sqlite/import-file.js';
import type { Table } from '../sqlite/invalid-values.js';
import { openStores } from '../sqlite/open-stores.js';
import { DURABLE, openFile } from '../sqlite/sqlite.js';
import { tablesOf } from '../sqlite/tables-of.js';
import { inTransaction, type StoreContext } from '../store-context.js';
import { TABLE_NAMES } from '../table-names.js';
import type { Tables } from '../tables.js';
import { PostgresSearch } from './search-store.js';
import { EMPTIED_TABLES } from './stored-tables.js';

/** Rows that are read and written at once. Each may have megabytes. */
const BATCH_ROWS = 50;

type Row = Readonly<Record<string, Value>>;

/** A table with the columns that both databases have. */
interface CopiedTable extends Pick<Table, 'name' | 'key'> {
  readonly columns: readonly string[];
}

/** A column whose numbers the database gives. */
interface NumberedColumn {
  readonly table: string;
  readonly column: string;
}

/** Fills the tables with the rows of a file of this version, in place of what they have: all of them, or none. */
export function copyFromFile(context: StoreContext, database: Database): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    await sql.raw(`truncate ${EMPTIED_TABLES.join(', ')}`).execute(db);
    const numberedColumns = await numberedColumnsOf(db);
    for (const table of copiedTables(database, numberedColumns)) {
      for (const rows of batchesOf(database, table)) await insertRows(db, table, rows);
    }
    await sql`insert into ledger_positions select team, max(position) from ledger group by team`.execute(db);
    await fillIndexes({ search: new PostgresSearch(transaction) });
    for (const column of numberedColumns) await goOnCounting(db, column);
  });
}

/** Writes all rows, as they are at one moment, to a new file of this version. */
export async function copyToFile({ db, clock }: Pick<StoreContext, 'db' | 'clock'>, file: string): Promise<void> {
  const database = openFile(file, DURABLE);
  try {
    const stores = openStores(database, clock);
    const snapshot = db.transaction().setIsolationLevel('repeatable read');
    await snapshot.execute(async (transaction) => {
      // A table that is emptied meanwhile would be empty in the snapshot, too.
      await sql.raw(`lock table ${TABLE_NAMES.join(', ')} in access share mode`).execute(transaction);
      const numberedColumns = await numberedColumnsOf(transaction);
      for (const table of copiedTables(database, numberedColumns)) await copyTable(transaction, database, table);
    });
    await fillIndexes(stores);
    await stores.close();
    markAsCopy(database);
  } finally {
    database.close();
  }
}

/** Each table after those that it refers to. The order of rows without a number stands in `rowid`. */
function copiedTables(database: Database, numberedColumns: readonly NumberedColumn[]): CopiedTable[] {
  const tables = tablesOf(database);
  return TABLE_NAMES.flatMap((tableName) =>
    tables
      .filter(({ name }) => name === tableName)
      .map(({ name, columns, key }) => {
        const hasRowid = numberedColumns.some(({ table, column }) => table === name && column === 'rowid');
        return { name, key, columns: [...(hasRowid ? ['rowid'] : []), ...columns.map((column) => column.name)] };
      }),
  );
}

const quotedList = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

function* batchesOf(database: Database, { name, key, columns }: CopiedTable): Generator<Row[]> {
  const select = `select ${quotedList(columns)}`;
  if (key === undefined) {
    for (let offset = 0; ; offset += BATCH_ROWS) {
      const rows = database.all<Row>(`${select} from "${name}" limit ${BATCH_ROWS} offset ?`, offset);
      if (rows.length === 0) return;
      yield rows;
    }
  }
  const query = `${select}, "${key}" as last from "${name}" where "${key}" > ? order by "${key}" limit ${BATCH_ROWS}`;
  for (let last: Value = Number.MIN_SAFE_INTEGER; ; ) {
    const rows: Row[] = database.all<Row>(query, last);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.last ?? null;
  }
}

async function insertRows(db: Kysely<Tables>, { name, columns }: CopiedTable, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  await sql`insert into ${sql.table(name)} (${sql.raw(quotedList(columns))}) values ${sql.join(values)}`.execute(db);
}

async function copyTable(db: Kysely<Tables>, database: Database, { name, columns }: CopiedTable): Promise<void> {
  const insert = `insert into "${name}" (${quotedList(columns)}) values (${columns.map(() => '?').join(', ')})`;
  const order = columns[0] === 'rowid' ? 'order by rowid' : '';
  const select = `select ${quotedList(columns)} from "${name}" ${order}`;
  await sql.raw(`declare copied_rows no scroll cursor for ${select}`).execute(db);
  for (;;) {
    const { rows } = await sql.raw<Row>(`fetch ${BATCH_ROWS} from copied_rows`).execute(db);
    if (rows.length === 0) break;
    database.transaction(() => {
      for (const row of rows) database.run(insert, ...columns.map((column) => row[column] ?? null));
    });
  }
  await sql.raw('close copied_rows').execute(db);
}

async function numberedColumnsOf(db: Kysely<Tables>): Promise<NumberedColumn[]> {
  const { rows } = await sql<NumberedColumn>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'
    and table_name = any(${[...TABLE_NAMES]}::text[])`.execute(db);
  return rows;
}

/** The next row gets the number after the last one. */
async function goOnCounting(db: Kysely<Tables>, { table, column }: NumberedColumn): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
    (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(db);
}
