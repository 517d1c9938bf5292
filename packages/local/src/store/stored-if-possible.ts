import { StorageFull } from './storage-full.js';

/** Runs a write that may be skipped; resolves to undefined when the disk is full. */
export async function storedIfPossible<Result>(write: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    return undefined;
  }
}
