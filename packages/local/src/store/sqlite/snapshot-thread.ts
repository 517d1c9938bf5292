import { createWorkerPool, type WorkerEntry } from '@trawl/convert/workers';

/** Longer than it takes to read hundreds of gigabytes. */
const DEADLINE_MS = 60 * 60_000;

/** Does work on a snapshot of a database, in a thread of its own: it takes time, and the service goes on meanwhile. */
export async function runInThread<Work, Result>(
  entry: WorkerEntry,
  work: Work,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const pool = createWorkerPool<Work, Result>({ entry, size: 1 });
  try {
    return await pool.run(work, { owner: { team: '', job: '' }, deadlineMs: DEADLINE_MS, signal });
  } finally {
    await pool.close();
  }
}
