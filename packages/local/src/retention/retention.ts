import { createBackground } from '../base/background.js';
import type { Clock } from '../base/clock.js';
import { nextTurn } from '../base/event-loop.js';
import type { ForgettableKind, RetentionStore } from '../store/retention-store.js';
import type { Stores } from '../store/stores.js';

/** How long data is kept beside its own rules. What is undefined is not limited. */
export interface RetentionLimits {
  /** Days that pages are kept after they were seen last: copies, the index, versions, and what a model said of them. */
  readonly pageDays: number | undefined;
  /** Days that records are kept: charges, which are the activity of a team, and feedback. */
  readonly recordDays: number | undefined;
  /** Bytes of all data. Beyond them, the oldest data is forgotten that belongs to no job in progress. */
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

const PAGES: readonly ForgettableKind[] = ['copies', 'index', 'versions', 'answers'];

const RECORDS: readonly ForgettableKind[] = ['charges', 'feedback'];

/** What may be forgotten so that the rest fits. Records are small, and the credits of a month follow from them. */
const BY_SIZE: readonly ForgettableKind[] = [...PAGES, 'scrapes', 'jobs'];

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
  const forgetOlder = async (kinds: readonly ForgettableKind[], days: number | undefined) => {
    if (days === undefined) return;
    for (const kind of kinds) await forgetUntil(stores, kind, clock.now() - days * DAY_MS, signal);
  };
  const { pageDays, recordDays, maxBytes } = limits;
  const steps = [
    ...expirations,
    () => forgetOlder(PAGES, pageDays),
    () => forgetOlder(RECORDS, recordDays),
    async () => {
      if (maxBytes === undefined || !(await spacing.wait('size', SIZE_INTERVAL_MS, signal, 0))) return;
      await shrinkTo(stores.retention, maxBytes, { signal, log });
    },
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    if (signal.aborted) break;
    // One that always fails must not keep the others from what is theirs.
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function forgetUntil(stores: Stores, kind: ForgettableKind, until: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await stores.retention.forget(kind, until)) > 0) await nextTurn();
}

async function shrinkTo(
  retention: RetentionStore,
  maxBytes: number,
  { signal, log }: { readonly signal: AbortSignal; readonly log: (line: string) => void },
): Promise<void> {
  const target = maxBytes * SHARE_AFTERWARDS;
  let bytes = await retention.usedBytes();
  if (bytes <= maxBytes) return;
  let batches = 1;
  while (!signal.aborted && bytes > target) {
    if (!(await forgetOldest(retention, batches, signal))) {
      log(`The data takes ${bytes} bytes, more than it should, and nothing of it may be forgotten.`);
      return;
    }
    const left = await retention.usedBytes();
    batches = nextBatches(batches, bytes - left, left - target);
    bytes = left;
  }
}

/** Forgets some batches of the oldest data; returns false when there is none. */
async function forgetOldest(retention: RetentionStore, batches: number, signal: AbortSignal): Promise<boolean> {
  for (let batch = 0; batch < batches && !signal.aborted; batch++) {
    const ages = await Promise.all(BY_SIZE.map(async (kind) => ({ kind, at: await retention.oldest(kind) })));
    const [oldest] = ages
      .flatMap(({ kind, at }) => (at === undefined ? [] : [{ kind, at }]))
      .sort((a, b) => a.at - b.at);
    if (!oldest) return batch > 0;
    // What is as old as the oldest row goes in one batch or several.
    await retention.forget(oldest.kind, Number.MAX_SAFE_INTEGER);
    await nextTurn();
  }
  return true;
}

/**
 * How many batches to forget before the data is measured again, which takes long in a large database: half of what seems to
 * be needed, because batches differ, and at most twice as many as before.
 */
function nextBatches(batches: number, freedBytes: number, excessBytes: number): number {
  const needed = freedBytes > 0 ? (excessBytes / freedBytes) * batches : batches;
  return Math.max(1, Math.min(2 * batches, Math.floor(needed / 2)));
}
