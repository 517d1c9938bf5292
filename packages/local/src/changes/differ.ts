import { nextTurn } from '../event-loop.js';
import { workerEntry } from '../workers/worker-entry.js';
import { createWorkerPool } from '../workers/worker-pool.js';
import { type Changes, changesBetween, type Version, type Wanted } from './version.js';

export interface CompareOptions {
  /** Whose pages they are: those of one do not make all others wait. */
  readonly lane: string;
  readonly signal?: AbortSignal | undefined;
}

/** Says what changed from one version of a page to the next; throws a `WorkFailure`, or the reason of the signal. */
export type Compare = (before: Version, after: Version, wanted: Wanted, options: CompareOptions) => Promise<Changes>;

export interface Differ {
  readonly compare: Compare;
  close(): Promise<void>;
}

/** What a worker is sent. The versions are JSON: a text is sent in no time, and large data is not. */
export interface CompareWork {
  readonly before: string;
  readonly after: string;
  readonly wanted: Wanted;
}

/** What is smaller is compared before a worker would have been told of it. */
const SMALL_CHARACTERS = 100_000;
/** Of both texts together: the time grows with their number times that of those that differ. */
const SMALL_LINES = 1_000;

/** Longer than a diff takes that gives up on being the shortest one. */
const DEADLINE_MS = 10_000;

/** Characters of versions that wait for a worker. */
const MOST_WAITING = 64 * 1024 * 1024;

/** Compares in another thread whatever would hold this one. */
export function createDiffer(): Differ {
  const pool = createWorkerPool<CompareWork, Changes>({
    entry: workerEntry('differ-worker', import.meta.url),
    size: 1,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
    maxWaitingWeight: MOST_WAITING,
  });
  return {
    async compare(before, after, wanted, { lane, signal }) {
      const work = { before: JSON.stringify(before), after: JSON.stringify(after), wanted };
      if (work.before === work.after) return {};
      const weight = work.before.length + work.after.length;
      if (weight <= SMALL_CHARACTERS && linesOf(before) + linesOf(after) <= SMALL_LINES) {
        return changesBetween(before, after, wanted);
      }
      const changes = await pool.run(work, { lane, deadlineMs: DEADLINE_MS, weight, signal });
      // To take them from the worker took its time, and so does what is made of them.
      await nextTurn(signal);
      return changes;
    },
    close: () => pool.close(),
  };
}

function linesOf({ markdown }: Version): number {
  return markdown.split('\n').length;
}
