/** A value that SQLite stores. */
export type Value = string | number | bigint | null | Uint8Array;

/** One SQLite database: a file, or memory. Every folder that stores something keeps its own tables in it. */
export interface Database {
  /** Statements without values, such as those that make tables. */
  execute(sql: string): void;
  /** Returns how many rows changed. */
  run(sql: string, ...values: readonly Value[]): number;
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly Value[]): Row[];
  /** All of the work is stored, or nothing of it. May be nested. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}
