import { type RawBuilder, sql } from 'kysely';
import { fairShares } from './fair-shares.js';
import type { StoreContext } from './store-context.js';

/** Rows that one statement reads and deletes. */
const FIRST_BATCH_ROWS = 4;
const BATCH_ROWS = 256;

/** A table whose rows belong to teams and are forgotten the oldest first. Its index of `team`, `time` and `size` finds these. */
export interface TeamTable {
  readonly table: string;
  /** The columns that name a row. */
  readonly keys: readonly string[];
  /** The column with the time of a row. */
  readonly time: string;
  /** The column that orders rows of the same time, where it matters. */
  readonly position?: string | undefined;
  /** The bytes of a row, as the index has them. */
  readonly size: RawBuilder<number>;
}

/** Which rows of a team to take: the oldest, until one of the limits is reached. */
export interface OldestRows {
  readonly team: string;
  /** The time of the newest row, inclusive. */
  readonly until?: number | undefined;
  readonly rows: number;
  /** Bytes after which no more are taken. */
  readonly bytes?: number | undefined;
}

export interface OldRow {
  /** The values of the columns that name the row, in their order. */
  readonly key: readonly (string | number)[];
  readonly size: number;
}

const octetLength = (column: string) => sql<number>`octet_length(${sql.ref(column)})`;

export const TEAM_TABLES = {
  copies: { table: 'cached_pages', keys: ['team', 'key'], time: 'fetched_at', size: octetLength('body') },
  index: { table: 'search_pages', keys: ['id'], time: 'seen', size: sql<number>`size` },
  versions: { table: 'tracked_pages', keys: ['team', 'tag', 'url'], time: 'seen', size: octetLength('version') },
  answers: { table: 'model_answers', keys: ['team', 'key'], time: 'at', size: octetLength('answer') },
  scrapes: { table: 'finished_scrapes', keys: ['seq'], time: 'at', position: 'seq', size: octetLength('document') },
} as const satisfies Readonly<Record<string, TeamTable>>;

/** All teams that have rows in the table: each is looked up after the one before, so that the rows between are not read. */
export async function teamsOf({ db }: Pick<StoreContext, 'db'>, { table }: TeamTable): Promise<string[]> {
  const { rows } = await sql<{ team: string }>`
    with recursive found (team) as (
      select min(team) from ${sql.table(table)}
      union all
      select (select min(team) from ${sql.table(table)} where team > found.team) from found where found.team is not null)
    select team from found where team is not null`.execute(db);
  return rows.map(({ team }) => team);
}

/** The bytes that each team has in the table. */
export async function bytesByTeam(
  { db }: Pick<StoreContext, 'db'>,
  { table, size }: TeamTable,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ team: string; bytes: number }>`
    select team, sum(${size}) as bytes from ${sql.table(table)} group by team`.execute(db);
  return new Map(rows.map(({ team, bytes }) => [team, Number(bytes)]));
}

/** The oldest rows of a team; a last one that exceeds the bytes is among them. */
export async function oldestRows(
  { db }: Pick<StoreContext, 'db'>,
  { table, keys, time, position, size }: TeamTable,
  { team, until = Number.MAX_SAFE_INTEGER, rows, bytes = Number.POSITIVE_INFINITY }: OldestRows,
): Promise<OldRow[]> {
  const order = [time, ...(position === undefined ? [] : [position])].map((column) => sql.ref(column));
  const { rows: found } = await sql<Record<string, string | number>>`
    select ${sql.join(keys.map((key) => sql.ref(key)))}, ${size} as row_size from ${sql.table(table)}
    where team = ${team} and ${sql.ref(time)} <= ${until} order by ${sql.join(order)} limit ${rows}`.execute(db);
  let taken = 0;
  const oldest: OldRow[] = [];
  for (const row of found) {
    if (taken >= bytes) break;
    const rowSize = Number(row.row_size);
    taken += rowSize;
    oldest.push({ key: keys.map((key) => row[key] as string | number), size: rowSize });
  }
  return oldest;
}

/** Deletes rows by their keys; returns how many there were. */
export async function deleteRows(
  { db }: Pick<StoreContext, 'db'>,
  { table, keys }: TeamTable,
  rows: readonly OldRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const isAmong =
    keys.length === 1
      ? sql`${columns} in (${sql.join(rows.flatMap(({ key }) => key))})`
      : sql`(${columns}) in (values ${sql.join(rows.map(({ key }) => sql`(${sql.join(key)})`))})`;
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${isAmong}`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes the oldest rows of the teams that have most, until so many bytes are free; returns the rows. */
export async function deleteFairly(
  context: Pick<StoreContext, 'db'>,
  table: TeamTable,
  bytes: number,
): Promise<OldRow[]> {
  const deleted: OldRow[] = [];
  for (const [team, share] of fairShares(await bytesByTeam(context, table), bytes)) {
    let free = 0;
    // The first query reads few rows: most calls delete one or none.
    for (let batch = FIRST_BATCH_ROWS; free < share; batch = Math.min(2 * batch, BATCH_ROWS)) {
      const rows = await oldestRows(context, table, { team, rows: batch, bytes: share - free });
      if (rows.length === 0) break;
      await deleteRows(context, table, rows);
      free += rows.reduce((sum, { size }) => sum + size, 0);
      deleted.push(...rows);
    }
  }
  return deleted;
}
