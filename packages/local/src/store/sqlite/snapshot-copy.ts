import { createWorkerPool, workerEntry } from '@trawl/convert/workers';
import { StorageFull } from '../storage-full.js';

/** The message to the thread. */
export interface CopyWork {
  readonly file: string;
  readonly newFile: string;
}

export interface CopyResult {
  readonly isDiskFull: boolean;
}

/** Longer than it takes to copy hundreds of gigabytes. */
const DEADLINE_MS = 60 * 60_000;

/**
 * Writes a snapshot of a database to a new file, in a thread of its own: it takes time, and the service goes on meanwhile.
 *
 * @throws StorageFull when the disk of the new file is full.
 */
export async function copySnapshot(work: CopyWork, signal?: AbortSignal): Promise<void> {
  const pool = createWorkerPool<CopyWork, CopyResult>({ entry: workerEntry('copy-worker', import.meta.url), size: 1 });
  try {
    const { isDiskFull } = await pool.run(work, { group: '', deadlineMs: DEADLINE_MS, signal });
    if (isDiskFull) throw new StorageFull(work.newFile, undefined);
  } finally {
    await pool.close();
  }
}
