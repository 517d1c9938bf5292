import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Bytes of memory that a process and the one below it take; 0 if it has ended, or where the machine does not say (Windows). */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  try {
    if (process.platform === 'linux') return await fromProc(pid);
    if (process.platform === 'win32') return 0;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    return 0;
  }
}

const KILOBYTES = /^VmRSS:\s+(\d+) kB$/m;

async function fromProc(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const own = Number(KILOBYTES.exec(status)?.[1] ?? 0) * 1024;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const [child] = children.split(' ').filter(Boolean);
  return child === undefined ? own : own + (await fromProc(Number(child)));
}
