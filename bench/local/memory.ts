import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system says what memory each process has for itself. */
export const isMemoryKnown = existsSync('/proc/self/smaps_rollup');

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** The process that has started this one; NaN if it has ended. */
export function parentOf(pid: number | string): number {
  return Number(/\) \S (\d+)/.exec(contentOf(pid, 'stat'))?.[1]);
}

/** A process and those that it started. */
export function familyOf(root: number): readonly Process[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name): Process => ({ pid: Number(name), parent: parentOf(name) }));
  const family = new Set([root]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return processes.filter(({ pid }) => family.has(pid));
}

/** Bytes of a process and of those that it started; what several share is counted once. */
export function memoryOf(root: number): number {
  const kilobytes = familyOf(root).map(({ pid }) =>
    Number(/^Pss:\s*(\d+)/m.exec(contentOf(pid, 'smaps_rollup'))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) * 1024;
}

/**
 * Browsers among the processes that a process started. The processes of a browser name their type. The script that starts the
 * browser of Debian has the same arguments as the browser, and stays as its parent.
 */
export function browsersOf(root: number): number {
  const main = familyOf(root).filter(({ pid }) => isMainProcess(contentOf(pid, 'cmdline')));
  const pids = new Set(main.map(({ pid }) => pid));
  return main.filter(({ parent }) => !pids.has(parent)).length;
}

function isMainProcess(command: string): boolean {
  return command.includes('--proxy-server=') && !/[\0 ]--type=/.test(command);
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** Returns an empty text for a process that has ended in the meantime. */
function contentOf(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
