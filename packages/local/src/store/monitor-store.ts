import type { Monitor, WatchedTarget } from '@trawl/client';
import { sql } from 'kysely';
import { type StoreContext, together } from './store-context.js';

/** A stored monitor, with the fields that are optional in the contract. */
export type StoredMonitor = Monitor & {
  readonly schedule: { cron: string; timezone: string };
  readonly status: string;
  readonly targets: WatchedTarget[];
  readonly retentionDays: number;
  /** How much later than its schedule it runs, in milliseconds: what counts an interval need not begin at the same moment. */
  readonly delayMs?: number | undefined;
};

/** A monitor with its team. */
export interface OwnedMonitor {
  readonly team: string;
  readonly monitor: StoredMonitor;
}

/** Which part of the monitors of a team to list. */
export interface MonitorSlice {
  readonly limit: number;
  readonly offset: number;
}

export interface MonitorStore {
  /** Stores a monitor in place of the one with its id. */
  put(ownedMonitor: OwnedMonitor): Promise<void>;
  find(id: string): Promise<OwnedMonitor | undefined>;
  /** Keeps other transactions that lock the monitor waiting until the end of this one. Whoever changes it reads it after that. */
  lock(id: string): Promise<void>;
  /** The ids of the monitors of a team, those that were changed last first. */
  ids(team: string, slice: MonitorSlice): Promise<string[]>;
  delete(id: string): Promise<void>;
  all(): Promise<OwnedMonitor[]>;
  /** The ids of all monitors whose next run is not after the time, the longest overdue first. */
  due(at: number): Promise<string[]>;
  /** All monitors that have a next run. */
  planned(): Promise<OwnedMonitor[]>;
  /** When the next one is due, in milliseconds since 1970. */
  nextDue(): Promise<number | undefined>;
  /** The retention of each monitor in days. */
  retentions(): Promise<{ id: string; days: number }[]>;
}

interface Row {
  readonly team: string;
  readonly monitor: string;
}

const ROW = ['team', 'monitor'] as const;

export class SqlMonitors implements MonitorStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async put({ team, monitor }: OwnedMonitor): Promise<void> {
    const next = monitor.nextRunAt ? Date.parse(monitor.nextRunAt) : null;
    // A new row, because monitors are listed by their last change.
    await together(this.#context, async ({ db }) => {
      await db.deleteFrom('monitors').where('id', '=', monitor.id).execute();
      await db
        .insertInto('monitors')
        .values({ id: monitor.id, team, next_run: next, monitor: JSON.stringify(monitor) })
        .execute();
    });
  }

  async find(id: string): Promise<OwnedMonitor | undefined> {
    const row = await this.#context.db.selectFrom('monitors').where('id', '=', id).select(ROW).executeTakeFirst();
    return row && ownedMonitor(row);
  }

  lock(id: string): Promise<void> {
    return this.#context.dialect.lock(this.#context, `monitor ${id}`);
  }

  async ids(team: string, { limit, offset }: MonitorSlice): Promise<string[]> {
    const rows = await this.#context.db
      .selectFrom('monitors')
      .where('team', '=', team)
      .select('id')
      .orderBy(sql`rowid`, 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ id }) => id);
  }

  async delete(id: string): Promise<void> {
    await this.#context.db.deleteFrom('monitors').where('id', '=', id).execute();
  }

  async all(): Promise<OwnedMonitor[]> {
    const rows = await this.#context.db.selectFrom('monitors').select(ROW).orderBy(sql`rowid`).execute();
    return rows.map(ownedMonitor);
  }

  async due(at: number): Promise<string[]> {
    const rows = await this.#context.db
      .selectFrom('monitors')
      .where('next_run', '<=', at)
      .select('id')
      .orderBy('next_run')
      .execute();
    return rows.map(({ id }) => id);
  }

  async planned(): Promise<OwnedMonitor[]> {
    const rows = await this.#context.db.selectFrom('monitors').where('next_run', 'is not', null).select(ROW).execute();
    return rows.map(ownedMonitor);
  }

  async nextDue(): Promise<number | undefined> {
    const row = await this.#context.db
      .selectFrom('monitors')
      .select(({ fn }) => fn.min<number | null>('next_run').as('next'))
      .executeTakeFirst();
    return row?.next ?? undefined;
  }

  async retentions(): Promise<{ id: string; days: number }[]> {
    return (await this.all()).map(({ monitor }) => ({ id: monitor.id, days: monitor.retentionDays }));
  }
}

function ownedMonitor({ team, monitor }: Row): OwnedMonitor {
  return { team, monitor: JSON.parse(monitor) };
}
