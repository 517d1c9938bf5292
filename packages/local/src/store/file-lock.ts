import { closeSync, constants, fstatSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A file that nobody else opens until it is released. */
export interface FileLock {
  /** Where the file really is: beside any other name of it, what belongs to it would not be found. */
  readonly path: string;
  /** May be called again. */
  release(): void;
}

/** The bytes that SQLite itself locks, and neither reads nor writes. On macOS, a lock is always on the whole file. */
const LOCKED_RANGE: readonly [offset: number, length: number] =
  process.platform === 'darwin' ? [0, 0] : [0x40000000, 512];

/** What replaces a database file or is a copy of it is made in folders with names that begin so. */
export function workFolderPrefix(path: string): string {
  return `${path}.work-`;
}

/**
 * Makes this process the only one that uses a database file, which is made if need be.
 *
 * The lock is one of the operating system: it belongs to the file, whatever its name, it holds between containers, and it
 * ends with the process, however that ends. SQLite's own lock is a folder here, and would stay.
 */
export function lockFile(file: string): FileLock {
  const descriptor = openOrCreate(file);
  try {
    if (!tryToLock(descriptor, file)) {
      throw new Error(`The storage file ${file} is in use by another server. Close that one, or name another file.`);
    }
    const path = realpathSync.native(file);
    const mine = fstatSync(descriptor, { bigint: true });
    const named = statSync(path, { bigint: true });
    if (mine.dev !== named.dev || mine.ino !== named.ino) {
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

function openOrCreate(file: string): number {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o644);
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
    // Loaded by those only who keep a file: where there is no such lock, the rest works.
    const { tryLock }: Native = require('fs-native-extensions');
    return tryLock(descriptor, ...LOCKED_RANGE);
  } catch (cause) {
    // What Windows says of a lock that somebody else has.
    if ((cause as NodeJS.ErrnoException).code === 'EBUSY') return false;
    throw new Error(`The storage file ${file} cannot be locked: ${(cause as Error).message}`, { cause });
  }
}

/** Removes what a server left there that was killed. */
function clearLeftovers(path: string): void {
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const work = basename(workFolderPrefix(path));
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(work)) rmSync(join(dirname(path), name), { recursive: true, force: true });
  }
}
