import type { Clock } from '../clock.js';
import { StorageFull } from './storage-full.js';

export interface UntilStoredOptions {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Aborts the retries. */
  readonly signal: AbortSignal;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Runs a write that must not be lost, such as the end of a job. It is retried with growing delays while it fails, for
 * example because the disk is full. Each failure is logged under the name.
 */
export async function untilStored<Result>(
  name: string,
  write: () => Result | Promise<Result>,
  { clock, log, signal }: UntilStoredOptions,
): Promise<Result> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await write();
    } catch (error) {
      log(`${name}: ${(error as Error).message} It is tried again in ${waitMs / 1000} s.`);
      await clock.sleep(waitMs, signal);
    }
  }
}

/** Runs a write that may be skipped; resolves to undefined when the disk is full. */
export async function storedIfPossible<Result>(write: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    return undefined;
  }
}
