import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each run of the tests a temporary folder of its own, so that nothing is left of it, also by programs that tests kill. */
export function setup(): () => void {
  const before = process.env.TMPDIR;
  // Its name is short: the path of a socket, which a browser makes in it, has 108 bytes.
  const folder = mkdtempSync(join(tmpdir(), 't-'));
  // The server of PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}
