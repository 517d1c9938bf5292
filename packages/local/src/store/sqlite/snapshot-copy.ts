import { workerEntry } from '@trawl/convert/workers';
import { StorageFull } from '../storage-full.js';
import { runInThread } from './snapshot-thread.js';

/** The message to the thread. */
export interface CopyWork {
  readonly file: string;
  readonly newFile: string;
}

export interface CopyResult {
  readonly isDiskFull: boolean;
}

/**
 * Writes a snapshot of a database to a new file, in a thread of its own.
 *
 * @throws StorageFull when the disk of the new file is full.
 */
export async function copySnapshot(work: CopyWork, signal?: AbortSignal): Promise<void> {
  const entry = workerEntry('copy-worker', import.meta.url);
  const { isDiskFull } = await runInThread<CopyWork, CopyResult>(entry, work, signal);
  if (isDiskFull) throw new StorageFull(work.newFile, undefined);
}
