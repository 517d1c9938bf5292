/** A value that SQLite stores. */
export type Value = string | number | bigint | null | Uint8Array;

/** One SQLite database, in a file or temporary. Every folder that stores something has its own tables in it. */
export interface Database {
  /** Runs statements without values, such as those that create tables. */
  execute(sql: string): void;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly Value[]): number;
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly Value[]): Row[];
  /** Stores all of the work or nothing. Calls may be nested. */
  transaction<Result>(work: () => Result): Result;
  /** Begins a transaction, or a part of the open one that can be rolled back by itself. */
  begin(): void;
  /** Ends what was begun last. When it throws, nothing is stored, and `rollback` has to follow. */
  commit(): void;
  rollback(): void;
  close(): void;
}
