import { createVirtualClock } from '@trawl/base/clock';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.js';
import { createDatabase, dropDatabase, sharedServer } from '../../../test/postgres/database.js';
import { searchQuestion } from '../../../test/search-question.js';
import { StoredSearchIndex } from '../../search/search-index.js';
import { DatabaseAway } from '../database-away.js';
import { sharedOf } from '../shared-stores.js';
import { NO_OBSERVER } from '../store-context.js';
import { checkAt } from './check.js';
import { MIGRATIONS, migrate } from './migrations.js';
import { PostgresSearch } from './search-store.js';
import { openPostgresStorage, type PostgresStorage } from './storage.js';

describe.skipIf('missing' in sharedServer)('a storage in PostgreSQL', () => {
  const open = (databaseUrl: string) =>
    openPostgresStorage(
      { url: databaseUrl, maxConnections: 4 },
      { clock: createVirtualClock(), observer: NO_OBSERVER },
    );
  let url: string;
  let storage: PostgresStorage;
  beforeAll(async () => {
    url = await createDatabase();
    storage = await open(url);
  });
  afterAll(async () => {
    await storage.close();
    await dropDatabase(url);
  });

  async function query(statement: string) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const charge = (jobId: string) => ({ team: 'a', endpoint: 'scrape', credits: 1, jobId, target: null });

  test('makes its tables once, also when several processes start at once', async () => {
    const others = await Promise.all([open(url), open(url), open(url)]);
    await Promise.all(others.map((other) => other.close()));
    const names = (await query('select name from trawl_migrations order by name')).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names[0]).toBe('0001-tables');
  });

  test('finds pages that there is no time to rank, those with the words in the heading first, and says so', async () => {
    const search = new PostgresSearch(storage.context(), 0);
    const index = new StoredSearchIndex({ search }, createVirtualClock());
    const nothing = { description: '', links: '', contentType: 'text/html', isArticle: false, seenAt: 0 };
    const add = (page: number, title: string) => {
      const images = [{ url: `https://a.example/${page}.png`, alt: 'A zebra', width: 1, height: 1 }];
      const entry = { ...nothing, url: `https://a.example/${page}`, title, text: `zebra ${page}`, images };
      return index.add(storage.openStores(), 'one', entry);
    };
    for (let page = 0; page < 30; page++) await add(page, page === 20 ? 'A zebra' : '');
    const { web, warnings } = await index.search(searchQuestion('zebra'), new AbortController().signal);
    expect(web).toHaveLength(10);
    expect(web[0]?.url).toBe('https://a.example/20');
    const words = { required: [], words: [[{ text: 'zebra' }]], excluded: [] };
    expect(await search.images('one', { words, condition: undefined, sizes: [], limit: 5 })).toHaveLength(5);
    expect(warnings).toEqual([expect.stringMatching(/^More pages have these words than could be ranked/)]);
  });

  test('is checked without a change of its tables', async () => {
    const lastChange = '(select max(name) from trawl_migrations)';
    const [{ name }] = await query(`select ${lastChange} as name`);
    await query(`delete from trawl_migrations where name = '${name}'`);
    for (let run = 0; run < 2; run++) {
      expect(await checkAt({ url, maxConnections: 1 })).toMatchObject({ problems: [], pendingChanges: [name] });
    }
    await query(`insert into trawl_migrations values ('${name}')`);
    expect(await checkAt({ url, maxConnections: 1 })).toEqual({ problems: [], version: name, pendingChanges: [] });
  });

  test('is a copy where it was restored in another database, until it is taken into use there', async () => {
    expect(await storage.isCopy()).toBe(false);
    // A dump of the original has its comments.
    const [{ comment }] = await query("select obj_description('jobs'::regclass, 'pg_class') as comment");
    await query(`comment on table jobs is '${String(comment).replace(/database \d+/, 'database 1')}'`);
    const restored = await open(url);
    expect(await restored.isCopy()).toBe(true);
    await restored.takeIntoUse();
    expect(await restored.isCopy()).toBe(false);
    await restored.close();
  });

  test('is refused when a newer version has changed its tables, unless both may work beside each other', async () => {
    await query("insert into trawl_migrations values ('9998-later', true)");
    await (await open(url)).close();
    await query("insert into trawl_migrations values ('9999-later', false)");
    await expect(open(url)).rejects.toThrow(
      /^The database cannot be opened \(PostgreSQL at 127\.0\.0\.1:\d+, database trawl_\w+\): it was changed by a newer version of this server, which this one cannot work beside \(9999-later\)\.$/,
    );
    await query("delete from trawl_migrations where name like '999%'");
  });

  test('is not changed while nodes are alive that could not go on', async () => {
    const announced: (readonly string[])[] = [];
    const change = (isCompatible: boolean) => ({
      migrations: [...MIGRATIONS, { name: '9999-next', sql: 'create table next (id text)', isCompatible }],
      announce: (changes: readonly string[]) => announced.push(changes),
    });
    const { pool } = storage.connections;
    const { nodes } = sharedOf(storage.openStores());
    const node = { id: 'n', name: 'left-7', role: 'all', version: '1.0.0', process: 'p', secret: 's' } as const;
    await nodes.enter(node, { address: undefined, sessions: 0, sessionRoom: 0 }, '');
    await expect(migrate(pool, change(false))).rejects.toThrow(
      'its tables have to be changed (9999-next) in a way that the nodes of the version before cannot work with. Stop them first: left-7 (1.0.0).',
    );
    expect(await query("select to_regclass('next') as next")).toEqual([{ next: null }]);
    expect(announced).toEqual([]);
    await query("update nodes set seen_at = now() - interval '1 minute'");
    // Of nodes that start at once, the one that makes the change announces it.
    await Promise.all([migrate(pool, change(false)), migrate(pool, change(false))]);
    expect(announced).toEqual([['9999-next']]);
    await query(
      "drop table next; delete from trawl_migrations where name = '9999-next'; update nodes set seen_at = now()",
    );
    await migrate(pool, change(true));
    expect(await query("select is_compatible from trawl_migrations where name = '9999-next'")).toEqual([
      { is_compatible: true },
    ]);
    await query("drop table next; delete from trawl_migrations where name = '9999-next'; delete from nodes");
  });

  test('is opened when the first version has made its tables', async () => {
    await query('alter table trawl_migrations drop column is_compatible');
    await (await open(url)).close();
  });

  test('says why it cannot be opened, without user and password', async () => {
    const wrong = new URL(url);
    wrong.password = 'not-the-password';
    const error = await open(wrong.href).catch((reason: unknown) => reason as Error);
    expect((error as Error).message).toMatch(/: it refuses the user or the password$/);
    expect((error as Error).message).not.toContain(wrong.username);
    wrong.port = '1';
    await expect(open(wrong.href)).rejects.toThrow(/^The database cannot be opened .*ECONNREFUSED/);
  });

  test('replaces the character 0, which PostgreSQL has no place for in text', async () => {
    const { ledger, profiles } = storage.openStores();
    await ledger.charge({ ...charge('zero'), target: 'a\0b' });
    expect((await ledger.find('a', 'zero'))?.target).toBe('a\uFFFDb');
    await profiles.save({ team: 'a', name: 'n\0', state: '"\\u0000"' }, 100);
    expect(await profiles.use('a', 'n\0')).toBe('"\\u0000"');
  });

  test('runs a transaction again as a whole when it and another waited for each other', async () => {
    const stores = storage.openStores();
    await stores.ledger.charge(charge('left'));
    await stores.ledger.charge(charge('right'));
    let arrived = 0;
    let bothArrived = (): void => {};
    const meeting = new Promise<void>((resolve) => {
      bothArrived = resolve;
    });
    let runs = 0;
    let commits = 0;
    const transfer = (first: string, second: string) =>
      stores.transaction(async (bound) => {
        runs += 1;
        bound.afterCommit(() => {
          commits += 1;
        });
        await bound.ledger.charge(charge(first));
        arrived += 1;
        if (arrived === 2) bothArrived();
        await meeting;
        await bound.ledger.charge(charge(second));
      });
    await Promise.all([transfer('left', 'right'), transfer('right', 'left')]);
    // One that runs again may wait for the other once more.
    expect(runs).toBeGreaterThan(2);
    expect(commits).toBe(2);
    const rows = await query("select credits from ledger where job_id in ('left', 'right')");
    expect(rows).toEqual([{ credits: 3 }, { credits: 3 }]);
  });

  test('undoes the transaction of a process that hangs, so that the others need not wait for its locks', async () => {
    const transaction = storage
      .context()
      .db.transaction()
      .execute(async (db) => {
        const name = 'idle_in_transaction_session_timeout';
        const { rows } = await sql`select current_setting(${name}) as timeout, pg_backend_pid() as pid`.execute(db);
        expect(rows).toMatchObject([{ timeout: '9s' }]);
        const [{ pid }] = rows as [{ pid: number }];
        await sql`set local idle_in_transaction_session_timeout = 10`.execute(db);
        await eventually(() => query(`select from pg_stat_activity where pid = ${pid}`)).toEqual([]);
        await sql`select 1`.execute(db);
      });
    await expect(transaction).rejects.toThrow(DatabaseAway);
  });

  test('can be tried again after a statement that took too long, waited too long for a lock, or was cancelled', async () => {
    const { db } = storage.context();
    const failure = (setting: string, statement: string) =>
      db.transaction().execute(async (within) => {
        await sql.raw(`set local ${setting}`).execute(within);
        await sql.raw(statement).execute(within);
      });
    await expect(failure('statement_timeout = 10', 'select pg_sleep(60)')).rejects.toThrow(DatabaseAway);
    await expect(
      failure('lock_timeout = 0', 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)'),
    ).rejects.toThrow(DatabaseAway);
    await db.transaction().execute(async (within) => {
      await sql`lock table feedback`.execute(within);
      await expect(failure('lock_timeout = 10', 'lock table feedback')).rejects.toThrow(
        /^The database does not answer: canceling statement due to lock timeout\.$/,
      );
    });
  });

  test('keeps nothing in a connection: a pooler may give each transaction another one', async () => {
    const { pool } = storage.connections;
    const { rows } = await pool.query('select count(*) as named from pg_prepared_statements');
    expect(rows).toEqual([{ named: 0 }]);
  });
});
