import { createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { nextTurn } from '../event-loop.js';
import type { ForgettableKind } from '../store/retention-store.js';
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

export interface RetentionDependencies {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly limits: RetentionLimits;
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

const DAY_MS = 24 * 60 * 60_000;

const PAGES: readonly ForgettableKind[] = ['copies', 'index', 'versions', 'answers'];

const RECORDS: readonly ForgettableKind[] = ['charges', 'feedback'];

/** What may be forgotten so that the rest fits. Records are small, and the credits of a month follow from them. */
const BY_SIZE: readonly ForgettableKind[] = [...PAGES, 'scrapes', 'jobs'];

/** The share of the bytes that is left after old data was forgotten, so that the next page does not exceed them again. */
const SHARE_AFTERWARDS = 0.9;

export function startRetention(dependencies: RetentionDependencies): Retention {
  const { clock, log } = dependencies;
  const background = createBackground(log);
  const closing = new AbortController();
  const { signal } = closing;
  background.start('Retention', async () => {
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
  { stores, clock, limits, expirations, log }: RetentionDependencies,
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
    async () => maxBytes !== undefined && shrinkTo(stores, maxBytes, { signal, log }),
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
  { retention }: Stores,
  maxBytes: number,
  { signal, log }: { readonly signal: AbortSignal; readonly log: (line: string) => void },
): Promise<void> {
  const usedBytes = async () => (await retention.usedBytes()) ?? 0;
  if ((await usedBytes()) <= maxBytes) return;
  while (!signal.aborted && (await usedBytes()) > maxBytes * SHARE_AFTERWARDS) {
    const ages = await Promise.all(BY_SIZE.map(async (kind) => ({ kind, at: await retention.oldest(kind) })));
    const [oldest] = ages
      .flatMap(({ kind, at }) => (at === undefined ? [] : [{ kind, at }]))
      .sort((a, b) => a.at - b.at);
    if (!oldest) {
      log(`The data takes ${await usedBytes()} bytes, more than it should, and nothing of it may be forgotten.`);
      return;
    }
    // What is as old as the oldest row goes in one batch or several.
    await retention.forget(oldest.kind, Number.MAX_SAFE_INTEGER);
    await nextTurn();
  }
}
