import { inconsistencies, newerVersion } from '../consistency.js';
import type { CheckReport, IsReadable } from '../storage.js';
import type { Database } from './database.js';
import { invalidColumn, quoteName, type Table } from './invalid-values.js';
import { compareMigrations } from './migrations.js';
import { isSqliteError, openSnapshot } from './sqlite.js';
import { tablesOf } from './tables-of.js';

/** Rows that are read at once: the memory that it takes does not grow with a table. */
const BATCH_ROWS = 1000;

/** Damages of one table that are told. */
const MAX_DAMAGES = 3;

/** Checks a snapshot of a database, as `checkDatabase` does. */
export async function checkSnapshotFile(file: string, isReadable: IsReadable): Promise<CheckReport> {
  const database = openSnapshot(file);
  try {
    return await checkDatabase(database, isReadable);
  } finally {
    database.close();
  }
}

/** Reads the whole database, and tells what is wrong in it. It changes nothing. */
export async function checkDatabase(database: Database, isReadable: IsReadable): Promise<CheckReport> {
  const { names, missing, unknown } = compareMigrations(database);
  const problems = unknown.map(newerVersion);
  for (const table of tablesOf(database)) problems.push(...problemsOf(database, table, isReadable));
  problems.push(...brokenReferences(database));
  if (problems.length === 0 && missing.length === 0) {
    problems.push(...(await inconsistencies(async (sql) => database.get<{ rows: number }>(sql)?.rows ?? 0)));
  }
  return { problems, version: names.at(-1), pendingChanges: missing };
}

function problemsOf(database: Database, table: Table, isReadable: IsReadable): string[] {
  try {
    const damages = database.all<{ found: string }>(
      `select integrity_check as found from pragma_integrity_check(?) limit ${MAX_DAMAGES}`,
      table.name,
    );
    const problems = damages.filter(({ found }) => found !== 'ok');
    if (problems.length > 0) return problems.map(({ found }) => `The table ${table.name} is damaged: ${found}.`);
    return invalidValues(database, table, isReadable);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return [`The table ${table.name} cannot be read: ${error.message}.`];
  }
}

function invalidValues(database: Database, table: Table, isReadable: IsReadable): string[] {
  const columns = new Set<string>();
  const check = (condition: string, ...values: (number | bigint)[]) => {
    const column = invalidColumn(database, table, isReadable, condition, values);
    if (column !== undefined) columns.add(column);
  };
  if (table.key === undefined) check('true');
  else {
    for (const [first, last] of batches(database, table)) {
      check(`${quoteName(table.key)} between ? and ?`, first, last);
    }
  }
  return [...columns].map((column) => `In the table ${table.name}, a value of ${column} is not what it has to be.`);
}

/** The first and last keys of the rows of a table, some rows at a time. */
function* batches(
  database: Database,
  { name, key = 'rowid' }: Table,
): Generator<readonly [number | bigint, number | bigint]> {
  const column = quoteName(key);
  const next = `select min(key) as first, max(key) as last from
    (select ${column} as key from main.${quoteName(name)} where ${column} > ? order by ${column} limit ${BATCH_ROWS})`;
  type Batch = { first: number | bigint | null; last: number | bigint | null };
  let batch = database.get<Batch>(next, Number.MIN_SAFE_INTEGER);
  while (batch && batch.first !== null && batch.last !== null) {
    yield [batch.first, batch.last];
    batch = database.get<Batch>(next, batch.last);
  }
}

function brokenReferences(database: Database): string[] {
  const rows = database.all<{ table: string; rows: number }>(
    'select "table", count(*) as rows from pragma_foreign_key_check group by "table"',
  );
  return rows.map(({ table, rows: count }) => `${count} rows of the table ${table} belong to rows that are gone.`);
}
