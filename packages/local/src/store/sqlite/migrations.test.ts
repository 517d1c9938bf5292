import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from './database.js';
import { compareMigrations, MIGRATIONS, migrate } from './migrations.js';
import { openDatabase } from './sqlite.js';
import { tablesOf } from './tables-of.js';

function opened(): Database {
  const database = openDatabase();
  onTestFinished(() => database.close());
  return database;
}

/** Without the counters of SQLite, which remain when the last table with one is gone. */
const schema = (database: Database) =>
  database.all("select type, name, sql from sqlite_schema where name <> 'sqlite_sequence' order by name");

/** A database as it was before the migration of this name. */
function before(name: string): Database {
  const database = opened();
  const position = MIGRATIONS.findIndex((migration) => migration.name === name);
  expect(position).toBeGreaterThan(-1);
  migrate(database, MIGRATIONS.slice(0, position));
  return database;
}

describe('the migrations', () => {
  test.each(MIGRATIONS.map(({ name }) => name))('give a file from before %s the tables of a new one', (name) => {
    const database = before(name);
    migrate(database);
    const current = opened();
    migrate(current);
    expect(schema(database)).toEqual(schema(current));
  });

  test('leave in an empty database what they left in the first one, in the same order', () => {
    const [first, second] = [opened(), opened()];
    // A list of its own is made one by one.
    migrate(first, [...MIGRATIONS]);
    migrate(second);
    expect(schema(second)).toEqual(schema(first));
    expect(tablesOf(second)).toEqual(tablesOf(first));
    expect(compareMigrations(second)).toEqual(compareMigrations(first));
  });

  test('are made once', () => {
    const database = opened();
    let runs = 0;
    const migrations = [{ name: 'one', run: () => void runs++ }];
    migrate(database, migrations);
    migrate(database, migrations);
    expect(runs).toBe(1);
  });

  test('change nothing when one of them fails', () => {
    const database = opened();
    const failing = {
      name: 'two',
      run: (changed: Database) => {
        changed.execute('create table two (a)');
        throw new Error('not this time');
      },
    };
    const one = { name: 'one', run: (changed: Database) => changed.execute('create table one (a)') };
    expect(() => migrate(database, [one, failing])).toThrow('not this time');
    expect(schema(database)).toEqual([]);
  });

  test('refuse a file with a migration that is not known', () => {
    const database = opened();
    migrate(database, [...MIGRATIONS, { name: '9999-later', run: () => undefined }]);
    expect(() => migrate(database)).toThrow('newer version of this server, which knows 9999-later');
  });
});

test('charges of one job become one entry', () => {
  const database = before('0002-unique-charges');
  database.execute(`
    insert into ledger (team, endpoint, credits, job_id, at, position) values
      ('a', 'crawl', 1, 'one', 1, 1), ('a', 'crawl', 2, 'one', 2, 2), ('b', 'crawl', 4, 'one', 3, 1);
  `);
  migrate(database);
  expect(database.all('select team, credits, at from ledger order by seq')).toEqual([
    { team: 'a', credits: 3, at: 1 },
    { team: 'b', credits: 4, at: 3 },
  ]);
});

test('a crawl under way goes on with the pages that were left, and an ended one keeps its documents', () => {
  const database = before('0003-jobs');
  database.execute(`
    insert into page_jobs (number, id, kind, team, status, request, progress, created_at, expires_at, completed) values
      (1, 'under-way', 'crawl', 'a', 'scraping', '{"url":"http://a.example/"}', '{"start":"visited"}', 1, 2, 1),
      (2, 'ended', 'batch_scrape', 'a', 'completed', '{"url":"http://b.example/"}', '{}', 1, 2, 1);
    insert into page_job_documents (job, position, bytes, document) values (2, 0, 2, '{}');
    insert into page_job_frontier (position, job, key, url, depth, state) values
      (1, 1, 'a', 'http://a.example/', 0, 'done'), (2, 1, 'b', 'http://a.example/b', 1, 'waiting'),
      (3, 1, 'c', 'http://a.example/c', 1, 'running'), (4, 1, 'd', '', 0, 'done'), (5, 2, 'e', 'http://b.example/', 0, 'done');
  `);
  migrate(database);
  expect(database.all('select id, status, progress from jobs order by number')).toEqual([
    { id: 'under-way', status: 'running', progress: '{"start":"visited"}' },
    { id: 'ended', status: 'completed', progress: null },
  ]);
  expect(database.all('select key, task, state from job_tasks order by position')).toEqual([
    { key: 'a', task: '{"url":"http://a.example/","depth":0}', state: 'done' },
    { key: 'b', task: '{"url":"http://a.example/b","depth":1}', state: 'waiting' },
    { key: 'c', task: '{"url":"http://a.example/c","depth":1}', state: 'waiting' },
    { key: 'd', task: '{}', state: 'done' },
  ]);
  database.run('delete from jobs where number = 2');
  expect(database.all('select job from page_job_documents')).toEqual([]);
});

test('an agent under way goes on after its last step, and an ended one keeps its result', () => {
  const database = before('0005-model-jobs');
  database.execute(`
    insert into jobs (number, id, kind, team, status, request, created_at, expires_at)
      values (7, 'crawl', 'crawl', 'a', 'completed', '{}', 1, 2);
    insert into model_jobs (number, id, kind, team, status, request, progress, steps, result, created_at, expires_at) values
      (7, 'under-way', 'agent', 'a', 'processing', '{"prompt":"x"}', '{"messages":[]}', 3, null, 1, 2),
      (8, 'ended', 'extract', 'a', 'completed', '{"prompt":"y"}', null, 1, '{"data":1}', 1, 2);
  `);
  migrate(database);
  expect(database.all('select id, status, progress, completed, result from jobs order by number')).toEqual([
    { id: 'crawl', status: 'completed', progress: null, completed: 0, result: null },
    { id: 'under-way', status: 'running', progress: '{"messages":[]}', completed: 3, result: null },
    { id: 'ended', status: 'completed', progress: null, completed: 1, result: '{"data":1}' },
  ]);
  const tasks = 'select id, key, task, state from job_tasks join jobs on number = job';
  expect(database.all(tasks)).toEqual([{ id: 'under-way', key: 'work', task: '{}', state: 'waiting' }]);
});

test('checks under way and what was not delivered become jobs, and an ended check stays as it is', () => {
  const database = before('0007-checks-and-deliveries');
  database.execute(`
    insert into jobs (number, id, kind, team, status, request, created_at, expires_at)
      values (7, 'crawl', 'crawl', 'a', 'running', '{}', 1, 2);
    insert into job_tasks (job, key, task, state) values (7, 'page', '{}', 'waiting');
    insert into monitors (id, team, monitor) values
      ('tea', 'b', '{"id":"tea","targets":[{"id":"t1","type":"scrape"},{"id":"t2","type":"crawl"}]}');
    insert into monitor_checks (id, monitor, status, created, record) values
      ('ended', 'tea', 'completed', 1, '{}'), ('queued', 'tea', 'queued', 2, '{}'),
      ('running', 'tea', 'running', 3, '{"startedAt":"2026-01-01T00:00:00.000Z"}'), ('lost', 'gone', 'queued', 4, '{}');
    insert into webhook_outbox (position, queue, url, headers, body) values
      (1, 'crawl', 'http://r/', '{"x-mine":"1"}', '{"type":"crawl.started","id":"crawl"}'),
      (2, 'ended', 'http://r/', '{}', '{"type":"monitor.page","id":"ended"}'),
      (3, 'crawl', 'http://r/', '{}', '{"type":"crawl.page","id":"crawl"}');
  `);
  migrate(database);
  const jobs = 'select id, kind, team, status, request, progress from jobs where number <> 7 order by number';
  const monitor = '{"id":"tea","targets":[{"id":"t1","type":"scrape"},{"id":"t2","type":"crawl"}]}';
  const check = { kind: 'check', team: 'b', status: 'running', request: `{"monitor":${monitor}}` };
  const queue = { kind: 'webhook', status: 'running', progress: null };
  expect(database.all(jobs)).toEqual([
    { ...check, id: 'queued', progress: null },
    { ...check, id: 'running', progress: '{"startedAt":"2026-01-01T00:00:00.000Z"}' },
    { ...queue, id: 'events:crawl', team: 'a', request: '{"about":"crawl"}' },
    { ...queue, id: 'events:ended', team: 'b', request: '{"about":"ended"}' },
  ]);
  const tasks =
    'select id, key, task, state, attempts from job_tasks join jobs on number = job order by number, position';
  const waiting = { state: 'waiting', attempts: 0 };
  const [first, second] = ['{"id":"t1","type":"scrape"}', '{"id":"t2","type":"crawl"}'];
  const event = (id: string, key: string, type: string, headers = '{}') => ({
    ...waiting,
    id: `events:${id}`,
    key,
    task: `{"url":"http://r/","headers":${headers},"event":{"type":"${type}","id":"${id}"}}`,
  });
  expect(database.all(tasks)).toEqual([
    { ...waiting, id: 'crawl', key: 'page', task: '{}' },
    { ...waiting, id: 'queued', key: '0', task: first },
    { ...waiting, id: 'queued', key: '1', task: second },
    { ...waiting, id: 'running', key: '0', task: first },
    { ...waiting, id: 'running', key: '1', task: second },
    event('crawl', '1', 'crawl.started', '{"x-mine":"1"}'),
    event('crawl', '3', 'crawl.page'),
    event('ended', '2', 'monitor.page'),
  ]);
});

test('the tasks that wait are counted, of jobs of before and whatever becomes of them', () => {
  const database = before('0018-task-counts');
  const add = (job: number, ...keys: string[]) => {
    for (const key of keys) {
      database.run(
        "insert into job_tasks (job, key, task, state) values (?, ?, '{}', 'waiting') on conflict do nothing",
        job,
        key,
      );
    }
  };
  const counted = () => database.all('select job, open from job_task_counts where open <> 0 order by job');
  const waiting = () =>
    database.all("select job, count(*) as open from job_tasks where state = 'waiting' group by job order by job");
  database.execute(`
    insert into jobs (number, id, kind, team, status, request, created_at, expires_at) values
      (1, 'one', 'crawl', 'a', 'running', '{}', 1, 2), (2, 'two', 'crawl', 'a', 'running', '{}', 1, 2);
  `);
  add(1, 'a', 'b', 'c');
  migrate(database);
  expect(counted()).toEqual([{ job: 1, open: 3 }]);
  add(1, 'c', 'd', 'e');
  add(2, 'a', 'b');
  database.execute("update job_tasks set state = 'done' where key = 'a'; update job_tasks set attempts = 1");
  database.execute("delete from job_tasks where key in ('a', 'd')");
  expect(counted()).toEqual(waiting());
  database.execute('delete from jobs where number = 1');
  expect(counted()).toEqual([{ job: 2, open: 1 }]);
  expect(database.all('select job from job_task_counts')).toEqual([{ job: 2 }]);
});
