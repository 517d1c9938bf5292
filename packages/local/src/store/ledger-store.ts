/** Whose credits pay. */
export interface Payer {
  readonly team: string;
  /** The id of the key of the team with which the call was made; missing or null where the team as a whole pays. */
  readonly apiKey?: string | null | undefined;
}

/** One billed call or page. */
export interface Charge extends Payer {
  /** The endpoint's name in the activity list, such as `scrape`. */
  readonly endpoint: string;
  readonly credits: number;
  readonly jobId: string;
  /** The URL or query; null where it must not be written down. */
  readonly target: string | null;
}

export interface Entry {
  readonly id: string;
  readonly endpoint: string;
  readonly target: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The cursor of a list after this entry. It is counted for each team, because responses show it. */
  readonly position: number;
}

/** An entry of any team, for the operator. */
export interface TeamEntry extends Pick<Entry, 'endpoint' | 'target' | 'at'> {
  readonly number: number;
  readonly team: string;
  readonly credits: number;
}

export interface EntryFilter {
  readonly endpoint?: string | undefined;
  readonly limit: number;
  /** Lists only entries before this position. */
  readonly before?: number | undefined;
}

/** Counts credits and stores what they were charged for. */
export interface LedgerStore {
  /** All charges of a job are one entry, with the time and the key of the first charge. */
  charge(charge: Charge): Promise<void>;
  /** Credits that the team used from `from`, inclusive, to `until`, exclusive. */
  used(team: string, from: number, until: number): Promise<number>;
  /** Credits that a key used in that time. */
  usedByKey(apiKey: string, from: number, until: number): Promise<number>;
  /** Credits that each key of the team used in that time, by the id of the key; undefined stands for charges without one. */
  usedByKeys(team: string, from: number, until: number): Promise<Map<string | undefined, number>>;
  /** The time of the first charge of the team; undefined before that. */
  since(team: string): Promise<number | undefined>;
  /** The latest first. */
  entries(team: string, listing: EntryFilter): Promise<Entry[]>;
  /** The last entries of all teams, the latest first. */
  latest(limit: number): Promise<TeamEntry[]>;
  /** The id of the key that pays for a call; undefined where the team as a whole does. */
  keyOf(team: string, jobId: string): Promise<string | undefined>;
  /** Finds the call with the given id among those of the team. */
  find(team: string, jobId: string): Promise<Entry | undefined>;
}
