import { createWorkerPool, WorkFailure, type WorkOwner, workerEntry } from '@trawl/convert/workers';
import { ModelFailure } from './model.js';

/** The result of a check: it is empty if the value fits the schema. */
export interface Verdict {
  /** What is wrong with the value, in the words of the validator. */
  readonly errors?: string;
  /** Why the schema is none. */
  readonly unusable?: string;
  /** Why the value could not be checked against the schema. */
  readonly unchecked?: string;
}

/** What is wrong with a value, if anything is. Throws a `ModelFailure` if the value could not be checked. */
export function errorsOf({ errors, unusable, unchecked }: Verdict): string | undefined {
  if (unusable !== undefined) throw new ModelFailure(unusable, { logMessage: 'its schema cannot be used' });
  if (unchecked === undefined) return errors;
  throw new ModelFailure(unchecked, { logMessage: 'its value could not be checked against the schema' });
}

export interface CheckWork {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

export interface JsonCheck {
  /** Throws the reason of the signal. */
  check(work: CheckWork, owner: WorkOwner, signal: AbortSignal): Promise<Verdict>;
  close(): Promise<void>;
}

/** Longer than the worker gives itself to compile a schema and to check a value. */
const DEADLINE_MS = 10_000;

/** Longer than any honest schema takes. From then on a check is slow, and another worker checks what waits behind it. */
const SLOW_AFTER_MS = 1_000;

/** Validates in a worker, because both the expressions of the schema and the texts that they match are from outside. */
export function createJsonCheck(): JsonCheck {
  const pool = createWorkerPool<CheckWork, Verdict>({
    entry: workerEntry('json-check-worker', import.meta.url),
    size: 2,
    overtimeAfterMs: SLOW_AFTER_MS,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    maxWaitingWeight: 64,
  });
  return {
    async check(work, owner, signal) {
      try {
        return await pool.run(work, { owner, deadlineMs: DEADLINE_MS, weight: 1, signal });
      } catch (error) {
        if (!(error instanceof WorkFailure)) throw error;
        return { unchecked: `the value could not be checked against the schema: ${error.message}` };
      }
    },
    close: () => pool.close(),
  };
}
