import { execFileSync } from 'node:child_process';
import { compare } from './compare.js';
import { SpecProblem } from './problem.js';
import type { Change, Verdict } from './report/report.js';
import { readRevision } from './sources.js';

/** What one commit did to a contract. */
export interface Step {
  /** The commits of both versions. */
  base: string;
  head: string;
  verdict: Verdict | 'refused';
  changes: number;
  breaking: number;
  /** Of reading and comparing both, in milliseconds of the processor. */
  cpuMs: number;
  /** What is said without a name for what it is about. */
  nameless: string[];
  /** Why no comparison could be made. */
  problem?: string;
}

/** Compares each version of a contract in the history of a Git repository with the one before, the latest first. */
export async function* history(
  file: string,
  { folder = '.', most = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<Step> {
  const options = ['log', '--format=%H', '--no-renames', '--diff-filter=AM', '--', file];
  const log = execFileSync('git', ['-C', folder, ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const commits = log.split('\n').filter(Boolean);
  for (const [index, head] of commits.slice(0, most).entries()) {
    const base = commits[index + 1];
    if (base === undefined) return;
    yield await step(file, base, head, folder);
  }
}

async function step(file: string, base: string, head: string, folder: string): Promise<Step> {
  const start = process.cpuUsage();
  const known = { base: base.slice(0, 9), head: head.slice(0, 9) };
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(start);
    return Math.round((user + system) / 1000);
  };
  try {
    const before = await readRevision(base, file, folder);
    const after = await readRevision(head, file, folder);
    const { verdict, changes } = compare(before, after);
    return {
      ...known,
      verdict,
      changes: changes.length,
      breaking: changes.filter(({ level }) => level === 'breaking').length,
      cpuMs: cpuMs(),
      nameless: changes.filter(isNameless).map(({ message }) => message),
    };
  } catch (error) {
    if (!(error instanceof SpecProblem)) throw error;
    return { ...known, ...nothing(cpuMs()), problem: error.message };
  }
}

function nothing(cpuMs: number): Omit<Step, 'base' | 'head'> {
  return { verdict: 'refused', changes: 0, breaking: 0, cpuMs, nameless: [] };
}

/** A name stands between backticks, or is that of the operations. */
function isNameless({ message, operations }: Change): boolean {
  return operations.length === 0 && !message.includes('`');
}
