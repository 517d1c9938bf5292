import { randomUUID } from 'node:crypto';
import type { MonitorCheckPage, MonitorRun, MonitorSummary } from '@trawl/client';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { Database } from '../store/database.js';

const TABLES = `
  create table if not exists monitor_checks (
    id text primary key,
    monitor text not null,
    status text not null,
    created integer not null,
    record json text not null
  );
  create index if not exists monitor_checks_by_monitor on monitor_checks (monitor, created);
  create table if not exists monitor_check_pages (
    position integer primary key,
    check_id text not null,
    status text not null,
    page json text not null
  );
  create index if not exists monitor_check_pages_by_check on monitor_check_pages (check_id, position);
`;

const DAY_MS = 24 * 60 * 60_000;
const UNFINISHED = "('queued', 'running')";

/**
 * The maximum number of bytes of the pages in one answer, unless it has a single page. A page may have a diff of
 * megabytes.
 */
const MAX_BYTES = 10 * 1024 * 1024;

/** Which part of a list to return. */
export interface ListOptions {
  readonly limit: number;
  readonly skip: number;
  readonly status?: string | undefined;
}

export interface Checks {
  create(
    monitorId: string,
    trigger: 'manual' | 'scheduled',
    facts: Pick<MonitorRun, 'scheduledFor' | 'estimatedCredits'>,
  ): MonitorRun;
  update(id: string, changes: Partial<MonitorRun>): MonitorRun;
  list(monitorId: string, slice: ListOptions): MonitorRun[];
  get(monitorId: string, id: string): MonitorRun;
  /** The check that is queued or running. */
  current(monitorId: string): MonitorRun | undefined;
  addPage(checkId: string, page: MonitorCheckPage): void;
  /** Reads one page more than requested, to know whether `more` pages follow. */
  /** As many of the pages as fit into an answer; at least one if there is any. */
  pages(checkId: string, slice: ListOptions): { pages: MonitorCheckPage[]; more: boolean };
  summary(checkId: string): Required<MonitorSummary>;
  /** Deletes checks older than the retention of their monitor. */
  expire(monitorId: string, retentionDays: number): void;
  forget(monitorId: string): void;
  /** All checks that were queued or running when the server stopped. */
  unfinished(): MonitorRun[];
}

const NO_PAGES: Required<MonitorSummary> = { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 };

export function createChecks(dependencies: { database: Database; clock: Clock }): Checks {
  return new StoredChecks(dependencies);
}

interface Row {
  readonly record: string;
}

class StoredChecks implements Checks {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    this.#database.execute(TABLES);
  }

  create(
    monitorId: string,
    trigger: 'manual' | 'scheduled',
    { scheduledFor = null, estimatedCredits = null }: Pick<MonitorRun, 'scheduledFor' | 'estimatedCredits'>,
  ): MonitorRun {
    const now = new Date(this.#clock.now()).toISOString();
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
    const values = [run.id, monitorId, 'queued', this.#clock.now(), JSON.stringify(run)];
    this.#database.run(
      'insert into monitor_checks (id, monitor, status, created, record) values (?, ?, ?, ?, ?)',
      ...values,
    );
    return run;
  }

  update(id: string, changes: Partial<MonitorRun>): MonitorRun {
    const row = this.#database.get<Row>('select record from monitor_checks where id = ?', id);
    if (!row) throw new Error(`There is no check ${id}.`);
    return this.#write({ ...recordOf(row), ...changes });
  }

  list(monitorId: string, { limit, skip, status }: ListOptions): MonitorRun[] {
    const where = status === undefined ? 'monitor = ?' : 'monitor = ? and status = ?';
    const values = [monitorId, ...(status === undefined ? [] : [status]), limit, skip];
    const query = `select record from monitor_checks where ${where} order by rowid desc limit ? offset ?`;
    return this.#database.all<Row>(query, ...values).map(recordOf);
  }

  get(monitorId: string, id: string): MonitorRun {
    const row = this.#database.get<Row>(
      'select record from monitor_checks where id = ? and monitor = ?',
      id,
      monitorId,
    );
    if (!row) throw new Refusal(404, { error: 'Check not found' });
    return recordOf(row);
  }

  current(monitorId: string): MonitorRun | undefined {
    const query = `select record from monitor_checks where monitor = ? and status in ${UNFINISHED}`;
    const row = this.#database.get<Row>(query, monitorId);
    return row && recordOf(row);
  }

  addPage(checkId: string, page: MonitorCheckPage): void {
    const values = [checkId, page.status ?? '', JSON.stringify(page)];
    this.#database.run('insert into monitor_check_pages (check_id, status, page) values (?, ?, ?)', ...values);
  }

  pages(checkId: string, { limit, skip, status }: ListOptions): { pages: MonitorCheckPage[]; more: boolean } {
    const where = status === undefined ? 'check_id = ?' : 'check_id = ? and status = ?';
    const values = [checkId, ...(status === undefined ? [] : [status])];
    const from = `from monitor_check_pages where ${where} order by position limit ? offset ?`;
    const sizes = this.#database.all<{ bytes: number }>(
      `select octet_length(page) as bytes ${from}`,
      ...values,
      limit + 1,
      skip,
    );
    let total = 0;
    const fittingCount = sizes.slice(0, limit).findIndex(({ bytes }, index) => {
      total += bytes;
      return index > 0 && total > MAX_BYTES;
    });
    const count = fittingCount < 0 ? limit : fittingCount;
    const pages = this.#database
      .all<{ page: string }>(`select page ${from}`, ...values, count, skip)
      .map(({ page }): MonitorCheckPage => JSON.parse(page));
    return { pages, more: sizes.length > pages.length };
  }

  summary(checkId: string): Required<MonitorSummary> {
    const query = 'select status, count(*) as pages from monitor_check_pages where check_id = ? group by status';
    const counts = this.#database.all<{ status: string; pages: number }>(query, checkId);
    const totalPages = counts.reduce((total, { pages }) => total + pages, 0);
    return { ...NO_PAGES, totalPages, ...Object.fromEntries(counts.map(({ status, pages }) => [status, pages])) };
  }

  expire(monitorId: string, retentionDays: number): void {
    this.#remove(
      `monitor = ? and created < ? and status not in ${UNFINISHED}`,
      monitorId,
      this.#clock.now() - retentionDays * DAY_MS,
    );
  }

  forget(monitorId: string): void {
    this.#remove('monitor = ?', monitorId);
  }

  unfinished(): MonitorRun[] {
    return this.#database.all<Row>(`select record from monitor_checks where status in ${UNFINISHED}`).map(recordOf);
  }

  #write(run: MonitorRun): MonitorRun {
    const record = { ...run, updatedAt: new Date(this.#clock.now()).toISOString() };
    this.#database.run(
      'update monitor_checks set status = ?, record = ? where id = ?',
      record.status ?? '',
      JSON.stringify(record),
      record.id,
    );
    return record;
  }

  #remove(where: string, ...values: (string | number)[]): void {
    this.#database.transaction(() => {
      this.#database.run(
        `delete from monitor_check_pages where check_id in (select id from monitor_checks where ${where})`,
        ...values,
      );
      this.#database.run(`delete from monitor_checks where ${where}`, ...values);
    });
  }
}

function recordOf({ record }: Row): MonitorRun {
  return JSON.parse(record);
}
