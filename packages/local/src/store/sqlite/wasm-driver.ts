import { createRequire } from 'node:module';
import type { default as Sqlite } from 'node-sqlite3-wasm';
import type { SqliteDriver, Statement } from './driver.js';

const require = createRequire(import.meta.url);

/** SQLite in WebAssembly. It has no shared memory, which a write-ahead log needs unless locking is exclusive. */
export function wasmSqlite(): SqliteDriver {
  // Loaded only where Node.js brings no SQLite, because compiling it takes time.
  const { Database, SQLite3Error }: typeof Sqlite = require('node-sqlite3-wasm');
  return {
    open(path, { readOnly }) {
      const database = new Database(path, { readOnly });
      return {
        get inTransaction() {
          return database.inTransaction;
        },
        exec: (sql) => database.exec(sql),
        prepare(sql): Statement {
          const statement = database.prepare(sql);
          return {
            run: (values) => statement.run([...values]).changes,
            all: (values) => statement.all([...values]),
            finalize: () => statement.finalize(),
          };
        },
        close: () => database.close(),
      };
    },
    isError: (error) => error instanceof SQLite3Error,
  };
}
