import { createWorkerPool, WorkFailure, type WorkOwner, workerEntry } from '@trawl/convert/workers';
import type { PathExpressions } from './path-expressions.js';

/** The message to a worker. */
export interface MatchWork {
  readonly expressions: PathExpressions;
  readonly texts: readonly string[];
}

export interface MatchOptions {
  readonly owner: WorkOwner;
  readonly signal: AbortSignal;
}

export interface PathMatcher {
  /** Why each text is excluded, in a sentence; undefined when matching does not end in time. */
  match(work: MatchWork, options: MatchOptions): Promise<(string | undefined)[] | undefined>;
  close(): Promise<void>;
}

/** A thousand times longer than ordinary expressions take on a busy machine. */
const DEADLINE_MS = 2_000;

/** Far longer than ordinary expressions take. What takes longer gives way to the expressions of other teams. */
const LONG_MS = 250;

/** Matches the expressions of users in another thread, which can be terminated when an expression never ends. */
export function createPathMatcher({ deadlineMs = DEADLINE_MS } = {}): PathMatcher {
  const pool = createWorkerPool<MatchWork, (string | undefined)[]>({
    entry: workerEntry('path-worker', import.meta.url),
    size: 1,
    overtimeAfterMs: LONG_MS,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    // Every page of every crawl may wait for its result.
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  return {
    async match(work, { owner, signal }) {
      try {
        return await pool.run(work, { owner, signal, deadlineMs });
      } catch (error) {
        // An endless expression may exhaust the stack or the memory before it exceeds the deadline.
        if (error instanceof WorkFailure && !signal.aborted) return undefined;
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
