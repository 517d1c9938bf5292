import pg from 'pg';
import { startPostgres } from '../../packages/local/test/postgres/server.js';
import { parentOf } from '../local/memory.js';
import { waitUntil } from './wait.js';

/** A server of PostgreSQL that waits for its disk, as one in use does. */
const SETTINGS = ['fsync=on', 'full_page_writes=on', 'shared_preload_libraries=pg_stat_statements'];

/** What was done in a database so far. */
export interface DatabaseCounts {
  readonly statements: number;
  /** Rows that were inserted, updated or deleted, by connections that have been closed. */
  readonly writtenRows: number;
  /** Bytes of the write-ahead log, of all databases. */
  readonly logBytes: number;
  /** Bytes of its tables and indexes. */
  readonly tableBytes: number;
}

export interface DatabaseServer {
  /** The process that has started all others of the server. */
  readonly pid: number;
  /** Creates an empty database; returns its URL. */
  createDatabase(): Promise<string>;
  counts(url: string): Promise<DatabaseCounts>;
  /** Resolves when nobody is connected with the database. */
  idle(url: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const server = await startPostgres({ settings: SETTINGS });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create extension pg_stat_statements');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let databases = 0;
  return {
    pid: parentOf(rows[0]?.pid ?? 0),
    async createDatabase() {
      databases += 1;
      const url = new URL(server.url);
      url.pathname = `/bench_${databases}`;
      await client.query(`create database ${nameOf(url.href)} template template0`);
      return url.href;
    },
    async counts(url) {
      const { rows } = await client.query<DatabaseCounts>(COUNTS, [nameOf(url)]);
      if (!rows[0]) throw new Error(`There is no database ${nameOf(url)}.`);
      return rows[0];
    },
    async idle(url) {
      const query = 'select from pg_stat_activity where datname = $1 limit 1';
      const isIdle = async () => (await client.query(query, [nameOf(url)])).rowCount === 0;
      await waitUntil('nobody was connected with the database', isIdle);
    },
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

const COUNTS = `
  select
    (select sum(calls) from pg_stat_statements where dbid = datid)::float8 as "statements",
    (tup_inserted + tup_updated + tup_deleted)::float8 as "writtenRows",
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "logBytes",
    pg_database_size(datid)::float8 as "tableBytes"
  from pg_stat_database where datname = $1`;

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
