import { randomUUID } from 'node:crypto';
import type {
  ConfiguredWebhook,
  Monitor,
  MonitorCreateRequest,
  MonitorSummary,
  MonitorTarget,
  MonitorUpdateRequest,
  WatchedTarget,
} from '@trawl/client';
import type { Clock } from '../clock.js';
import { contractDefaults } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import { hostOf, withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import { refuseInvalidPaths } from '../crawl/path-rules.js';
import { inTurns } from '../event-loop.js';
import type { Database } from '../store/database.js';
import { checkCost } from './cost.js';
import { nextRun, resolveSchedule, runsInMonth, type Schedule } from './schedule.js';

const TABLE = `
  create table if not exists monitors (
    id text primary key,
    team text not null,
    next_run integer,
    monitor json text not null
  );
  create index if not exists monitors_by_team on monitors (team);
  create index if not exists monitors_by_next_run on monitors (next_run);
`;

/** A stored monitor, with the fields that are optional in the contract. */
export type StoredMonitor = Monitor & {
  readonly schedule: { cron: string; timezone: string };
  readonly status: string;
  readonly targets: WatchedTarget[];
  readonly retentionDays: number;
};

/** A monitor with its team. */
export interface OwnedMonitor {
  readonly team: string;
  readonly monitor: StoredMonitor;
}

export interface Monitors {
  create(team: string, request: MonitorCreateRequest): StoredMonitor;
  list(team: string, limit: number, offset: number): Promise<StoredMonitor[]>;
  /** Throws 404 for monitors of other teams too. */
  get(team: string, id: string): StoredMonitor;
  update(team: string, id: string, request: MonitorUpdateRequest): StoredMonitor;
  delete(team: string, id: string): void;
  /** All monitors that are due, the longest overdue first. */
  due(): OwnedMonitor[];
  /** When the next one is due, in milliseconds since 1970. */
  nextDue(): number | undefined;
  /** Stores the start or the end of a check in its monitor. */
  note(id: string, changes: MonitorUpdate): void;
  /** Sets the next run by the schedule, after a due run has started. */
  advance(id: string): void;
  /** After the clock was set back, moves runs forward that would be later than their schedule. */
  bringForward(): void;
  all(): OwnedMonitor[];
  /** The retention of each monitor in days, read without its other fields. */
  retentions(): { id: string; days: number }[];
}

export interface MonitorUpdate {
  readonly currentCheckId: string | null;
  readonly lastRunAt?: string | null;
  readonly lastCheckSummary?: MonitorSummary | null;
}

export function createMonitors(dependencies: { database: Database; clock: Clock }): Monitors {
  return new StoredMonitors(dependencies);
}

interface Row {
  readonly team: string;
  readonly monitor: string;
}

class StoredMonitors implements Monitors {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    this.#database.execute(TABLE);
  }

  get(team: string, id: string): StoredMonitor {
    const row = this.#database.get<Row>('select team, monitor from monitors where id = ? and team = ?', id, team);
    if (!row) throw new Refusal(404, { error: 'Monitor not found' });
    return ownedMonitor(row).monitor;
  }

  create(team: string, request: MonitorCreateRequest): StoredMonitor {
    refuseInvalidTargets(request.targets);
    refuseMissingGoal(request);
    const now = this.#clock.now();
    const schedule = resolveSchedule(request.schedule, now);
    const monitor: StoredMonitor = {
      id: randomUUID(),
      name: request.name,
      status: 'active',
      schedule,
      nextRunAt: nextRunAt(schedule, now),
      lastRunAt: null,
      currentCheckId: null,
      targets: request.targets.map(watched),
      webhook: keptWebhook(request.webhook),
      notification: request.notification ?? {},
      emailRecipientSubscriptions: [],
      retentionDays: request.retentionDays ?? contractDefaults('MonitorCreateRequest').retentionDays ?? 0,
      lastCheckSummary: null,
      goal: request.goal ?? null,
      judgeEnabled: request.judgeEnabled ?? Boolean(request.goal?.trim()),
      createdAt: new Date(now).toISOString(),
    };
    return this.#write(team, this.#estimated(monitor));
  }

  async list(team: string, limit: number, offset: number): Promise<StoredMonitor[]> {
    const query = 'select rowid as position from monitors where team = ? order by rowid desc limit ? offset ?';
    const monitors: StoredMonitor[] = [];
    // One after the other: a hundred large ones are read for as long as a second.
    await inTurns(this.#database.all<{ position: number }>(query, team, limit, offset), ({ position }) => {
      const row = this.#database.get<Row>('select team, monitor from monitors where rowid = ?', position);
      if (row) monitors.push(ownedMonitor(row).monitor);
    });
    return monitors;
  }

  update(team: string, id: string, { schedule, targets, webhook, ...fields }: MonitorUpdateRequest): StoredMonitor {
    refuseInvalidTargets(targets ?? []);
    const now = this.#clock.now();
    const before = this.get(team, id);
    const after = {
      ...before,
      ...fields,
      ...(schedule && { schedule: resolveSchedule(schedule, now) }),
      ...(targets && { targets: targets.map(watched) }),
      ...(webhook && { webhook: keptWebhook(webhook) }),
    } as StoredMonitor;
    // A monitor of before may have no goal, and can still be renamed or paused.
    if (targets || fields.goal !== undefined || fields.judgeEnabled !== undefined) {
      refuseMissingGoal(after);
    }
    return this.#write(team, this.#estimated({ ...after, nextRunAt: nextRunAfterUpdate(before, after, now) }));
  }

  delete(team: string, id: string): void {
    this.get(team, id);
    this.#database.run('delete from monitors where id = ?', id);
  }

  due(): OwnedMonitor[] {
    const query = 'select team, monitor from monitors where next_run <= ? order by next_run';
    return this.#database.all<Row>(query, this.#clock.now()).map(ownedMonitor);
  }

  nextDue(): number | undefined {
    return this.#database.get<{ next: number | null }>('select min(next_run) as next from monitors')?.next ?? undefined;
  }

  note(id: string, changes: MonitorUpdate): void {
    this.#change(id, (monitor) => ({ ...monitor, ...changes }));
  }

  advance(id: string): void {
    this.#change(id, (monitor) => ({ ...monitor, nextRunAt: nextRunAt(monitor.schedule, this.#clock.now()) }));
  }

  bringForward(): void {
    const plannedMonitors = this.#database
      .all<Row>('select team, monitor from monitors where next_run is not null')
      .map(ownedMonitor);
    for (const { team, monitor } of plannedMonitors) {
      const next = nextRunAt(monitor.schedule, this.#clock.now());
      if (next && monitor.nextRunAt && next < monitor.nextRunAt) this.#write(team, { ...monitor, nextRunAt: next });
    }
  }

  retentions(): { id: string; days: number }[] {
    return this.#database.all("select id, monitor ->> 'retentionDays' as days from monitors");
  }

  all(): OwnedMonitor[] {
    return this.#database.all<Row>('select team, monitor from monitors').map(ownedMonitor);
  }

  #write(team: string, monitor: StoredMonitor): StoredMonitor {
    const record = { ...monitor, updatedAt: new Date(this.#clock.now()).toISOString() };
    const next = record.nextRunAt ? Date.parse(record.nextRunAt) : null;
    const values = [team, next, JSON.stringify(record)];
    this.#database.run(
      'insert or replace into monitors (id, team, next_run, monitor) values (?, ?, ?, ?)',
      record.id,
      ...values,
    );
    return record;
  }

  /** Adds the fields that are computed from the others. */
  #estimated(monitor: StoredMonitor): StoredMonitor {
    const estimatedCreditsPerMonth = checkCost(monitor.targets) * runsInMonth(monitor.schedule, this.#clock.now());
    return { ...monitor, estimatedCreditsPerMonth };
  }

  #change(id: string, apply: (monitor: StoredMonitor) => StoredMonitor): void {
    const row = this.#database.get<Row>('select team, monitor from monitors where id = ?', id);
    // It may have been deleted meanwhile.
    if (row) this.#write(row.team, apply(ownedMonitor(row).monitor));
  }
}

function ownedMonitor({ team, monitor }: Row): OwnedMonitor {
  return { team, monitor: JSON.parse(monitor) };
}

function nextRunAt(schedule: Schedule, now: number): string | null {
  const next = nextRun(schedule, now);
  return next === undefined ? null : new Date(next).toISOString();
}

/** An update does not postpone an overdue run. A run changes only with the schedule. */
function nextRunAfterUpdate(before: StoredMonitor, after: StoredMonitor, now: number): string | null {
  if (after.status !== 'active') return null;
  const { nextRunAt: plannedRun } = before;
  const isSame = after.schedule.cron === before.schedule.cron && after.schedule.timezone === before.schedule.timezone;
  return plannedRun && (isSame || Date.parse(plannedRun) <= now) ? plannedRun : nextRunAt(after.schedule, now);
}

/** A target keeps the id of the request, so that its history continues after an update. */
function watched(target: MonitorTarget): WatchedTarget {
  const { id = randomUUID(), ...what } = structuredClone(target);
  if (what.type === 'scrape') what.urls = what.urls.map(withScheme);
  if (what.type === 'crawl') what.url = withScheme(what.url);
  if (what.type === 'search') {
    if (what.includeDomains) what.includeDomains = what.includeDomains.map(hostOf);
    if (what.excludeDomains) what.excludeDomains = what.excludeDomains.map(hostOf);
  }
  const defaults = what.type === 'search' ? {} : { scrapeOptions: {} };
  return { id, ...defaults, ...(what as Omit<WatchedTarget, 'id'>) };
}

function keptWebhook(webhook: MonitorCreateRequest['webhook']): ConfiguredWebhook | null {
  if (webhook === undefined) return null;
  return typeof webhook === 'string' ? { url: webhook } : (structuredClone(webhook) as ConfiguredWebhook);
}

/** Refuses what the schema of the contract allows, but makes every check of the target fail. */
function refuseInvalidTargets(targets: readonly MonitorTarget[]): void {
  for (const [index, target] of targets.entries()) {
    if (target.type === 'crawl') refuseInvalidPaths(target.crawlOptions ?? {}, ['targets', index, 'crawlOptions']);
  }
}

/** What a monitor watches and how it is judged, in a request or as it is stored. */
interface JudgedTargets extends Pick<MonitorCreateRequest, 'goal' | 'judgeEnabled'> {
  readonly targets?: readonly { readonly type: string }[];
}

/** Refuses searches whose results nothing can be judged by, as servers of this API do. */
function refuseMissingGoal({ targets = [], goal, judgeEnabled }: JudgedTargets): void {
  const needsGoal = judgeEnabled !== false && targets.some(({ type }) => type === 'search');
  if (!needsGoal || goal?.trim()) return;
  const message = 'A search target requires a non-empty goal';
  throw invalidRequest('createMonitor', [{ code: 'custom', path: ['goal'], message }]);
}
