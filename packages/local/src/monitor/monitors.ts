import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type {
  ConfiguredWebhook,
  MonitorCreateRequest,
  MonitorSchedule,
  MonitorSummary,
  MonitorTarget,
  MonitorUpdateRequest,
  WatchedTarget,
} from '@trawl/client';
import { nextTurn } from '../base/event-loop.js';
import { contractDefaults } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import { hostOf, withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import { refuseInvalidPaths } from '../crawl/path-rules.js';
import type { MonitorSlice, StoredMonitor } from '../store/monitor-store.js';
import type { Stores } from '../store/stores.js';
import { checkCost } from './cost.js';
import { mostDelay, nextRun, resolveSchedule, runsInMonth, type Schedule } from './schedule.js';

export interface MonitorUpdate {
  readonly currentCheckId: string | null;
  readonly lastRunAt?: string | null;
  readonly lastCheckSummary?: MonitorSummary | null;
}

interface MonitorDependencies {
  readonly stores: Stores;
  readonly clock: Clock;
}

/** With the stores of a transaction, all changes of the monitors belong to it. */
export class Monitors {
  readonly #stores: Stores;
  readonly #clock: Clock;

  constructor({ stores, clock }: MonitorDependencies) {
    this.#stores = stores;
    this.#clock = clock;
  }

  /** Throws 404 for monitors of other teams too. */
  get(team: string, id: string): Promise<StoredMonitor> {
    return monitorOf(this.#stores, team, id);
  }

  async create(team: string, request: MonitorCreateRequest): Promise<StoredMonitor> {
    refuseInvalidTargets(request.targets);
    refuseMissingGoal(request);
    const now = this.#clock.now();
    const id = randomUUID();
    const timing = timingOf(id, request.schedule, now);
    const monitor: StoredMonitor = {
      id,
      name: request.name,
      status: 'active',
      ...timing,
      nextRunAt: nextRunAt(timing, now),
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
    return this.#put(this.#stores, team, this.#estimated(monitor));
  }

  async list(team: string, slice: MonitorSlice): Promise<StoredMonitor[]> {
    const monitors: StoredMonitor[] = [];
    // One after the other: a hundred large ones are read for as long as a second.
    for (const id of await this.#stores.monitors.ids(team, slice)) {
      const ownedMonitor = await this.#stores.monitors.find(id);
      if (ownedMonitor) monitors.push(ownedMonitor.monitor);
      await nextTurn();
    }
    return monitors;
  }

  update(
    team: string,
    id: string,
    { schedule, targets, webhook, ...fields }: MonitorUpdateRequest,
  ): Promise<StoredMonitor> {
    return this.#stores.transaction(async (stores) => {
      refuseInvalidTargets(targets ?? []);
      const now = this.#clock.now();
      await stores.monitors.lock(id);
      const before = await monitorOf(stores, team, id);
      const after = {
        ...before,
        ...fields,
        ...(schedule && timingOf(id, schedule, now)),
        ...(targets && { targets: targets.map(watched) }),
        ...(webhook && { webhook: keptWebhook(webhook) }),
      } as StoredMonitor;
      // A monitor of before may have no goal, and can still be renamed or paused.
      if (targets || fields.goal !== undefined || fields.judgeEnabled !== undefined) {
        refuseMissingGoal(after);
      }
      const nextRunAt = nextRunAfterUpdate(before, after, now);
      return this.#put(stores, team, this.#estimated({ ...after, nextRunAt }));
    });
  }

  /** Stores the start or the end of a check in its monitor. */
  note(id: string, changes: MonitorUpdate): Promise<void> {
    return this.#change(id, (monitor) => ({ ...monitor, ...changes }));
  }

  /** Sets the next run by the schedule, after a due run has started. */
  advance(id: string): Promise<void> {
    return this.#change(id, (monitor) => ({ ...monitor, nextRunAt: nextRunAt(monitor, this.#clock.now()) }));
  }

  /** After the clock was set back, moves runs forward that would be later than their schedule. */
  async bringForward(): Promise<void> {
    const earlierRun = (monitor: StoredMonitor): string | undefined => {
      const { nextRunAt: planned } = monitor;
      const next = nextRunAt(monitor, this.#clock.now());
      return next && planned && next < planned ? next : undefined;
    };
    for (const { monitor } of await this.#stores.monitors.planned()) {
      if (earlierRun(monitor) === undefined) continue;
      await this.#change(monitor.id, (current) => {
        const nextRunAt = earlierRun(current);
        return nextRunAt === undefined ? current : { ...current, nextRunAt };
      });
    }
  }

  async #put(stores: Stores, team: string, monitor: StoredMonitor): Promise<StoredMonitor> {
    const record = { ...monitor, updatedAt: new Date(this.#clock.now()).toISOString() };
    await stores.monitors.put({ team, monitor: record });
    return record;
  }

  /** Adds the fields that are computed from the others. */
  #estimated(monitor: StoredMonitor): StoredMonitor {
    const estimatedCreditsPerMonth = checkCost(monitor.targets) * runsInMonth(monitor.schedule, this.#clock.now());
    return { ...monitor, estimatedCreditsPerMonth };
  }

  #change(id: string, apply: (monitor: StoredMonitor) => StoredMonitor): Promise<void> {
    return this.#stores.transaction(async (stores) => {
      await stores.monitors.lock(id);
      const ownedMonitor = await stores.monitors.find(id);
      // It may have been deleted meanwhile.
      if (ownedMonitor) await this.#put(stores, ownedMonitor.team, apply(ownedMonitor.monitor));
    });
  }
}

async function monitorOf({ monitors }: Pick<Stores, 'monitors'>, team: string, id: string): Promise<StoredMonitor> {
  const ownedMonitor = await monitors.find(id);
  if (ownedMonitor?.team !== team) throw new Refusal('not_found', 'Monitor not found');
  return ownedMonitor.monitor;
}

/** When a monitor runs. */
interface Timing extends Pick<StoredMonitor, 'delayMs'> {
  readonly schedule: Schedule;
}

function timingOf(id: string, schedule: MonitorSchedule, now: number): Timing {
  const resolvedSchedule = resolveSchedule(schedule, now);
  return { schedule: resolvedSchedule, delayMs: delayOf(id, mostDelay(schedule, resolvedSchedule, now)) };
}

/** Each monitor has its own share of the longest delay, in whole seconds. Ids are random. */
function delayOf(id: string, mostMs: number): number {
  return (Number.parseInt(id.slice(0, 8), 16) % (Math.floor(mostMs / 1000) + 1)) * 1000;
}

function nextRunAt({ schedule, delayMs = 0 }: Timing, now: number): string | null {
  const next = nextRun(schedule, now - delayMs);
  return next === undefined ? null : new Date(next + delayMs).toISOString();
}

/** An update does not postpone an overdue run. A run changes only with the schedule. */
function nextRunAfterUpdate(before: StoredMonitor, after: StoredMonitor, now: number): string | null {
  if (after.status !== 'active') return null;
  const { nextRunAt: plannedRun } = before;
  const isSame =
    after.schedule.cron === before.schedule.cron &&
    after.schedule.timezone === before.schedule.timezone &&
    after.delayMs === before.delayMs;
  return plannedRun && (isSame || Date.parse(plannedRun) <= now) ? plannedRun : nextRunAt(after, now);
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
