import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Files that servers of this process have open. */
const ours = new Set<string>();

/**
 * Makes this process the only one that uses a database file; the result gives it back.
 *
 * SQLite's own lock is a folder here, and a process that was killed leaves it behind: nobody could open the file any
 * more. So the owner writes its process id beside it, and the lock of an owner that is gone is cleared.
 */
export function claim(path: string): () => void {
  const note = `${path}.owner`;
  if (ours.has(path))
    throw new Error(`The storage file ${path} is open in this process already. Close that server first.`);
  const owner = ownerBy(note);
  if (owner !== undefined && owner !== process.pid && isAlive(owner)) {
    throw new Error(
      `The storage file ${path} is in use by process ${owner}. End it, or delete ${note} if it is no server.`,
    );
  }
  rmSync(`${path}.lock`, { recursive: true, force: true });
  try {
    writeFileSync(note, String(process.pid));
  } catch (cause) {
    throw new Error(`The storage file ${path} cannot be made: ${(cause as Error).message}`, { cause });
  }
  ours.add(path);
  return () => {
    ours.delete(path);
    rmSync(note, { force: true });
  };
}

function ownerBy(note: string): number | undefined {
  try {
    const id = Number(readFileSync(note, 'utf8'));
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
