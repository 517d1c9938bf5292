import { sql } from 'kysely';
import { type StoreContext, together } from './store-context.js';
import { bytesByTeam, deleteRows, type OldestRows, oldestRows, TEAM_TABLES, teamsOf } from './team-data.js';

/** Data of teams that may be forgotten, the oldest first. */
export type TeamData = keyof typeof TEAM_TABLES;

/** Records of all teams that may be forgotten, the oldest first. */
export type RecordKind = keyof typeof RECORDS;

/** What was forgotten. */
export interface Forgotten {
  readonly rows: number;
  /** As `bytesByTeam` counts them. */
  readonly bytes: number;
}

/** Forgets what is old. */
export interface RetentionStore {
  /** The teams that have data of the kind. */
  teams(kind: TeamData): Promise<string[]>;
  /** About how many bytes each team has of the kind. */
  bytesByTeam(kind: TeamData): Promise<ReadonlyMap<string, number>>;
  /** About how many bytes of the kind a team has that are newer than one time and not newer than another. */
  bytesBetween(kind: TeamData, team: string, after: number, until: number): Promise<number>;
  /** The time of the oldest data of the kind that a team has; undefined when there is none. */
  oldest(kind: TeamData, team: string): Promise<number | undefined>;
  /** Deletes some of the oldest data of a team. */
  forget(kind: TeamData, rows: OldestRows): Promise<Forgotten>;
  /** Deletes some of the oldest records that are not newer than the time; returns the number of rows. */
  forgetRecords(kind: RecordKind, until: number, rows: number): Promise<number>;
  /** The bytes of all data, without what was deleted. */
  usedBytes(): Promise<number>;
  /** Gives back what deleted data still takes, until the signal is aborted. */
  tidy(signal?: AbortSignal): Promise<void>;
}

const RECORDS = {
  charges: { table: 'ledger', key: 'seq', time: 'at' },
  feedback: { table: 'feedback', key: 'id', time: 'at' },
};

/**
 * How many bytes a byte of the text of an indexed page stands for: the words of the page take about as much again. Other
 * data is counted as it is stored.
 */
const INDEX_FACTOR = 2;

const factorOf = (kind: TeamData) => (kind === 'index' ? INDEX_FACTOR : 1);

export class SqlRetention implements RetentionStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  teams(kind: TeamData): Promise<string[]> {
    return teamsOf(this.#context, TEAM_TABLES[kind]);
  }

  async bytesByTeam(kind: TeamData): Promise<ReadonlyMap<string, number>> {
    const sizes = await bytesByTeam(this.#context, TEAM_TABLES[kind]);
    return new Map([...sizes].map(([team, bytes]) => [team, bytes * factorOf(kind)]));
  }

  async bytesBetween(kind: TeamData, team: string, after: number, until: number): Promise<number> {
    const { table, time, size } = TEAM_TABLES[kind];
    const { rows } = await sql<{ bytes: number | null }>`select sum(${size}) as bytes from ${sql.table(table)}
      where team = ${team} and ${sql.ref(time)} > ${after} and ${sql.ref(time)} <= ${until}`.execute(this.#context.db);
    return Number(rows[0]?.bytes ?? 0) * factorOf(kind);
  }

  async oldest(kind: TeamData, team: string): Promise<number | undefined> {
    const { table, time } = TEAM_TABLES[kind];
    const { rows } = await sql<{ at: number | null }>`
      select min(${sql.ref(time)}) as at from ${sql.table(table)} where team = ${team}`.execute(this.#context.db);
    return rows[0]?.at ?? undefined;
  }

  forget(kind: TeamData, { bytes = Number.POSITIVE_INFINITY, ...limits }: OldestRows): Promise<Forgotten> {
    const table = TEAM_TABLES[kind];
    return together(this.#context, async (context) => {
      const rows = await oldestRows(context, table, { ...limits, bytes: bytes / factorOf(kind) });
      // The index has tables for its words.
      if (kind === 'index') {
        const pages = rows.map(({ key: [id] }) => ({ id: Number(id), team: limits.team }));
        await context.dialect.search(context).forget(pages);
      } else await deleteRows(context, table, rows);
      const forgotten = rows.reduce((sum, { size }) => sum + size, 0);
      return { rows: rows.length, bytes: forgotten * factorOf(kind) };
    });
  }

  async forgetRecords(kind: RecordKind, until: number, rows: number): Promise<number> {
    const { table, key, time } = RECORDS[kind];
    const deletion = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(time)} <= ${until}
      order by ${sql.ref(time)} limit ${rows})`.execute(this.#context.db);
    return Number(deletion.numAffectedRows ?? 0n);
  }

  usedBytes(): Promise<number> {
    return this.#context.dialect.usedBytes(this.#context);
  }

  async tidy(signal?: AbortSignal): Promise<void> {
    await this.#context.dialect.tidy?.(this.#context, signal);
  }
}
