import { type Clock, createVirtualClock } from '@trawl/base/clock';
import { afterAll, describe, onTestFinished } from 'vitest';
import { openPostgresStorage, type PostgresStorage } from '../src/store/postgres/storage.js';
import { storeContext } from '../src/store/postgres/store-context.js';
import { STORED_TABLES } from '../src/store/postgres/stored-tables.js';
import { openStores } from '../src/store/sqlite/open-stores.js';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import { openTemporaryPassages } from '../src/store/sqlite/temporary-passages.js';
import { NO_OBSERVER } from '../src/store/store-context.js';
import type { Stores } from '../src/store/stores.js';
import { createStores } from '../src/store/stores.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';

/** A database that the stores stand on. */
export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Opens empty stores that end with the test. */
  emptyStores(clock: Clock): Promise<ReopenableStores>;
}

export interface ReopenableStores {
  readonly stores: Stores;
  /** Opens other stores on the same tables. */
  reopened(): Stores;
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  async emptyStores(clock) {
    const database = openDatabase();
    onTestFinished(() => database.close());
    const reopened = () => openStores(database, clock);
    return { stores: reopened(), reopened };
  },
};

/** One database for all tests of a file, which is emptied before each. */
function postgres(): TestDatabase {
  let opened: Promise<{ url: string; storage: PostgresStorage }> | undefined;
  afterAll(async () => {
    const { url, storage } = (await opened) ?? {};
    await storage?.close();
    if (url !== undefined) await dropDatabase(url);
  });
  return {
    name: 'PostgreSQL',
    async emptyStores(clock) {
      opened ??= openStorage();
      const { connections } = (await opened).storage;
      // Truncating takes longer, as each table gets a new file.
      await connections.pool.query(STORED_TABLES.map((name) => `delete from ${name}`).join(';'));
      const passages = openTemporaryPassages({ observer: NO_OBSERVER });
      onTestFinished(() => passages.close());
      const reopened = () => createStores(storeContext(connections, () => passages, { clock, observer: NO_OBSERVER }));
      return { stores: reopened(), reopened };
    },
  };
}

async function openStorage() {
  const url = await createDatabase();
  const options = { clock: createVirtualClock(), observer: NO_OBSERVER };
  return { url, storage: await openPostgresStorage({ url, maxConnections: 5 }, options) };
}

/** Defines the tests for each database; those for PostgreSQL are skipped where there is none. */
export function onEachDatabase(define: (database: TestDatabase) => void): void {
  describe('on SQLite', () => define(sqlite));
  describe.skipIf('missing' in sharedServer)('on PostgreSQL', () => define(postgres()));
}
