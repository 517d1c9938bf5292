import { createWorkerPool, workerEntry } from '@trawl/convert/workers';
import type { CheckReport } from './store/storage.js';

/** The message to the thread. */
export interface CheckWork {
  readonly file: string;
}

/** Longer than it takes to read hundreds of gigabytes. */
const DEADLINE_MS = 60 * 60_000;

/** Checks a snapshot of a database, in a thread of its own: it takes time, and the service goes on meanwhile. */
export async function checkSnapshot(file: string, signal?: AbortSignal): Promise<CheckReport> {
  const pool = createWorkerPool<CheckWork, CheckReport>({
    entry: workerEntry('check-worker', import.meta.url),
    size: 1,
  });
  try {
    return await pool.run({ file }, { group: '', deadlineMs: DEADLINE_MS, signal });
  } finally {
    await pool.close();
  }
}
