import { inconsistencies } from '../consistency.js';
import type { CheckOptions, CheckReport } from '../storage.js';
import type { Database } from './database.js';
import { invalidColumn, quoteName, type Table } from './invalid-values.js';
import { compareMigrations } from './migrations.js';
import { isSqliteError } from './sqlite.js';
import { tablesOf } from './tables-of.js';

/** Rows that are read at once. Even if each has megabytes, they take no longer than a request may wait. */
const BATCH_ROWS = 50;

/** Damages of one table that are told. */
const MAX_DAMAGES = 3;

/** Reads the whole database, and tells what is wrong in it. It changes nothing. */
export async function checkDatabase(database: Database, { isReadable, pause }: CheckOptions): Promise<CheckReport> {
  const problems: string[] = [];
  const { missing, unknown } = compareMigrations(database);
  for (const name of unknown) {
    problems.push(`A newer version of this server has changed the tables: it knows ${name}.`);
  }
  for (const table of tablesOf(database)) {
    await pause();
    problems.push(...(await problemsOf(database, table, { isReadable, pause })));
  }
  await pause();
  problems.push(...brokenReferences(database));
  if (problems.length === 0 && missing.length === 0) {
    const count = async (sql: string) => {
      await pause();
      return database.get<{ rows: number }>(sql)?.rows ?? 0;
    };
    problems.push(...(await inconsistencies(count)));
  }
  return { problems, pendingChanges: missing };
}

async function problemsOf(database: Database, table: Table, options: CheckOptions): Promise<string[]> {
  try {
    const damages = database.all<{ found: string }>(
      `select integrity_check as found from pragma_integrity_check(?) limit ${MAX_DAMAGES}`,
      table.name,
    );
    const problems = damages.filter(({ found }) => found !== 'ok');
    if (problems.length > 0) return problems.map(({ found }) => `The table ${table.name} is damaged: ${found}.`);
    return await invalidValues(database, table, options);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return [`The table ${table.name} cannot be read: ${error.message}.`];
  }
}

async function invalidValues(database: Database, table: Table, { isReadable, pause }: CheckOptions): Promise<string[]> {
  const columns = new Set<string>();
  const check = (condition: string, ...values: (number | bigint)[]) => {
    const column = invalidColumn(database, table, isReadable, condition, values);
    if (column !== undefined) columns.add(column);
  };
  if (table.key === undefined) check('true');
  else {
    for await (const [first, last] of batches(database, table, pause)) {
      check(`${quoteName(table.key)} between ? and ?`, first, last);
    }
  }
  return [...columns].map((column) => `In the table ${table.name}, a value of ${column} is not what it has to be.`);
}

/** The first and last keys of the rows of a table, some rows at a time. */
async function* batches(
  database: Database,
  { name, key = 'rowid' }: Table,
  pause: () => Promise<void>,
): AsyncGenerator<readonly [number | bigint, number | bigint]> {
  const column = quoteName(key);
  const next = `select min(key) as first, max(key) as last from
    (select ${column} as key from main.${quoteName(name)} where ${column} > ? order by ${column} limit ${BATCH_ROWS})`;
  type Batch = { first: number | bigint | null; last: number | bigint | null };
  let batch = database.get<Batch>(next, Number.MIN_SAFE_INTEGER);
  while (batch && batch.first !== null && batch.last !== null) {
    yield [batch.first, batch.last];
    await pause();
    batch = database.get<Batch>(next, batch.last);
  }
}

function brokenReferences(database: Database): string[] {
  const rows = database.all<{ table: string; rows: number }>(
    'select "table", count(*) as rows from pragma_foreign_key_check group by "table"',
  );
  return rows.map(({ table, rows: count }) => `${count} rows of the table ${table} belong to rows that are gone.`);
}
