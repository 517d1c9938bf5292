import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FillOptions, IsReadable } from '../storage.js';
import { StorageFull } from '../storage-full.js';
import { DERIVED_TABLES } from '../table-names.js';
import { UnusableFile } from '../unusable-file.js';
import type { Database, Value } from './database.js';
import { type Column, invalidColumn, quoteName, type Table } from './invalid-values.js';
import { FORMAT, isDiskFull, isSqliteError } from './sqlite.js';
import { tablesOf } from './tables-of.js';

/** The number of rows per batch. Even if each row has megabytes, a batch takes no longer than a request may wait. */
const BATCH_ROWS = 50;

/** A copy may have other indexes and emptier pages than its source. It is refused when it grows more than this. */
const MAX_GROWTH = 2;
const SPARE_PAGES = 16 * 1024;

/** The smallest integer of SQLite. */
const SMALLEST_KEY = -(2n ** 63n);

const EXPORT_HINT =
  'If an earlier version of this server wrote it, start a server with it as the storage file, and export it from there.';

/**
 * Copies the rows of a file into the empty tables of a database. The file is not trusted: none of its statements is run,
 * other tables are ignored, and invalid rows are refused.
 *
 * @param isReadable says whether JSON is valid in its column.
 * @param pause is awaited between batches, and may throw to end the work.
 * @throws UnusableFile for a file that cannot be imported, and StorageFull when the disk is full.
 */
export async function copyRows(
  database: Database,
  file: string,
  { isReadable, pause }: Pick<FillOptions, 'isReadable' | 'pause'>,
): Promise<void> {
  const tables = tablesOf(database).filter(({ name }) => !isDerived(name));
  try {
    database.execute('pragma cell_size_check = on');
    const { size } = statSync(file);
    database.get(`pragma main.max_page_count = ${Math.ceil(size / pageSizeOf(database)) * MAX_GROWTH + SPARE_PAGES}`);
    // SQLite reads the missing part of the last page as zeros, and may find its schema there.
    if (size % pageSizeInHeader(file) !== 0) throw new UnusableFile('it breaks off');
    database.run('attach ? as source', file);
    refuseNewer(database);
    for (const table of tables) refuseOtherSchema(database, table);
    for (const table of tables) {
      refuseDamaged(database, table);
      await pause();
      await copyTable(database, table, isReadable, pause);
    }
    database.execute('detach source');
  } catch (error) {
    if (error instanceof StorageFull && !isDiskFull(dirname(file))) {
      throw new UnusableFile(`it holds more than ${MAX_GROWTH} times its size`);
    }
    throw isSqliteError(error) ? new UnusableFile(error.message) : error;
  }
}

/** Tables of files alone that follow from others: triggers fill the one, and the whole index is filled with the pages of a copy. */
const DERIVED_HERE = ['job_task_counts', 'unindexed_pages'];

/** Whether the rows of a table follow from those of others. */
function isDerived(table: string): boolean {
  return [...DERIVED_HERE, ...DERIVED_TABLES].includes(table);
}

function pageSizeOf(database: Database): number {
  return database.get<{ page_size: number }>('pragma main.page_size')?.page_size ?? 1;
}

/** The first bytes of every SQLite file. */
const SIGNATURE = 'SQLite format 3\0';

/** The place of the page size in the header of a SQLite file, and the number that stands for the largest size. */
const PAGE_SIZE_OFFSET = 16;
const LARGEST_PAGE = { code: 1, bytes: 65_536 };

/** Returns 1 for a file of another format, which SQLite refuses. */
function pageSizeInHeader(file: string): number {
  const header = Buffer.alloc(PAGE_SIZE_OFFSET + 2);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header);
  } finally {
    closeSync(descriptor);
  }
  if (!header.toString('latin1').startsWith(SIGNATURE)) return 1;
  const size = header.readUInt16BE(PAGE_SIZE_OFFSET);
  return size === LARGEST_PAGE.code ? LARGEST_PAGE.bytes : Math.max(1, size);
}

function refuseNewer(database: Database): void {
  const { user_version: format = 0 } = database.get<{ user_version: number }>('pragma source.user_version') ?? {};
  if (format > FORMAT) throw new UnusableFile('a newer version of this server wrote it');
}

/** Refuses views, virtual tables and generated columns, because they would run expressions of the file. */
function refuseOtherSchema(database: Database, { name, columns }: Table): void {
  const sql = "select sql from source.sqlite_schema where type = 'table' and name = ?";
  const made = database.get<{ sql: string }>(sql, name);
  if (!made) throw new UnusableFile(`it has no table ${name}. ${EXPORT_HINT}`);
  if (!/^create table /i.test(made.sql)) throw new UnusableFile(`its ${name} is no ordinary table`);
  const sourceColumns = database.all<Column & { hidden: number }>(
    "select name, hidden from pragma_table_xinfo(?, 'source')",
    name,
  );
  for (const column of columns) {
    const found = sourceColumns.find((source) => source.name === column.name);
    if (!found) throw new UnusableFile(`its table ${name} has no column ${column.name}. ${EXPORT_HINT}`);
    if (found.hidden !== 0) throw new UnusableFile(`the column ${column.name} of its table ${name} is computed`);
  }
}

/** Reads only the first problem, because a file with cycles has problems without end. */
function refuseDamaged(database: Database, { name }: Table): void {
  database.execute('pragma ignore_check_constraints = on');
  const sql = "select quick_check as found from pragma_quick_check(?, 'source') limit 1";
  const found = database.get<{ found: string }>(sql, name)?.found;
  database.execute('pragma ignore_check_constraints = off');
  if (found !== 'ok') throw new UnusableFile(`its table ${name} is damaged: ${found}`);
}

async function copyTable(
  database: Database,
  table: Table,
  isReadable: IsReadable,
  pause: () => Promise<void>,
): Promise<void> {
  const { name, columns, key } = table;
  const names = columns.map((column) => quoteName(column.name));
  if (key === undefined) {
    database.run(
      `insert into main.${quoteName(name)} (${names}) select ${names} from source.${quoteName(name)} not indexed`,
    );
    refuseInvalidRows(database, table, isReadable, 'true');
    return;
  }
  const all = key === 'rowid' ? ['rowid', ...names] : names;
  const insert = `insert into main.${quoteName(name)} (${all}) select ${all} from source.${quoteName(name)} not indexed
    where ${quoteName(key)} >= ? order by ${quoteName(key)} limit ${BATCH_ROWS}`;
  for (let next = SMALLEST_KEY; database.run(insert, next) > 0; await pause()) {
    refuseInvalidRows(database, table, isReadable, `${quoteName(key)} >= ?`, next);
    const sql = `select max(${quoteName(key)}) as last from main.${quoteName(name)}`;
    const { last = 0 } = database.get<{ last: number | bigint }>(sql) ?? {};
    next = BigInt(last) + 1n;
  }
}

function refuseInvalidRows(
  database: Database,
  table: Table,
  isReadable: IsReadable,
  condition: string,
  ...values: Value[]
): void {
  const column = invalidColumn(database, table, isReadable, condition, values);
  if (column === undefined) return;
  throw new UnusableFile(`in its table ${table.name}, a value of ${column} is not what it has to be`);
}
