import { WorkFailure } from '../workers/work-failure.js';
import { workerEntry } from '../workers/worker-entry.js';
import { createWorkerPool } from '../workers/worker-pool.js';

/** What a schema says of a value: nothing when it fits, or the words of the validator, or why the schema is none. */
export interface Verdict {
  readonly errors?: string;
  readonly unusable?: string;
}

export interface CheckWork {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

export interface JsonCheck {
  /** Throws the reason of the signal. */
  check(work: CheckWork, group: string, signal: AbortSignal): Promise<Verdict>;
  close(): Promise<void>;
}

/** Longer than any honest schema takes: its expressions may take for ever. */
const DEADLINE_MS = 5_000;

/** Validates in a worker, because both the expressions of the schema and the texts that they match are from outside. */
export function createJsonCheck(): JsonCheck {
  const pool = createWorkerPool<CheckWork, Verdict>({
    entry: workerEntry('json-check-worker', import.meta.url),
    size: 1,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    maxWaitingWeight: 64,
  });
  return {
    async check(work, group, signal) {
      try {
        return await pool.run(work, { group, deadlineMs: DEADLINE_MS, weight: 1, signal });
      } catch (error) {
        if (!(error instanceof WorkFailure)) throw error;
        return { unusable: `its schema cannot be checked: ${error.message}` };
      }
    },
    close: () => pool.close(),
  };
}
