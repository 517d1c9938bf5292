import type { Database } from '../src/store/database.js';
import { openDatabase } from '../src/store/sqlite.js';
import { StorageFull } from '../src/store/storage-full.js';

export interface TestDisk {
  readonly database: Database;
  /** While it is, nothing can be stored, and everything can be read. */
  isFull: boolean;
}

/** A database whose disk is full when a test says so: a real one would have to be mounted, and small writes fit in anywhere. */
export function createTestDisk(): TestDisk {
  const real = openDatabase();
  const state: TestDisk = {
    isFull: false,
    database: {
      execute: (sql) => real.execute(sql),
      run(sql, ...values) {
        if (state.isFull) throw new StorageFull('/srv/pages.db', undefined);
        return real.run(sql, ...values);
      },
      get: (sql, ...values) => real.get(sql, ...values),
      all: (sql, ...values) => real.all(sql, ...values),
      transaction: (work) => real.transaction(work),
      close: () => real.close(),
    },
  };
  return state;
}
