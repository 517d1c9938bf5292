import { WorkFailure } from '../workers/work-failure.js';
import { workerEntry } from '../workers/worker-entry.js';
import { createWorkerPool } from '../workers/worker-pool.js';
import type { PathExpressions } from './path-expressions.js';

/** What a worker is sent. */
export interface MatchWork {
  readonly expressions: PathExpressions;
  readonly texts: readonly string[];
}

export interface MatchOptions {
  /** Whose expressions they are: those of one crawl do not make all others wait. */
  readonly lane: string;
  readonly signal: AbortSignal;
}

export interface PathMatcher {
  /** What keeps each of the texts out, in a sentence; undefined when the expressions do not come to an end. */
  match(work: MatchWork, options: MatchOptions): Promise<(string | undefined)[] | undefined>;
  close(): Promise<void>;
}

/** A thousand times what expressions take that come to an end, on a machine that is busy with other things. */
const DEADLINE_MS = 2_000;

/** Matches expressions of users in another thread, where one that does not come to an end can be stopped. */
export function createPathMatcher(): PathMatcher {
  const pool = createWorkerPool<MatchWork, (string | undefined)[]>({
    entry: workerEntry('path-worker', import.meta.url),
    size: 1,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    // Each page of a crawl waits for its own.
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  return {
    async match(work, { lane, signal }) {
      try {
        return await pool.run(work, { lane, signal, deadlineMs: DEADLINE_MS });
      } catch (error) {
        // Endless repetition takes all of the stack or of the memory where it does not take the time.
        if (error instanceof WorkFailure && !signal.aborted) return undefined;
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
