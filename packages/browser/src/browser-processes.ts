import { readdirSync, readFileSync } from 'node:fs';

/** A process of a browser that runs. */
export interface BrowserProcess {
  readonly pid: number;
  /** Whether it runs the scripts of pages. The others work for all pages. */
  readonly isOfPage: boolean;
  /** Memory that no other process shares with it by its program, in bytes. */
  readonly bytes: number;
  /** Processor time since its start, in ticks of the system. */
  readonly cpuTicks: number;
}

/** Lists the processes of the browser, which is the first of them; an empty list when it has ended. */
export type ListProcesses = () => readonly BrowserProcess[];

/** Reads the processes of a browser from `/proc`; undefined for a system without it. */
export function processLister(
  browserPid: number,
  platform: NodeJS.Platform = process.platform,
): ListProcesses | undefined {
  if (platform !== 'linux') return undefined;
  const types = new Map<number, string>();

  function typeOf(pid: number): string {
    const known = types.get(pid);
    if (known !== undefined) return known;
    const [, type = 'browser'] = /[\0 ]--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
    // A process that was just forked still has the name of the one that forks all others.
    if (type !== FORKER) types.set(pid, type);
    return type;
  }

  function list(pid: number): BrowserProcess[] {
    try {
      const type = typeOf(pid);
      const isParent = pid === browserPid || type === FORKER;
      return [read(pid, type === 'renderer'), ...(isParent ? childrenOf(pid).flatMap(list) : [])];
    } catch {
      // The process has ended meanwhile.
      types.delete(pid);
      return [];
    }
  }

  return () => list(browserPid);
}

/** The processes that fork those of pages. */
const FORKER = 'zygote';

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function read(pid: number, isOfPage: boolean): BrowserProcess {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const shared = isOfPage ? kilobytes('RssShmem') : 0;
  // The name of the program stands in parentheses, and may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return {
    pid,
    isOfPage,
    bytes: (kilobytes('RssAnon') + kilobytes('VmSwap') + shared) * 1024,
    cpuTicks: Number(fields[11]) + Number(fields[12]),
  };
}
