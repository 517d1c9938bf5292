import { existsSync } from 'node:fs';
import { compare as compareContracts } from './compare.js';
import type { SpecDocument } from './document.js';
import { Repository } from './git/repository.js';
import { SpecProblem } from './problem.js';
import type { Change, Report } from './report/report.js';
import { readRevision } from './sources.js';

/** What one commit did to a contract. */
export interface Step {
  /** The commits of both versions. */
  before: string;
  after: string;
  /** The report is undefined if the versions could not be compared. */
  report?: Report;
  /** What is said without a name for what it is about. */
  nameless: string[];
  /** The processor time for reading and comparing both, in milliseconds. */
  cpuMs: number;
  /** Why no comparison could be made. */
  problem?: string;
}

export interface HistoryOptions {
  /** Where the repository is; here unless it is said. */
  folder?: string;
  /** How many versions are looked at; all unless it is said. */
  most?: number;
  /** How two versions are compared; without the levels and the audience of a team unless it is said. */
  compare?: (before: SpecDocument, after: SpecDocument) => Report;
}

/** Two versions of a contract that follow each other. */
export interface Pair {
  before: SpecDocument;
  after: SpecDocument;
  /** The day of the later commit. */
  date: string;
}

/**
 * Compares each version of a contract in the history of a Git repository with the one before, the latest first. A version is
 * a commit that changes one of the files of which the contract consists today.
 */
export async function* history(
  file: string,
  { folder = '.', most = Number.POSITIVE_INFINITY, compare = compareContracts }: HistoryOptions = {},
): AsyncGenerator<Step> {
  const repository = repositoryOf(folder);
  try {
    for await (const commits of commitPairs(file, repository, most))
      yield await stepOf(file, commits, repository, compare);
  } finally {
    repository.close();
  }
}

/** The same versions, for whoever compares them; those that cannot be read are passed over, unless none can. */
export async function* pairsIn(
  file: string,
  { folder = '.', most = Number.POSITIVE_INFINITY }: HistoryOptions = {},
): AsyncGenerator<Pair> {
  const repository = repositoryOf(folder);
  let known: { commit: string; document: SpecDocument | undefined } | undefined;
  let isCompared = false;
  const problems: SpecProblem[] = [];
  const readIfPossible = async (commit: string): Promise<SpecDocument | undefined> => {
    try {
      return await readRevision(commit, file, repository);
    } catch (cause) {
      if (!(cause instanceof SpecProblem)) throw cause;
      problems.push(cause);
      return undefined;
    }
  };
  try {
    for await (const { before, after } of commitPairs(file, repository, most)) {
      const later = known?.commit === after ? known.document : await readIfPossible(after);
      const earlier = await readIfPossible(before);
      known = { commit: before, document: earlier };
      const date = repository.run(['log', '-1', '--format=%cs', after]).output.trim();
      if (!earlier || !later) continue;
      isCompared = true;
      yield { before: earlier, after: later, date };
    }
  } finally {
    repository.close();
  }
  const [problem] = problems;
  if (problem && !isCompared) {
    throw new SpecProblem(`${file}: no two versions of it can be compared. ${problem.message}`, { cause: problem });
  }
}

function repositoryOf(folder: string): Repository {
  if (!existsSync(folder)) throw new SpecProblem(`${folder}: there is no such folder.`);
  const repository = Repository.around(folder);
  if (!repository) throw new SpecProblem(`${folder}: this is no git repository.`);
  return repository;
}

/** The commits of two versions that follow each other. */
interface Commits {
  before: string;
  after: string;
}

/** The commits that follow each other in the history of a contract, the latest first. */
async function* commitPairs(file: string, repository: Repository, most: number): AsyncGenerator<Commits> {
  const first = commitsTo([file], repository).at(-1);
  if (first === undefined) return;
  const all = commitsTo(await filesOf(file, repository), repository);
  const commits = all.slice(0, all.indexOf(first) + 1);
  for (const [index, after] of commits.slice(0, most).entries()) {
    const before = commits[index + 1];
    if (before === undefined) return;
    yield { before, after };
  }
}

/** The commits that changed one of these files, the latest first. */
function commitsTo(files: readonly string[], repository: Repository): string[] {
  return repository.list(['log', '--format=%H', '--no-renames', '--diff-filter=AM', '--', ...files]);
}

/** The files of a contract as it is today; of one that cannot be read, the first alone is known. */
async function filesOf(file: string, repository: Repository): Promise<readonly string[]> {
  try {
    return (await readRevision('HEAD', file, repository)).files;
  } catch (cause) {
    if (cause instanceof SpecProblem) return [file];
    throw cause;
  }
}

async function stepOf(
  file: string,
  { before, after }: Commits,
  repository: Repository,
  compare: NonNullable<HistoryOptions['compare']>,
): Promise<Step> {
  const start = process.cpuUsage();
  const commits = { before: before.slice(0, 9), after: after.slice(0, 9) };
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(start);
    return Math.round((user + system) / 1000);
  };
  try {
    const report = compare(await readRevision(before, file, repository), await readRevision(after, file, repository));
    const nameless = report.changes.filter(isNameless).map(({ message }) => message);
    return { ...commits, report, nameless, cpuMs: cpuMs() };
  } catch (error) {
    if (!(error instanceof SpecProblem)) throw error;
    return { ...commits, nameless: [], cpuMs: cpuMs(), problem: error.message };
  }
}

/** A name stands between backticks, or is that of the operations. */
function isNameless({ message, operations }: Change): boolean {
  return operations.length === 0 && !message.includes('`');
}
