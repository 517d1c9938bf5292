import { createWorkerPool, type WorkOwner, workerEntry } from '@trawl/convert/workers';
import { nextTurn } from '../base/event-loop.js';
import type { Changes, CompareModes, Version } from './version.js';

export interface CompareOptions {
  readonly owner: WorkOwner;
  readonly signal?: AbortSignal | undefined;
}

/** Compares two versions of a page; throws a `WorkFailure`, or the reason of the signal. */
export type Compare = (
  before: Version,
  after: Version,
  modes: CompareModes,
  options: CompareOptions,
) => Promise<Changes>;

export interface Differ {
  readonly compare: Compare;
  close(): Promise<void>;
}

/** The message to a worker. The versions are JSON, because a string is cloned much faster than large data. */
export interface CompareWork {
  readonly before: string;
  readonly after: string;
  readonly wanted: CompareModes;
}

/** Comparing fewer characters takes less time than sending them to a worker. */
const SMALL_CHARACTERS = 100_000;
/**
 * The maximum number of lines in both texts together. The time of a diff grows with the number of lines times the
 * number of different lines.
 */
const SMALL_LINES = 1_000;

/** Longer than a diff takes, which falls back to a longer result after its own timeout. */
const DEADLINE_MS = 10_000;

/** Characters of versions that wait for a worker. */
const MAX_WAITING_CHARACTERS = 64 * 1024 * 1024;

/** Compares small versions in this thread and large ones in a worker. */
export function createDiffer(): Differ {
  const pool = createWorkerPool<CompareWork, Changes>({
    entry: workerEntry('differ-worker', import.meta.url),
    size: 1,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
    maxWaitingWeight: MAX_WAITING_CHARACTERS,
  });
  return {
    async compare(before, after, modes, { owner, signal }) {
      const work = { before: JSON.stringify(before), after: JSON.stringify(after), wanted: modes };
      if (work.before === work.after) return {};
      const weight = work.before.length + work.after.length;
      if (weight <= SMALL_CHARACTERS && linesOf(before) + linesOf(after) <= SMALL_LINES) {
        // Loaded on demand: a server starts faster without the library of diffs.
        const { changesBetween } = await import('./version.js');
        return changesBetween(before, after, modes);
      }
      const changes = await pool.run(work, { owner, deadlineMs: DEADLINE_MS, weight, signal });
      // Receiving large changes took time, and so does their use: other work gets its turn in between.
      await nextTurn(signal);
      return changes;
    },
    close: () => pool.close(),
  };
}

function linesOf({ markdown }: Version): number {
  return markdown.split('\n').length;
}
