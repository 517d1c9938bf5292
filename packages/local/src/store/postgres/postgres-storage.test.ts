import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, dropDatabase, sharedServer } from '../../../test/postgres/database.js';
import { createVirtualClock } from '../../clock.js';
import { NO_OBSERVER } from '../store-context.js';
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

  test('is refused when a newer version has changed its tables', async () => {
    await query("insert into trawl_migrations values ('9999-later')");
    await expect(open(url)).rejects.toThrow(
      /^The database cannot be opened \(PostgreSQL at 127\.0\.0\.1:\d+, database trawl_\w+\): it was written by a newer version of this server, which knows 9999-later\.$/,
    );
    await query("delete from trawl_migrations where name = '9999-later'");
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
    expect([runs, commits]).toEqual([3, 2]);
    const rows = await query("select credits from ledger where job_id in ('left', 'right')");
    expect(rows).toEqual([{ credits: 3 }, { credits: 3 }]);
  });

  test('keeps nothing in a connection: a pooler may give each transaction another one', async () => {
    const { pool } = storage.connections;
    const { rows } = await pool.query('select count(*) as named from pg_prepared_statements');
    expect(rows).toEqual([{ named: 0 }]);
  });
});
