import type { Value } from './database.js';

/** A build of SQLite, as far as a database needs it. */
export interface SqliteDriver {
  /** Opens a file, which is created unless it is only read. No other connection may write to it at the same time. */
  open(path: string, options: { readonly readOnly: boolean }): Connection;
  /** Whether SQLite threw the error. */
  isError(error: unknown): error is Error;
}

export interface Connection {
  readonly inTransaction: boolean;
  /** Runs statements without values and results. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  /** Returns the number of changed rows. */
  run(values: readonly Value[]): number;
  /** Integers that a number cannot hold are returned as `bigint`. */
  all(values: readonly Value[]): unknown[];
  /** The statement is not used any more. */
  finalize(): void;
}
