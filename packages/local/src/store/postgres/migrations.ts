import type { Pool, PoolClient } from 'pg';
import { NODE_SILENCE_MS } from '../shared-stores.js';
import { begin } from './dialect.js';
import { TABLES } from './migrations/0001-tables.js';
import { NODES } from './migrations/0002-nodes.js';
import { SHARED_LIMITS } from './migrations/0003-shared-limits.js';
import { PROFILE_TURNS } from './migrations/0004-profile-turns.js';
import { DELIVERY_LOG } from './migrations/0005-delivery-log.js';
import { DELIVERY_HEADERS } from './migrations/0006-delivery-headers.js';
import { AGES } from './migrations/0007-ages.js';
import { LISTENING_NODES } from './migrations/0008-listening-nodes.js';
import { SLOTS } from './migrations/0009-slots.js';
import { HEADING_WORDS } from './migrations/0010-heading-words.js';
import { CREDIT_USE } from './migrations/0011-credit-use.js';
import { REMOVAL } from './migrations/0012-removal.js';
import { EVENT_ORDER } from './migrations/0013-event-order.js';
import { LOST_TASKS } from './migrations/0014-lost-tasks.js';
import { EXPIRED_KEYS } from './migrations/0015-expired-keys.js';
import { DEVICE_LOGINS } from './migrations/0016-device-logins.js';
import { PACKED_DOCUMENTS } from './migrations/0017-packed-documents.js';
import { UNLOGGED_COPIES } from './migrations/0018-unlogged-copies.js';

/** A change of the tables. It is never edited after a release: databases that had it do not get it again. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Whether nodes of the version before go on working with the changed tables: then both may run during an upgrade. */
  readonly isCompatible: boolean;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-tables', sql: TABLES, isCompatible: false },
  { name: '0002-nodes', sql: NODES, isCompatible: false },
  { name: '0003-shared-limits', sql: SHARED_LIMITS, isCompatible: true },
  { name: '0004-profile-turns', sql: PROFILE_TURNS, isCompatible: true },
  { name: '0005-delivery-log', sql: DELIVERY_LOG, isCompatible: true },
  { name: '0006-delivery-headers', sql: DELIVERY_HEADERS, isCompatible: true },
  { name: '0007-ages', sql: AGES, isCompatible: true },
  { name: '0008-listening-nodes', sql: LISTENING_NODES, isCompatible: true },
  { name: '0009-slots', sql: SLOTS, isCompatible: false },
  { name: '0010-heading-words', sql: HEADING_WORDS, isCompatible: true },
  { name: '0011-credit-use', sql: CREDIT_USE, isCompatible: false },
  { name: '0012-removal', sql: REMOVAL, isCompatible: true },
  { name: '0013-event-order', sql: EVENT_ORDER, isCompatible: true },
  { name: '0014-lost-tasks', sql: LOST_TASKS, isCompatible: true },
  { name: '0015-expired-keys', sql: EXPIRED_KEYS, isCompatible: true },
  { name: '0016-device-logins', sql: DEVICE_LOGINS, isCompatible: true },
  { name: '0017-packed-documents', sql: PACKED_DOCUMENTS, isCompatible: false },
  { name: '0018-unlogged-copies', sql: UNLOGGED_COPIES, isCompatible: true },
];

/** The table of the migrations that the database had. */
const MIGRATIONS_TABLE = 'trawl_migrations';

/** Any number that no other program uses: nodes that start at once make the changes one after the other. */
const LOCK = 7_238_114_902;

type StoredMigration = Pick<Migration, 'name' | 'isCompatible'>;

/** The changes that a database has had, those that it has not had, and those that keep this version from working with it. */
export async function compareMigrations(client: Pick<PoolClient, 'query'>, migrations = MIGRATIONS) {
  const storedMigrations = await readMigrations(client);
  const names = storedMigrations.map(({ name }) => name);
  const known = migrations.map(({ name }) => name);
  return {
    names,
    missing: known.filter((name) => !names.includes(name)),
    unknown: storedMigrations
      .filter(({ name, isCompatible }) => !isCompatible && !known.includes(name))
      .map(({ name }) => name),
  };
}

/** Reads the changes that a database has had, and changes nothing in it. */
async function readMigrations(client: Pick<PoolClient, 'query'>): Promise<StoredMigration[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    MIGRATIONS_TABLE,
  ]);
  if (!tables[0]?.exists) return [];
  // Databases of the first version have only the names.
  const query = `select name, coalesce((to_jsonb(change) ->> 'is_compatible')::boolean, false) as "isCompatible"
    from ${MIGRATIONS_TABLE} as change order by name`;
  return (await client.query<StoredMigration>(query)).rows;
}

export interface MigrateOptions {
  /** All changes; others than those of this version in tests. */
  readonly migrations?: readonly Migration[];
  /** Gets the names of the changes before they are made to data that there is already. */
  readonly announce?: ((changes: readonly string[]) => void) | undefined;
}

/**
 * Makes those changes of the tables, in their order, that the database has not had. All of them are stored, or none.
 *
 * @throws Error for a database with a change that this version cannot work with, and for a change that nodes which are
 * alive cannot work with.
 */
export async function migrate(pool: Pool, { migrations = MIGRATIONS, announce }: MigrateOptions = {}): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(begin('read committed'));
    // It ends with the transaction: behind a pooler, no lock may outlive one.
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    const { names, missing, unknown } = await compareMigrations(client, migrations);
    const changes = migrations.filter(({ name }) => missing.includes(name));
    if (unknown[0] !== undefined) throw changedByNewerVersion(unknown[0]);
    if (names.length > 0 && changes.length > 0) {
      await refuseHarm(client, changes);
      announce?.(missing);
    }
    await createMigrationsTable(client);
    for (const { name, sql, isCompatible } of changes) {
      await client.query(sql);
      await client.query(`insert into ${MIGRATIONS_TABLE} (name, is_compatible) values ($1, $2)`, [name, isCompatible]);
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    // A connection that is closed rolls back what it had begun.
    client.release(true);
    throw error;
  }
}

async function createMigrationsTable(client: PoolClient): Promise<void> {
  const isCompatible = 'is_compatible boolean not null default false';
  await client.query(`create table if not exists ${MIGRATIONS_TABLE} (name text primary key, ${isCompatible})`);
  // Databases of the first version have only the names.
  await client.query(`alter table ${MIGRATIONS_TABLE} add column if not exists ${isCompatible}`);
}

function changedByNewerVersion(change: string): Error {
  return new Error(`it was changed by a newer version of this server, which this one cannot work beside (${change}).`);
}

/** Refuses changes of the tables with which the nodes that are alive could not go on. */
async function refuseHarm(client: PoolClient, changes: readonly Migration[]): Promise<void> {
  const harmful = changes.find(({ isCompatible }) => !isCompatible);
  if (!harmful) return;
  const { rows } = await client.query<{ name: string; version: string }>(
    "select name, version from nodes where seen_at > now() - $1::float8 * interval '1 ms' order by name",
    [NODE_SILENCE_MS],
  );
  if (rows.length === 0) return;
  const nodes = rows.map(({ name, version }) => `${name} (${version})`).join(', ');
  throw new Error(
    `its tables have to be changed (${harmful.name}) in a way that the nodes of the version before cannot work with. Stop them first: ${nodes}.`,
  );
}
