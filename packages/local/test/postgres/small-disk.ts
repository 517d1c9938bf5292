import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own in a folder, which programs that are started in it see. */
export interface SmallDisk {
  /** The folder as this process reaches it. */
  readonly folder: string;
  /** What to run so that a program sees the disk, and runs as a user without rights. */
  command(user: number, program: string, args: readonly string[]): [program: string, args: string[]];
  /** Fills it to the last byte. */
  fill(): void;
  free(): void;
  /** Removes it with all that is on it. Programs that use it must have ended. */
  close(): void;
}

/** Whether this process may mount a file system, for which it has to be root. */
export function canMountDisk(): boolean {
  const tryMount = () => spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
  return process.getuid?.() === 0 && tryMount();
}

/** Mounts a disk that nobody else sees. It goes with this process. */
export async function mountSmallDisk(folder: string, megabytes: number, user: number): Promise<SmallDisk> {
  const options = `size=${megabytes}m,mode=700,uid=${user},gid=${user}`;
  const script = 'mount -t tmpfs -o "$1" tmpfs "$0" && echo mounted && exec cat';
  const holder = spawn('unshare', ['--mount', 'sh', '-c', script, folder, options], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => {
      throw new Error('No disk can be mounted here.');
    }),
  ]);
  const reachedFolder = `/proc/${holder.pid}/root${folder}`;
  const ballast = join(reachedFolder, 'ballast');
  return {
    folder: reachedFolder,
    command(uid, program, args) {
      const ids = ['--setuid', `${uid}`, '--setgid', `${uid}`];
      return ['nsenter', ['--target', `${holder.pid}`, '--mount', ...ids, program, ...args]];
    },
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(64 * 1024));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close: () => void holder.stdin.end(),
  };
}
