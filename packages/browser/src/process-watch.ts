import { type ListProcesses, processLister } from './browser-processes.js';
import type { DevToolsSession } from './devtools-sessions.js';
import { createMemoryJudge, MEGABYTE, type MemoryJudge, type MemoryLimits, type MemoryTotal } from './memory-limits.js';

/** Watches the processes of a browser that this service has started, and ends those that take too much. */
export interface ProcessWatch {
  /** Why a page crashed just now, in a sentence. */
  crashReason(): string;
  /** Calls the listener whenever a page takes more than one may that is only kept for later; returns what ends that. */
  onLargePage(listener: () => void): () => void;
  /** Measures as long as somebody uses the browser. */
  start(): void;
  stop(): void;
  /** Stops for ever: the browser has ended. */
  end(): void;
  /** The memory of all processes now, in bytes; 0 where it cannot be measured. */
  memoryBytes(): number;
  /** Ends the process of the page that was busiest lately, when the browser has no time to say which page holds it. */
  endBusiest(): void;
}

/** A page can take about 200 MB in this time. */
const INTERVAL_MS = 100;

/** How long a crash may come after its cause. */
const CRASH_MS = 10_000;

/** A page that stays open after it was read may take this share of the memory of a page. */
const KEPT_SHARE = 1 / 4;

const CRASHED = 'The page crashed in the browser.';

/** The watch where processes cannot be measured: on other systems, and of a browser that somebody else has started. */
export const NO_WATCH: ProcessWatch = {
  crashReason: () => CRASHED,
  onLargePage: () => () => {},
  start() {},
  stop() {},
  end() {},
  memoryBytes: () => 0,
  endBusiest() {},
};

export async function watchProcesses(
  browser: DevToolsSession,
  limits: MemoryLimits,
  total: MemoryTotal,
): Promise<ProcessWatch> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const list = processLister(processInfo.find(({ type }) => type === 'browser')?.id ?? 0);
  if (!list) return NO_WATCH;
  return createProcessWatch(list, createMemoryJudge(limits, total), limits, (pid) => process.kill(pid, 'SIGKILL'));
}

function createProcessWatch(
  list: ListProcesses,
  judge: MemoryJudge,
  limits: MemoryLimits,
  kill: (pid: number) => void,
): ProcessWatch {
  const ended = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let lastEnd = { at: Number.NEGATIVE_INFINITY, why: CRASHED };
  const listeners = new Set<() => void>();

  function measure(): void {
    const processes = list().filter(({ pid }) => !ended.has(pid));
    const verdict = judge.judge(processes);
    if (verdict) end(verdict.pid, verdict.why);
    const isLarge = processes.some(({ isOfPage, bytes }) => isOfPage && bytes > limits.page * KEPT_SHARE * MEGABYTE);
    if (isLarge) for (const listener of [...listeners]) listener();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function end(pid: number, why: string): void {
    ended.add(pid);
    lastEnd = { at: performance.now(), why };
    try {
      kill(pid);
    } catch {
      // It has ended by itself.
    }
  }

  return {
    crashReason: () => (performance.now() - lastEnd.at < CRASH_MS ? lastEnd.why : CRASHED),
    onLargePage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      timer ??= setInterval(measure, INTERVAL_MS).unref();
    },
    stop,
    end() {
      stop();
      judge.judge([]);
    },
    memoryBytes: () => list().reduce((sum, { bytes }) => sum + bytes, 0),
    endBusiest() {
      const pid = judge.busiest(list().filter((each) => !ended.has(each.pid)));
      if (pid !== undefined) end(pid, 'The page kept the browser from all other work.');
    },
  };
}
