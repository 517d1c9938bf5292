import type { Clock } from '@trawl/base/clock';
import { createBackground } from '../base/background.js';
import { inSlices } from '../base/event-loop.js';
import { fairShares, sumOf } from '../store/fair-shares.js';
import type { RecordKind, RetentionStore, TeamData } from '../store/retention-store.js';
import type { Stores } from '../store/stores.js';
import { planRemoval } from './removal-plan.js';

/** How long data is kept beside its own rules. What is undefined is not limited. */
export interface RetentionLimits {
  /** Days that pages are kept after they were seen last: copies, the index, versions, and what a model said of them. */
  readonly pageDays: number | undefined;
  /** Days that records are kept: charges, which are the activity of a team, and feedback. */
  readonly recordDays: number | undefined;
  /** Bytes of all data. Beyond them, the oldest data is forgotten of the team that has most, but not of jobs in progress. */
  readonly maxBytes: number | undefined;
}

/** Lets one process of a service after the other do something. */
export interface Spacing {
  /** Resolves to whether this process may do it now. After one that may, none may within the gap. */
  wait(name: string, gapMs: number, signal: AbortSignal, patienceMs: number): Promise<boolean>;
}

export interface RetentionDependencies {
  /** Whether to forget nothing. */
  readonly isAtRest?: boolean | undefined;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly limits: RetentionLimits;
  /** For the reduction of the data to its limit. */
  readonly spacing: Spacing;
  /** Forgets what expires by rules of its own: each part that stores such data gives one. */
  readonly expirations: readonly (() => Promise<unknown>)[];
  readonly log: (line: string) => void;
}

/** Forgets what is old, at the start and then again and again. */
export interface Retention {
  /** Stops, after what it does at the moment. */
  close(): Promise<void>;
}

const INTERVAL_MS = 10 * 60_000;

/** Shorter than the interval, so that it is the turn of the process again that had the last one. */
const SIZE_INTERVAL_MS = INTERVAL_MS - 60_000;

const DAY_MS = 24 * 60 * 60_000;

const PAGES: readonly TeamData[] = ['copies', 'index', 'versions', 'answers'];

const RECORDS: readonly RecordKind[] = ['charges', 'feedback'];

/** What may be forgotten so that the rest fits, beside jobs. Records are small, and the credits of a month follow from them. */
const BY_SIZE: readonly TeamData[] = [...PAGES, 'scrapes'];

/** The jobs of a team that one round may remove. */
const MOST_JOBS = 1_000;

/** The share of the bytes that is left after old data was forgotten, so that the next page does not exceed them again. */
const SHARE_AFTERWARDS = 0.9;

export function startRetention(dependencies: RetentionDependencies): Retention {
  const { clock, log, isAtRest = false } = dependencies;
  const background = createBackground(log);
  const closing = new AbortController();
  const { signal } = closing;
  background.start('Retention', async () => {
    if (isAtRest) return;
    while (!signal.aborted) {
      // A failure is logged, and the next time may succeed.
      await background.start('Retention', () => forgetOldData(dependencies, signal)).ended;
      await clock.sleep(INTERVAL_MS, signal).catch(() => undefined);
    }
  });
  return {
    async close() {
      closing.abort();
      await background.idle();
    },
  };
}

/** Forgets what is old now. */
export async function forgetOldData(
  { stores, clock, limits, spacing, expirations, log }: RetentionDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { pageDays, recordDays, maxBytes } = limits;
  const steps = [
    ...expirations,
    async () => {
      await stores.jobs.hideExpired();
      await removeJobs(stores, signal);
    },
    async () => {
      if (pageDays !== undefined) await forgetPages(stores, clock.now() - pageDays * DAY_MS, signal);
    },
    async () => {
      if (recordDays === undefined) return;
      const until = clock.now() - recordDays * DAY_MS;
      for (const kind of RECORDS) {
        await inSlices((rows) => stores.retention.forgetRecords(kind, until, rows), signal);
      }
    },
    async () => {
      if (maxBytes === undefined || !(await spacing.wait('size', SIZE_INTERVAL_MS, signal, 0))) return;
      await shrinkTo(stores, maxBytes, { signal, log });
    },
    () => stores.retention.tidy(signal),
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    if (signal.aborted) break;
    // One that always fails must not keep the others from what is theirs.
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Deletes what unknown jobs and ended ones have left. */
function removeJobs({ jobs }: Pick<Stores, 'jobs'>, signal: AbortSignal): Promise<void> {
  return inSlices((rows) => jobs.removeSome(rows), signal);
}

async function forgetPages({ retention }: Pick<Stores, 'retention'>, until: number, signal: AbortSignal) {
  for (const kind of PAGES) {
    for (const team of await retention.teams(kind)) {
      await inSlices(async (rows) => (await retention.forget(kind, { team, until, rows })).rows, signal);
    }
  }
}

/** Forgets the oldest data of the teams that have most, until nine tenths of the bytes are used. */
async function shrinkTo(
  stores: Pick<Stores, 'retention' | 'jobs'>,
  maxBytes: number,
  { signal, log }: { readonly signal: AbortSignal; readonly log: (line: string) => void },
): Promise<void> {
  const { retention } = stores;
  const target = maxBytes * SHARE_AFTERWARDS;
  let bytes = await retention.usedBytes();
  if (bytes <= maxBytes) return;
  while (!signal.aborted && bytes > target) {
    const sizes = await bytesByTeam(stores);
    // What is counted is less than what is used, such as indexes.
    const excess = ((bytes - target) * sumOf(sizes)) / bytes;
    for (const [team, share] of fairShares(sizes, excess)) await forgetOldest(stores, team, share, signal);
    await removeJobs(stores, signal);
    await retention.tidy(signal);
    const left = await retention.usedBytes();
    if (left >= bytes) {
      log(`The data takes ${left} bytes, more than it should, and nothing of it may be forgotten.`);
      return;
    }
    bytes = left;
  }
}

/** The bytes of all data of each team that may be forgotten for its size, and of its jobs in progress. */
async function bytesByTeam({ retention, jobs }: Pick<Stores, 'retention' | 'jobs'>): Promise<Map<string, number>> {
  const all = new Map(await jobs.bytesByTeam());
  for (const kind of BY_SIZE) {
    for (const [team, bytes] of await retention.bytesByTeam(kind)) all.set(team, (all.get(team) ?? 0) + bytes);
  }
  return all;
}

/** Forgets the oldest data of a team until about so many bytes are free. */
async function forgetOldest(
  { retention, jobs }: Pick<Stores, 'retention' | 'jobs'>,
  team: string,
  excess: number,
  signal: AbortSignal,
): Promise<void> {
  const otherBytes = async (after: number, until: number) => {
    let bytes = 0;
    for (const kind of BY_SIZE) bytes += await retention.bytesBetween(kind, team, after, until);
    return bytes;
  };
  const plan = await planRemoval({ jobs: await jobs.ended(team, MOST_JOBS), otherBytes }, excess);
  await jobs.hide(plan.jobs);
  let missing = plan.otherBytes;
  await inSlices(async (rows) => {
    const kind = missing > 0 ? await oldestKind(retention, team) : undefined;
    if (kind === undefined) return 0;
    const { bytes } = await retention.forget(kind, { team, rows, bytes: missing });
    missing -= bytes;
    // There may be fewer rows of this kind, and others of the next.
    return rows;
  }, signal);
}

/** The kind of the oldest data that a team has. */
async function oldestKind(retention: RetentionStore, team: string): Promise<TeamData | undefined> {
  let oldest: { readonly kind: TeamData; readonly at: number } | undefined;
  for (const kind of BY_SIZE) {
    const at = await retention.oldest(kind, team);
    if (at !== undefined && at < (oldest?.at ?? Number.POSITIVE_INFINITY)) oldest = { kind, at };
  }
  return oldest?.kind;
}
