import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Megabytes of resident memory of a program and its child processes. */
export function residentMegabytes(pid: number): number {
  const processes = existsSync(`/proc/${pid}/task`) ? tree(pid) : treeByPs(pid);
  return processes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_000;
}

/** Megabytes that the child processes of a program share with no other process; zero where the system is not Linux. */
export function privateMegabytesOfChildren(pid: number): number {
  return megabytesOfChildren(pid, ['RssAnon']);
}

/**
 * Megabytes that the child processes of a program have filled themselves; zero where the system is not Linux. The file of
 * their program does not count, which each process of a browser would count again.
 */
export function filledMegabytesOfChildren(pid: number): number {
  return megabytesOfChildren(pid, ['RssAnon', 'RssShmem']);
}

function megabytesOfChildren(pid: number, kinds: readonly string[]): number {
  const [, ...children] = tree(pid, kinds);
  return children.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_000;
}

function tree(pid: number, kinds: readonly string[] = ['VmRSS']): number[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const sizes = kinds.map((kind) => Number(new RegExp(`^${kind}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1.024);
    const own = sizes.reduce((sum, size) => sum + size, 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [own, ...children.flatMap((child) => tree(Number(child), kinds))];
  } catch {
    return []; // The process has ended meanwhile.
  }
}

/** Slower, for systems without `/proc`. */
function treeByPs(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const of = (parent: number): number[] =>
    all.flatMap(([id = 0, ppid, rss = 0]) => (ppid === parent ? [rss * 1.024, ...of(id)] : []));
  return [...all.flatMap(([id, , rss = 0]) => (id === pid ? [rss * 1.024] : [])), ...of(pid)];
}
