import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { expect, onTestFinished, test } from 'vitest';
import { isReadable } from '../../contract/stored-json.js';
import { checkDatabase } from './check-database.js';
import type { Database } from './database.js';
import { MIGRATIONS, migrate } from './migrations.js';
import { openDatabase } from './sqlite.js';

function opened(migrations = MIGRATIONS): Database {
  const database = openDatabase();
  onTestFinished(() => database.close());
  migrate(database, migrations);
  return database;
}

const check = (database: Database) => checkDatabase(database, isReadable);

const addJob = (database: Database, status: string) =>
  database.execute(`
    insert into jobs (number, id, kind, team, status, request, created_at, expires_at)
    values (1, 'one', 'crawl', 'a', '${status}', '{}', 1, 2);
    insert into job_tasks (job, key, task, state) values (1, 'a', '{}', 'waiting')`);

test('finds nothing in new tables, in a job with its tasks, and in a monitor with its checks', async () => {
  const database = opened();
  addJob(database, 'running');
  database.execute(`
    insert into monitors (id, team, monitor) values ('m', 'a', '{}');
    insert into monitor_checks (id, monitor, status, created, record) values ('c', 'm', 'running', 1, '{}');
    insert into monitor_snapshots values ('m', 't', 'u', '{}')`);
  expect(await checkDatabase(database, () => true)).toEqual({
    problems: [],
    version: MIGRATIONS.at(-1)?.name,
    pendingChanges: [],
  });
});

test.each([
  ['a job without a task', 'running', 'delete from job_tasks', '1 jobs run, but have no task.'],
  [
    'text that is not JSON',
    'running',
    "update job_tasks set task = 'x'",
    'In the table job_tasks, a value of task is not what it has to be.',
  ],
  [
    'a row whose job is gone',
    'running',
    'pragma foreign_keys = off; delete from jobs; pragma foreign_keys = on',
    '1 rows of the table job_tasks belong to rows that are gone.',
  ],
  [
    'a policy that the contract does not allow',
    'running',
    `insert into threat_policies values ('a', '{"mode":7}')`,
    'In the table threat_policies, a value of policy is not what it has to be.',
  ],
])('finds %s', async (_, status, change, problem) => {
  const database = opened();
  addJob(database, status);
  if (change !== '') database.execute(change);
  const { problems } = await check(database);
  expect(problems[0]).toContain(problem);
});

test('finds an index that lacks a row', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-check-')), 'damaged.db');
  const database = openDatabase(file);
  migrate(database);
  database.execute('create table things (a); create index things_by_a on things (a)');
  database.close();
  // The SQLite of Node.js refuses such changes.
  const connection = new sqlite.Database(file);
  const redefine = (column: string) => `pragma writable_schema = on;
    update sqlite_schema set sql = 'create index things_by_a on things (${column})' where name = 'things_by_a';
    pragma writable_schema = reset;`;
  connection.exec(`pragma locking_mode = exclusive; ${redefine('a) where (false')}
    insert into things values (1); ${redefine('a')}`);
  connection.close();
  const damaged = openDatabase(file);
  onTestFinished(() => damaged.close());
  expect((await check(damaged)).problems[0]).toMatch(/^The table things is damaged: /);
});

test('names the changes that the next start makes, and makes none', async () => {
  const database = opened(MIGRATIONS.slice(0, -1));
  const [version, last] = MIGRATIONS.slice(-2).map(({ name }) => name);
  const expected = { problems: [], version, pendingChanges: [last] };
  expect(await check(database)).toEqual(expected);
  expect(await check(database)).toEqual(expected);
});

test('reads all rows of a table, some at a time', async () => {
  const database = opened();
  database.transaction(() => {
    for (let page = 0; page < 2200; page++) {
      database.run("insert into recordings values (?, '{}', x'')", `page ${page}`);
    }
  });
  database.execute("update recordings set about = 'x' where key = 'page 2199'");
  expect((await check(database)).problems).toEqual([
    'In the table recordings, a value of about is not what it has to be.',
  ]);
});
