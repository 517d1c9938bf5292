import { execFileSync } from 'node:child_process';
import { compare } from './compare.js';
import { parseSpec } from './document.js';
import { SpecProblem } from './problem.js';
import type { Change, Verdict } from './report/report.js';

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
export function* history(file: string, { folder = '.', most = Number.POSITIVE_INFINITY } = {}): Generator<Step> {
  const git = (...options: string[]) =>
    execFileSync('git', ['-C', folder, ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const commits = git('log', '--format=%H', '--no-renames', '--diff-filter=AM', '--', file).split('\n').filter(Boolean);
  for (const [index, head] of commits.slice(0, most).entries()) {
    const base = commits[index + 1];
    if (base === undefined) return;
    yield step(file, base, head, (revision) => git('show', `${revision}:${file}`));
  }
}

function step(file: string, base: string, head: string, read: (revision: string) => string): Step {
  const texts = [read(base), read(head)] as const;
  const start = process.cpuUsage();
  const known = { base: base.slice(0, 9), head: head.slice(0, 9) };
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(start);
    return Math.round((user + system) / 1000);
  };
  try {
    const { verdict, changes } = compare(parseSpec(texts[0], file), parseSpec(texts[1], file));
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
