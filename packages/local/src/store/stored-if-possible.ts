import { StorageUnavailable } from './storage-unavailable.js';

/** Runs a write that may be skipped; resolves to undefined when the disk is full, or the database away. */
export async function storedIfPossible<Result>(write: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    return undefined;
  }
}
