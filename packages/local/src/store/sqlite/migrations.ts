import type { Database } from './database.js';
import { addTables } from './migrations/0001-tables.js';
import { makeChargesUnique } from './migrations/0002-unique-charges.js';
import { makeJobsGeneral } from './migrations/0003-jobs.js';
import { indexSizes } from './migrations/0004-index-sizes.js';
import { moveModelJobs } from './migrations/0005-model-jobs.js';
import { addApiKeys } from './migrations/0006-api-keys.js';
import { makeChecksAndDeliveriesJobs } from './migrations/0007-checks-and-deliveries.js';
import { indexAges } from './migrations/0008-ages.js';
import { addTaskAges } from './migrations/0009-task-ages.js';
import { addScrapePlaces } from './migrations/0010-scrape-places.js';
import { indexScrapeSizes } from './migrations/0011-scrape-sizes.js';
import { addCreditUse } from './migrations/0012-credit-use.js';
import { prepareRemoval } from './migrations/0013-removal.js';
import { addEventOrder } from './migrations/0014-event-order.js';
import { indexExpiredKeys } from './migrations/0015-expired-keys.js';
import { addDeviceLogins } from './migrations/0016-device-logins.js';
import { addPackedDocuments } from './migrations/0017-packed-documents.js';
import { addTaskCounts } from './migrations/0018-task-counts.js';
import { addUnindexedPages } from './migrations/0019-unindexed-pages.js';

/** A change of the tables. It is never edited after a release: files that had it do not get it again. */
interface Migration {
  readonly name: string;
  run(database: Database): void;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-tables', run: addTables },
  { name: '0002-unique-charges', run: makeChargesUnique },
  { name: '0003-jobs', run: makeJobsGeneral },
  { name: '0004-index-sizes', run: indexSizes },
  { name: '0005-model-jobs', run: moveModelJobs },
  { name: '0006-api-keys', run: addApiKeys },
  { name: '0007-checks-and-deliveries', run: makeChecksAndDeliveriesJobs },
  { name: '0008-ages', run: indexAges },
  { name: '0009-task-ages', run: addTaskAges },
  { name: '0010-scrape-places', run: addScrapePlaces },
  { name: '0011-scrape-sizes', run: indexScrapeSizes },
  { name: '0012-credit-use', run: addCreditUse },
  { name: '0013-removal', run: prepareRemoval },
  { name: '0014-event-order', run: addEventOrder },
  { name: '0015-expired-keys', run: indexExpiredKeys },
  { name: '0016-device-logins', run: addDeviceLogins },
  { name: '0017-packed-documents', run: addPackedDocuments },
  { name: '0018-task-counts', run: addTaskCounts },
  { name: '0019-unindexed-pages', run: addUnindexedPages },
];

/** The table of the names of the migrations that a file had. */
export const MIGRATIONS_TABLE = 'migrations';

/** The changes that a file has had, those that it has not had, and those that it had and this version does not know. */
export function compareMigrations(database: Database, migrations: readonly Migration[] = MIGRATIONS) {
  const hasNames = database.get('select 1 from sqlite_schema where name = ?', MIGRATIONS_TABLE) !== undefined;
  const names = hasNames
    ? database.all<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`).map(({ name }) => name)
    : [];
  const known = migrations.map(({ name }) => name);
  return {
    names: names.sort(),
    missing: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
  };
}

/**
 * Makes those changes of the tables, in their order, that the file has not had. All of them are stored, or none.
 *
 * @param migrations is shorter in tests of how a migration changes what was stored before it.
 * @throws Error for a file with a change that this version does not know.
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  database.transaction(() => {
    database.execute(`create table if not exists ${MIGRATIONS_TABLE} (name text primary key) without rowid`);
    const { missing, unknown } = compareMigrations(database, migrations);
    if (unknown[0] !== undefined) {
      throw new Error(`The storage was written by a newer version of this server, which knows ${unknown[0]}.`);
    }
    if (migrations === MIGRATIONS && isEmpty(database)) {
      createTables(database);
      return;
    }
    for (const { name, run } of migrations) {
      if (!missing.includes(name)) continue;
      run(database);
      database.run(`insert into ${MIGRATIONS_TABLE} values (?)`, name);
    }
  });
}

const isEmpty = (database: Database) =>
  database.all('select 1 from sqlite_schema where name <> ? limit 1', MIGRATIONS_TABLE).length === 0;

/** The statements that make the tables of this version, once the first empty database of this process has had all migrations. */
let tables: string | undefined;

/** Gives an empty database the tables that all migrations leave, which is much faster than to make these one by one. */
function createTables(database: Database): void {
  if (tables === undefined) {
    for (const { run } of MIGRATIONS) run(database);
    tables = tableStatements(database);
  } else {
    database.execute(tables);
  }
  for (const { name } of MIGRATIONS) database.run(`insert into ${MIGRATIONS_TABLE} values (?)`, name);
}

/** In order of creation, but for the indexes, which follow the tables. Those without a statement come with their table. */
function tableStatements(database: Database): string {
  const statements = database.all<{ sql: string }>(
    `select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' and name <> ?
     order by type = 'table' desc, rowid`,
    MIGRATIONS_TABLE,
  );
  return statements.map(({ sql }) => sql).join(';\n');
}
