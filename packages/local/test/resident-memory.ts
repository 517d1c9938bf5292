import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Megabytes of memory that a program holds now, and the processes with it that it started. */
export function residentMegabytes(pid: number): number {
  const processes = existsSync(`/proc/${pid}/task`) ? family(pid) : familyByPs(pid);
  return processes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_000;
}

function family(pid: number): number[] {
  try {
    const own = Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1.024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [own, ...children.flatMap((child) => family(Number(child)))];
  } catch {
    return []; // It has ended meanwhile.
  }
}

/** Slower, where the system has no files for that. */
function familyByPs(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const of = (parent: number): number[] =>
    all.flatMap(([id = 0, ppid, rss = 0]) => (ppid === parent ? [rss * 1.024, ...of(id)] : []));
  return [...all.flatMap(([id, , rss = 0]) => (id === pid ? [rss * 1.024] : [])), ...of(pid)];
}
