/** One billed call or page. */
export interface Charge {
  readonly team: string;
  /** The endpoint's name in the activity list, such as `scrape`. */
  readonly endpoint: string;
  readonly credits: number;
  readonly jobId: string;
  /** The URL or query. */
  readonly target: string;
}

/** Counts credits and remembers what was done. */
export interface Ledger {
  charge(charge: Charge): void;
}
