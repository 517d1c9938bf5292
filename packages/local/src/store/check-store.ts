import { randomUUID } from 'node:crypto';
import type { MonitorCheckPage, MonitorRun, MonitorSummary, TargetResult } from '@trawl/client';
import { type ExpressionBuilder, sql } from 'kysely';
import { fittingCount } from './fitting-count.js';
import { type StoreContext, together } from './store-context.js';
import type { Tables } from './tables.js';

/** Which part of a list to return. */
export interface ListOptions {
  readonly limit: number;
  readonly skip: number;
  readonly status?: string | undefined;
}

export type NewCheck = Pick<MonitorRun, 'scheduledFor' | 'estimatedCredits'> & {
  readonly trigger: 'manual' | 'scheduled';
};

/** Stores the checks of monitors, and what has come of their pages. */
export interface CheckStore {
  create(monitorId: string, check: NewCheck): Promise<MonitorRun>;
  /** Resolves to undefined when the check was deleted with its monitor. */
  update(id: string, changes: Partial<MonitorRun>): Promise<MonitorRun | undefined>;
  /** Adds what has come of a target to a check. */
  addTargetResult(id: string, result: TargetResult): Promise<void>;
  /** The latest first. */
  list(monitorId: string, slice: ListOptions): Promise<MonitorRun[]>;
  find(monitorId: string, id: string): Promise<MonitorRun | undefined>;
  /** The check that is queued or running. */
  current(monitorId: string): Promise<MonitorRun | undefined>;
  /** Resolves to false, and stores nothing, when the check was deleted with its monitor. */
  addPage(checkId: string, page: MonitorCheckPage): Promise<boolean>;
  /** As many of the pages as fit into an answer, at least one if there is any; and whether more follow. */
  pages(checkId: string, slice: ListOptions): Promise<{ pages: MonitorCheckPage[]; more: boolean }>;
  summary(checkId: string): Promise<Required<MonitorSummary>>;
  /** Deletes checks older than the retention of their monitor. */
  expire(monitorId: string, retentionDays: number): Promise<void>;
  forget(monitorId: string): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;
const UNFINISHED = ['queued', 'running'];

/**
 * The maximum number of bytes of the pages in one answer, unless it has a single page. A page may have a diff of
 * megabytes.
 */
const MAX_BYTES = 10 * 1024 * 1024;

const NO_PAGES: Required<MonitorSummary> = { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 };

/** Says which checks a statement is about. */
type CheckCondition = (builder: ExpressionBuilder<Tables, 'monitor_checks'>) => ReturnType<typeof builder.and>;

export class SqlChecks implements CheckStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async create(
    monitorId: string,
    { trigger, scheduledFor = null, estimatedCredits = null }: NewCheck,
  ): Promise<MonitorRun> {
    const { db, clock } = this.#context;
    const created = clock.now();
    const now = new Date(created).toISOString();
    const run: MonitorRun = {
      id: randomUUID(),
      monitorId,
      status: 'queued',
      trigger,
      scheduledFor,
      startedAt: null,
      finishedAt: null,
      estimatedCredits,
      reservedCredits: null,
      actualCredits: null,
      billingStatus: 'not_applicable',
      summary: NO_PAGES,
      targetResults: null,
      notificationStatus: null,
      error: null,
      createdAt: now,
      updatedAt: now,
    };
    await db
      .insertInto('monitor_checks')
      .values({ id: run.id, monitor: monitorId, status: 'queued', created, record: JSON.stringify(run) })
      .execute();
    return run;
  }

  update(id: string, changes: Partial<MonitorRun>): Promise<MonitorRun | undefined> {
    return this.#change(id, () => changes);
  }

  async addTargetResult(id: string, result: TargetResult): Promise<void> {
    await this.#change(id, ({ targetResults }) => ({ targetResults: [...(targetResults ?? []), result] }));
  }

  #change(id: string, changesOf: (run: MonitorRun) => Partial<MonitorRun>): Promise<MonitorRun | undefined> {
    return together(this.#context, async (context) => {
      const { db, clock } = context;
      await context.dialect.lock(context, `check ${id}`);
      const row = await db.selectFrom('monitor_checks').where('id', '=', id).select('record').executeTakeFirst();
      if (!row) return undefined;
      const before = recordOf(row);
      const run = { ...before, ...changesOf(before), updatedAt: new Date(clock.now()).toISOString() };
      await db
        .updateTable('monitor_checks')
        .set({ status: run.status ?? '', record: JSON.stringify(run) })
        .where('id', '=', id)
        .execute();
      return run;
    });
  }

  async list(monitorId: string, { limit, skip, status }: ListOptions): Promise<MonitorRun[]> {
    const rows = await this.#context.db
      .selectFrom('monitor_checks')
      .where('monitor', '=', monitorId)
      .$if(status !== undefined, (query) => query.where('status', '=', String(status)))
      .select('record')
      .orderBy(sql`rowid`, 'desc')
      .limit(limit)
      .offset(skip)
      .execute();
    return rows.map(recordOf);
  }

  async find(monitorId: string, id: string): Promise<MonitorRun | undefined> {
    const row = await this.#context.db
      .selectFrom('monitor_checks')
      .where('id', '=', id)
      .where('monitor', '=', monitorId)
      .select('record')
      .executeTakeFirst();
    return row && recordOf(row);
  }

  async current(monitorId: string): Promise<MonitorRun | undefined> {
    const row = await this.#context.db
      .selectFrom('monitor_checks')
      .where('monitor', '=', monitorId)
      .where('status', 'in', UNFINISHED)
      .select('record')
      .executeTakeFirst();
    return row && recordOf(row);
  }

  async addPage(checkId: string, page: MonitorCheckPage): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#context.db
      .insertInto('monitor_check_pages')
      .columns(['check_id', 'status', 'page'])
      .expression(({ selectFrom, val }) =>
        selectFrom('monitor_checks')
          .where('id', '=', checkId)
          .select(['id', val(page.status ?? '').as('status'), val(JSON.stringify(page)).as('page')]),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async pages(checkId: string, { limit, skip, status }: ListOptions) {
    const pagesOf = this.#context.db
      .selectFrom('monitor_check_pages')
      .where('check_id', '=', checkId)
      .$if(status !== undefined, (query) => query.where('status', '=', String(status)))
      .orderBy('position')
      .offset(skip);
    // One more than asked for, to know whether more follow.
    const sizes = await pagesOf
      .select(({ fn }) => fn<number>('octet_length', ['page']).as('bytes'))
      .limit(limit + 1)
      .execute();
    const rows = await pagesOf
      .select('page')
      .limit(fittingCount(sizes.slice(0, limit), MAX_BYTES))
      .execute();
    return { pages: rows.map(({ page }): MonitorCheckPage => JSON.parse(page)), more: sizes.length > rows.length };
  }

  async summary(checkId: string): Promise<Required<MonitorSummary>> {
    const counts = await this.#context.db
      .selectFrom('monitor_check_pages')
      .where('check_id', '=', checkId)
      .select(({ fn }) => ['status', fn.countAll<number>().as('pages')])
      .groupBy('status')
      .execute();
    const totalPages = counts.reduce((total, { pages }) => total + pages, 0);
    return { ...NO_PAGES, totalPages, ...Object.fromEntries(counts.map(({ status, pages }) => [status, pages])) };
  }

  expire(monitorId: string, retentionDays: number): Promise<void> {
    const before = this.#context.clock.now() - retentionDays * DAY_MS;
    return this.#delete(({ and, eb }) =>
      and([eb('monitor', '=', monitorId), eb('created', '<', before), eb('status', 'not in', UNFINISHED)]),
    );
  }

  forget(monitorId: string): Promise<void> {
    return this.#delete(({ and, eb }) => and([eb('monitor', '=', monitorId)]));
  }

  #delete(condition: CheckCondition): Promise<void> {
    return together(this.#context, async ({ db }) => {
      await db
        .deleteFrom('monitor_check_pages')
        .where('check_id', 'in', ({ selectFrom }) => selectFrom('monitor_checks').where(condition).select('id'))
        .execute();
      await db.deleteFrom('monitor_checks').where(condition).execute();
    });
  }
}

function recordOf({ record }: { readonly record: string }): MonitorRun {
  return JSON.parse(record);
}
