import { workerEntry } from '@trawl/convert/workers';
import { runInThread } from '../store/sqlite/snapshot-thread.js';
import type { CheckReport } from '../store/storage.js';

/** The message to the thread. */
export interface CheckWork {
  readonly file: string;
}

/** Checks a snapshot of a database, in a thread of its own. */
export function checkSnapshot(file: string, signal?: AbortSignal): Promise<CheckReport> {
  return runInThread<CheckWork, CheckReport>(workerEntry('check-worker', import.meta.url), { file }, signal);
}
