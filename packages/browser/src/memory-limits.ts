import { totalmem } from 'node:os';
import type { BrowserProcess } from './browser-processes.js';

/** The memory that pages may take, in megabytes. */
export interface MemoryLimits {
  readonly page: number;
  /** All browsers of the service, with all pages. */
  readonly browser: number;
}

/** What a browser takes, in bytes. */
interface BrowserLoad {
  readonly all: number;
  readonly largestPage: number;
}

/** What all browsers of the service take. */
export class MemoryTotal {
  readonly #loads = new Map<object, BrowserLoad>();

  /** Notes what a browser takes; undefined when it has ended. */
  note(browser: object, load: BrowserLoad | undefined): void {
    if (load) this.#loads.set(browser, load);
    else this.#loads.delete(browser);
  }

  /** What the other browsers take together, and the largest page of them. */
  besides(browser: object): BrowserLoad {
    let all = 0;
    let largestPage = 0;
    for (const [other, load] of this.#loads) {
      if (other === browser) continue;
      all += load.all;
      largestPage = Math.max(largestPage, load.largestPage);
    }
    return { all, largestPage };
  }
}

/** Half of the memory that this machine or container has. */
export function defaultBrowserMemory(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.floor(bytes / MEGABYTE / 2);
}

export const MEGABYTE = 1024 * 1024;

/** A process that has to end, and why, in a sentence for the caller whose page it is. */
export interface Verdict {
  readonly pid: number;
  readonly why: string;
}

export interface MemoryJudge {
  /** Compares the processes with the limits. Measure often: what a page takes between two measurements is not limited. */
  judge(processes: readonly BrowserProcess[]): Verdict | undefined;
  /** The process of a page that was busiest lately. */
  busiest(processes: readonly BrowserProcess[]): number | undefined;
}

interface Record {
  cpuTicks: number;
  /** The ticks of the recent past. The older they are, the less they count. */
  recentTicks: number;
  /** The memory that the shared processes took while this page kept them busy. */
  causedBytes: number;
}

/** How much of the recent time still counts at the next measurement. */
const DECAY = 0.98;

/**
 * A page takes memory in its own process. What it stores and sends (blobs, caches, uploads) also takes memory in the
 * processes that work for all pages, and the browser does not tell for which page. So the growth of these processes is
 * attributed to the pages that were busy meanwhile.
 */
export function createMemoryJudge(limits: MemoryLimits, total: MemoryTotal = new MemoryTotal()): MemoryJudge {
  const self = {};
  let records = new Map<number, Record>();
  let sharedBytes: number | undefined;

  function follow(processes: readonly BrowserProcess[]): void {
    const pages = processes.filter(({ isOfPage }) => isOfPage);
    const now = sum(processes.filter(({ isOfPage }) => !isOfPage).map(({ bytes }) => bytes));
    const growth = now - (sharedBytes ?? now);
    sharedBytes = now;
    const ticks = new Map(pages.map(({ pid, cpuTicks }) => [pid, cpuTicks - (records.get(pid)?.cpuTicks ?? 0)]));
    const allTicks = sum([...ticks.values()]);
    const caused = sum([...records.values()].map(({ causedBytes }) => causedBytes));
    const next = new Map<number, Record>();
    for (const { pid, cpuTicks } of pages) {
      const before = records.get(pid);
      const own = ticks.get(pid) ?? 0;
      const causedBefore = before?.causedBytes ?? 0;
      // When memory is freed, each page is credited with a share in proportion to what was attributed to it.
      const share = growth > 0 ? (allTicks > 0 ? own / allTicks : 0) : caused > 0 ? causedBefore / caused : 0;
      next.set(pid, {
        cpuTicks,
        recentTicks: (before?.recentTicks ?? 0) * DECAY + own,
        causedBytes: Math.max(0, causedBefore + growth * share),
      });
    }
    records = next;
  }

  return {
    judge(processes) {
      follow(processes);
      const pages = processes
        .filter(({ isOfPage }) => isOfPage)
        .map(({ pid, bytes }) => ({ pid, bytes: bytes + (records.get(pid)?.causedBytes ?? 0) }));
      const largest = pages.reduce<(typeof pages)[number] | undefined>(
        (most, page) => (most && most.bytes >= page.bytes ? most : page),
        undefined,
      );
      const all = sum(processes.map(({ bytes }) => bytes));
      total.note(self, all > 0 ? { all, largestPage: largest?.bytes ?? 0 } : undefined);
      if (!largest) return undefined;
      if (largest.bytes > limits.page * MEGABYTE) return { pid: largest.pid, why: tooMuch(limits.page) };
      const others = total.besides(self);
      const isTooMuch = all + others.all > limits.browser * MEGABYTE && largest.bytes >= others.largestPage;
      return isTooMuch ? { pid: largest.pid, why: tooMuchTogether(limits.browser) } : undefined;
    },
    busiest(processes) {
      const pages = processes.filter(({ isOfPage }) => isOfPage).map(({ pid }) => pid);
      const recent = (pid: number) => records.get(pid)?.recentTicks ?? 0;
      return pages.sort((one, other) => recent(other) - recent(one))[0];
    },
  };
}

function tooMuch(megabytes: number): string {
  return `The page took more than the ${megabytes} MB of memory that a page may take (\`pageMemory\`).`;
}

function tooMuchTogether(megabytes: number): string {
  return `The pages of all callers took more than the ${megabytes} MB of memory that they may take (\`browserMemory\`), and this one took most.`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
