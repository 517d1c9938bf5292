import type { Clock } from '../clock.js';
import { StorageFull } from './storage-full.js';

export interface UntilStoredParts {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Ends the waiting, with its reason. */
  readonly signal: AbortSignal;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Makes a write that must not be left out, such as the end of a job: at once, and as long as it fails, because the disk is
 * full for instance, again after growing waits. Each failure is logged under the name.
 */
export async function untilStored<Result>(
  name: string,
  write: () => Result | Promise<Result>,
  { clock, log, signal }: UntilStoredParts,
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

/** Makes a write that may be left out when the disk is full: undefined then. */
export function storedIfPossible<Result>(write: () => Result): Result | undefined {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    return undefined;
  }
}
