import type { Database } from '../src/store/sqlite/database.js';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import { StorageFull } from '../src/store/storage-full.js';

export interface TestDisk {
  readonly database: Database;
  /** While true, writes fail and reads succeed. */
  isFull: boolean;
}

/** A database whose disk is full when a test sets it so. A real full disk would have to be mounted, and small writes may still fit. */
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
      begin: () => real.begin(),
      commit: () => real.commit(),
      rollback: () => real.rollback(),
      close: () => real.close(),
    },
  };
  return state;
}
