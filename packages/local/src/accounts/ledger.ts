import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import { lacksColumn } from '../store/columns.js';
import type { Database } from '../store/database.js';

/** One billed call or page. */
export interface Charge {
  readonly team: string;
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
export interface Ledger {
  /** All charges of a job are one entry, with the time of the first charge. */
  charge(charge: Charge): void;
  /** Credits that the team used from `from`, inclusive, to `until`, exclusive. */
  used(team: string, from: number, until: number): number;
  /** The time of the first charge of the team; undefined before that. */
  since(team: string): number | undefined;
  /** The latest first. */
  entries(team: string, listing: EntryFilter): Entry[];
  /** The last entries of all teams, the latest first. */
  latest(limit: number): TeamEntry[];
  /** Finds the call with the given id among those of the team. */
  find(team: string, jobId: string): Entry | undefined;
}

const COLUMNS = 'position, job_id as id, endpoint, target, at';

const TABLE = `
  create table if not exists ledger (
    seq integer primary key, team text not null, endpoint text not null, credits real not null,
    job_id text not null, target text, at integer not null, position integer not null default 0);
  create index if not exists ledger_by_team on ledger (team, at);
  create index if not exists ledger_by_position on ledger (team, position);
  create index if not exists ledger_by_job on ledger (job_id);
`;

/** Migrates a table of an earlier version, which counted positions for all teams together. */
const ADD_POSITIONS = `
  alter table ledger add column position integer not null default 0;
  update ledger set position = seq;
`;

export function createLedger(database: Database, clock: Clock): Ledger {
  const isEarlier = lacksColumn(database, 'ledger', 'position');
  database.transaction(() => database.execute(isEarlier ? ADD_POSITIONS + TABLE : TABLE));
  return {
    charge({ team, endpoint, credits, jobId, target }) {
      const more = 'update ledger set credits = credits + ? where job_id = ? and team = ?';
      if (database.run(more, credits, jobId, team) > 0) return;
      database.run(
        `insert into ledger (team, endpoint, credits, job_id, target, at, position)
         select ?, ?, ?, ?, ?, ?, coalesce(max(position), 0) + 1 from ledger where team = ?`,
        team,
        endpoint,
        credits,
        jobId || randomUUID(),
        target,
        clock.now(),
        team,
      );
    },
    used(team, from, until) {
      const sql = 'select coalesce(sum(credits), 0) as used from ledger where team = ? and at >= ? and at < ?';
      return database.get<{ used: number }>(sql, team, from, until)?.used ?? 0;
    },
    since: (team) =>
      database.get<{ at: number | null }>('select min(at) as at from ledger where team = ?', team)?.at ?? undefined,
    entries: (team, { endpoint, limit, before = Number.MAX_SAFE_INTEGER }) =>
      database.all<Entry>(
        `select ${COLUMNS} from ledger where team = ? and position < ? and (? is null or endpoint = ?) order by position desc limit ?`,
        team,
        before,
        endpoint ?? null,
        endpoint ?? null,
        limit,
      ),
    latest: (limit) =>
      database.all<TeamEntry>(
        'select seq as number, team, endpoint, target, at, credits from ledger order by seq desc limit ?',
        limit,
      ),
    find: (team, jobId) =>
      database.get<Entry>(`select ${COLUMNS} from ledger where team = ? and job_id = ?`, team, jobId),
  };
}
