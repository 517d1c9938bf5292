import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Database, Value } from './database.js';
import { FORMAT, isDiskFull, isSqliteError } from './sqlite.js';
import { StorageFull } from './storage-full.js';

/** Thrown for a file that does not have what a file of this version has; its message says what that is. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The whole number by which rows are found; undefined for a table that has none. */
  readonly key: string | undefined;
}

/** Rows at a time: with a few megabytes in each, they still take no longer than a request may wait. */
const ROWS = 50;

/** A copy has other indexes and emptier pages than what it is made of, but not as many more. */
const MOST_GROWTH = 2;
const SPARE_PAGES = 16 * 1024;

/** No packed value of this server is larger: pages and documents are not. */
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;

/** The furthest that dates go, in milliseconds; a whole number beyond is no time, and no count of anything. */
const MOST_NUMBER = 8_640_000_000_000_000n;

/** Smallest of all keys. */
const FIRST = -(2n ** 63n);

const EARLIER =
  'If an earlier version of this server wrote it, start a server with it as the storage file, and export it from there.';

/**
 * Copies the rows of a file into the tables of a database, which has these and no rows yet. The file may come from anywhere:
 * none of its statements is run, what else it has is left alone, and what does not fit is refused. In the schema of the
 * database, `json text` and `json blob` are columns of JSON objects, `packed blob` of what zlib has packed.
 *
 * @param pause is awaited between short pieces of the work, and may throw to end it.
 * @throws UnusableFile for a file that cannot be taken over, and StorageFull when there is no room for it.
 */
export async function copyRows(database: Database, file: string, pause: () => Promise<void>): Promise<void> {
  const tables = tablesOf(database);
  try {
    database.execute('pragma cell_size_check = on');
    const { size } = statSync(file);
    database.get(
      `pragma main.max_page_count = ${Math.ceil(size / pageSize(database, 'main')) * MOST_GROWTH + SPARE_PAGES}`,
    );
    database.run('attach ? as source', file);
    // SQLite takes what is missing of the last page for zeros.
    if (size % pageSize(database, 'source') !== 0) throw new UnusableFile('it breaks off');
    refuseNewer(database);
    for (const table of tables) refuseUnlike(database, table);
    for (const table of tables) {
      refuseDamaged(database, table);
      await pause();
      await copyTable(database, table, pause);
    }
    database.execute('detach source');
  } catch (error) {
    if (error instanceof StorageFull && !isDiskFull(dirname(file))) {
      throw new UnusableFile(`it holds more than ${MOST_GROWTH} times its size`);
    }
    throw isSqliteError(error) ? new UnusableFile(error.message) : error;
  }
}

/** Those with rows of their own, in the order in which they were made: none before what it refers to. */
function tablesOf(database: Database): Table[] {
  const tables = database.all<{ name: string; wr: number }>(`
    select made.name, wr from sqlite_schema as made
    join pragma_table_list as list on list.schema = 'main' and list.name = made.name
    where list.type = 'table' and made.name not like 'sqlite_%' order by made.rowid`);
  return tables.map(({ name, wr }) => {
    const columns = database.all<Column & { pk: number }>(
      'select name, lower(type) as type, pk from pragma_table_info(?)',
      name,
    );
    const key = columns.find(({ pk, type }) => pk > 0 && type === 'integer')?.name ?? 'rowid';
    return { name, columns, key: wr ? undefined : key };
  });
}

function pageSize(database: Database, schema: 'main' | 'source'): number {
  return database.get<{ page_size: number }>(`pragma ${schema}.page_size`)?.page_size ?? 1;
}

function refuseNewer(database: Database): void {
  const { user_version: format = 0 } = database.get<{ user_version: number }>('pragma source.user_version') ?? {};
  if (format > FORMAT) throw new UnusableFile('a newer version of this server wrote it');
}

/** A view, a virtual table and a column that is computed would have expressions of the file run. */
function refuseUnlike(database: Database, { name, columns }: Table): void {
  const sql = "select sql from source.sqlite_schema where type = 'table' and name = ?";
  const made = database.get<{ sql: string }>(sql, name);
  if (!made) throw new UnusableFile(`it has no table ${name}. ${EARLIER}`);
  if (!/^create table /i.test(made.sql)) throw new UnusableFile(`its ${name} is no ordinary table`);
  const theirs = database.all<Column & { hidden: number }>(
    "select name, hidden from pragma_table_xinfo(?, 'source')",
    name,
  );
  for (const column of columns) {
    const found = theirs.find((their) => their.name === column.name);
    if (!found) throw new UnusableFile(`its table ${name} has no column ${column.name}. ${EARLIER}`);
    if (found.hidden !== 0) throw new UnusableFile(`the column ${column.name} of its table ${name} is computed`);
  }
}

/** The first thing that is found says enough: in a file that leads in circles there is no end of them. */
function refuseDamaged(database: Database, { name }: Table): void {
  database.execute('pragma ignore_check_constraints = on');
  const sql = "select quick_check as found from pragma_quick_check(?, 'source') limit 1";
  const found = database.get<{ found: string }>(sql, name)?.found;
  database.execute('pragma ignore_check_constraints = off');
  if (found !== 'ok') throw new UnusableFile(`its table ${name} is damaged: ${found}`);
}

async function copyTable(database: Database, table: Table, pause: () => Promise<void>): Promise<void> {
  const { name, columns, key } = table;
  const names = columns.map((column) => quoted(column.name));
  if (key === undefined) {
    database.run(`insert into main.${quoted(name)} (${names}) select ${names} from source.${quoted(name)} not indexed`);
    refuseUnfit(database, table, 'true');
    return;
  }
  const all = key === 'rowid' ? ['rowid', ...names] : names;
  const insert = `insert into main.${quoted(name)} (${all}) select ${all} from source.${quoted(name)} not indexed
    where ${quoted(key)} >= ? order by ${quoted(key)} limit ${ROWS}`;
  for (let next = FIRST; database.run(insert, next) > 0; await pause()) {
    refuseUnfit(database, table, `${quoted(key)} >= ?`, next);
    const sql = `select max(${quoted(key)}) as last from main.${quoted(name)}`;
    const { last = 0 } = database.get<{ last: number | bigint }>(sql) ?? {};
    next = BigInt(last) + 1n;
  }
}

/** Looks at rows that were copied: what they hold has to be what it is read as. */
function refuseUnfit(database: Database, { name, columns }: Table, condition: string, ...values: Value[]): void {
  const unfit = columns.map((column) => `when ${unfitness(column)} then '${column.name}'`).join(' ');
  const found = database.get<{ column: string }>(
    `select column from (select case ${unfit} end as column from main.${quoted(name)} where ${condition})
     where column is not null limit 1`,
    ...values,
  );
  const packed = columns.filter(({ type }) => type === 'packed blob');
  const wrong = found?.column ?? packed.find((column) => !allUnpack(database, name, column, condition, values))?.name;
  if (wrong !== undefined) throw new UnusableFile(`in its table ${name}, a value of ${wrong} is not what it has to be`);
}

/** An SQL condition that is true for a value that is not of the type of its column. */
function unfitness({ name, type }: Column): string {
  const column = quoted(name);
  const isNoNumber = `coalesce(${column} not between -${MOST_NUMBER} and ${MOST_NUMBER}, false)`;
  if (type === 'integer') return `typeof(${column}) not in ('integer', 'null') or ${isNoNumber}`;
  if (type === 'real') return `typeof(${column}) not in ('integer', 'real', 'null') or ${isNoNumber}`;
  const [storage = ''] = type.split(' ').slice(-1);
  const isOther = `typeof(${column}) not in ('${storage}', 'null')`;
  if (!type.startsWith('json ')) return isOther;
  const json = `cast(${column} as text)`;
  return `${isOther} or iif(json_valid(${json}), json_type(${json}) <> 'object', ${column} is not null)`;
}

function allUnpack(database: Database, table: string, { name }: Column, condition: string, values: Value[]): boolean {
  const sql = `select ${quoted(name)} as packed from main.${quoted(table)} where ${condition} and ${quoted(name)} is not null`;
  try {
    for (const { packed } of database.all<{ packed: Uint8Array }>(sql, ...values)) {
      inflateRawSync(packed, { maxOutputLength: MOST_UNPACKED_BYTES });
    }
    return true;
  } catch {
    return false;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
