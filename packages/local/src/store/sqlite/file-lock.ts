import { closeSync, constants, fstatSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { FileInUse } from '../file-in-use.js';

/** A lock on a file, which no other server opens until it is released. */
export interface FileLock {
  /** The real path of the file. SQLite looks for its log beside it, so a link must not be used instead. */
  readonly path: string;
  /** May be called again. */
  release(): void;
}

/** The bytes that SQLite itself locks and never reads or writes. On macOS, a lock always covers the whole file. */
const LOCKED_RANGE: readonly [offset: number, length: number] =
  process.platform === 'darwin' ? [0, 0] : [0x40000000, 512];

/** The prefix of the folders for replacements and copies of a database file. */
export function workFolderPrefix(path: string): string {
  return `${path}.work-`;
}

/**
 * Locks a database file for this process, and creates it if it does not exist.
 *
 * The lock is one of the operating system. It belongs to the file under any name, it works between containers, and it ends
 * with the process. This build of SQLite locks with a folder instead, which would stay after a crash.
 */
export function lockFile(file: string): FileLock {
  const descriptor = openOrCreate(file);
  try {
    if (!tryToLock(descriptor, file)) {
      throw new FileInUse(file);
    }
    const path = realpathSync.native(file);
    const locked = fstatSync(descriptor, { bigint: true });
    const current = statSync(path, { bigint: true });
    if (locked.dev !== current.dev || locked.ino !== current.ino) {
      throw new Error(
        `The storage file ${file} was replaced by another server just now. Close that one, and try again.`,
      );
    }
    clearLeftovers(path);
    if (fstatSync(descriptor).nlink > 1) {
      throw new Error(
        `The storage file ${path} has another name, a hard link, and SQLite's log of the file would be beside one of them only. Remove the other, or name a copy.`,
      );
    }
    let isReleased = false;
    return {
      path,
      release() {
        if (!isReleased) closeSync(descriptor);
        isReleased = true;
      },
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** A new file is for its user alone: it has the cookies of profiles, and the pages of all teams. */
function openOrCreate(file: string): number {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (cause) {
    throw new Error(`The storage file ${file} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

interface Native {
  tryLock(descriptor: number, offset: number, length: number): boolean;
}

const require = createRequire(import.meta.url);

function tryToLock(descriptor: number, file: string): boolean {
  try {
    // Loaded only for a storage file, so that the rest works on systems without such locks.
    const { tryLock }: Native = require('fs-native-extensions');
    return tryLock(descriptor, ...LOCKED_RANGE);
  } catch (cause) {
    // The error of Windows for a lock of another process.
    if ((cause as NodeJS.ErrnoException).code === 'EBUSY') return false;
    throw new Error(`The storage file ${file} cannot be locked: ${(cause as Error).message}`, { cause });
  }
}

/** Removes the files that a killed server left behind. */
function clearLeftovers(path: string): void {
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const work = basename(workFolderPrefix(path));
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(work)) rmSync(join(dirname(path), name), { recursive: true, force: true });
  }
}
