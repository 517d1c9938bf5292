import { existsSync } from 'node:fs';
import { compare } from './compare.js';
import { SpecProblem } from './problem.js';
import type { Change, Verdict } from './report/report.js';
import { git, readRevision } from './sources.js';

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

/**
 * Compares each version of a contract in the history of a Git repository with the one before, the latest first. A version is
 * a commit that changes one of the files of which the contract consists today.
 */
export async function* history(
  file: string,
  { folder = '.', most = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<Step> {
  if (!existsSync(folder)) throw new SpecProblem(`${folder}: there is no such folder.`);
  if (git(folder, 'rev-parse', '--git-dir').failed) throw new SpecProblem(`${folder}: this is no git repository.`);
  const first = commitsTo([file], folder).at(-1);
  if (first === undefined) return;
  const all = commitsTo(await filesOf(file, folder), folder);
  const commits = all.slice(0, all.indexOf(first) + 1);
  for (const [index, head] of commits.slice(0, most).entries()) {
    const base = commits[index + 1];
    if (base === undefined) return;
    yield await step(file, base, head, folder);
  }
}

/** The commits that changed one of these files, the latest first. */
function commitsTo(files: readonly string[], folder: string): string[] {
  const { output } = git(folder, 'log', '--format=%H', '--no-renames', '--diff-filter=AM', '--', ...files);
  return output.split('\n').filter(Boolean);
}

/** The files of a contract as it is today; of one that cannot be read, the first alone is known. */
async function filesOf(file: string, folder: string): Promise<readonly string[]> {
  try {
    return (await readRevision('HEAD', file, folder)).files;
  } catch (cause) {
    if (cause instanceof SpecProblem) return [file];
    throw cause;
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
