import { existsSync } from 'node:fs';
import { compare as compareContracts } from './compare.js';
import type { SpecDocument } from './document.js';
import { GitFiles } from './git/git-files.js';
import { earlierPath } from './git/renames.js';
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
  /** The processor time for reading and comparing them, in milliseconds. Each version is read once. */
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
 * a commit that changes one of the files of which the contract consists today. A contract that was moved is followed.
 */
export async function* history(
  file: string,
  { folder = '.', most = Number.POSITIVE_INFINITY, compare = compareContracts }: HistoryOptions = {},
): AsyncGenerator<Step> {
  const repository = repositoryOf(folder);
  const reader = new VersionReader(repository);
  try {
    for await (const versions of versionPairs(file, reader, most)) yield await stepOf(versions, reader, compare);
  } finally {
    reader.close();
    repository.close();
  }
}

/** The same versions, for whoever compares them; those that cannot be read are passed over, unless none can. */
export async function* pairsIn(
  file: string,
  { folder = '.', most = Number.POSITIVE_INFINITY }: HistoryOptions = {},
): AsyncGenerator<Pair> {
  const repository = repositoryOf(folder);
  const reader = new VersionReader(repository);
  let isCompared = false;
  const problems: SpecProblem[] = [];
  const readIfPossible = async (version: Version): Promise<SpecDocument | undefined> => {
    try {
      return await reader.read(version);
    } catch (cause) {
      if (!(cause instanceof SpecProblem)) throw cause;
      problems.push(cause);
      return undefined;
    }
  };
  try {
    for await (const { before, after } of versionPairs(file, reader, most)) {
      const later = await readIfPossible(after);
      const earlier = await readIfPossible(before);
      if (!earlier || !later) continue;
      isCompared = true;
      yield { before: earlier, after: later, date: after.date };
    }
  } finally {
    reader.close();
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

/** A commit that changed a contract, and the path that the contract had then. */
interface Version {
  commit: string;
  path: string;
  /** The day of the commit. */
  date: string;
}

/** Reads versions, all of them from one process of git, and none twice that is asked for again soon. */
class VersionReader {
  readonly repository: Repository;
  readonly #files: GitFiles;
  /** The two versions that were read last. */
  #recent: { version: Version; document: Promise<SpecDocument> }[] = [];

  constructor(repository: Repository) {
    this.repository = repository;
    this.#files = new GitFiles(repository);
  }

  read(version: Version): Promise<SpecDocument> {
    const known = this.#recent.find((each) => each.version.commit === version.commit);
    if (known) return known.document;
    const document = readRevision(version.commit, version.path, this.repository, this.#files);
    this.#recent = [...this.#recent.slice(-1), { version, document }];
    return document;
  }

  close(): void {
    this.#files.close();
  }
}

/** Two versions that follow each other. */
interface Versions {
  before: Version;
  after: Version;
}

/** The versions that follow each other in the history of a contract, the latest first. */
async function* versionPairs(file: string, reader: VersionReader, most: number): AsyncGenerator<Versions> {
  let after: Version | undefined;
  let count = 0;
  for await (const before of versionsOf({ commit: 'HEAD', path: file, date: '' }, reader)) {
    if (after) {
      yield { before, after };
      if (++count >= most) return;
    }
    after = before;
  }
}

/** The versions that led to one, the latest first: those under its name, then those under the one that it had before. */
async function* versionsOf(latest: Version, reader: VersionReader): AsyncGenerator<Version> {
  const { path } = latest;
  const { repository } = reader;
  const first = commitsTo([path], latest, repository).at(-1);
  if (first === undefined) return;
  const all = commitsTo(await filesOf(latest, reader), latest, repository);
  const last = all.findIndex(({ commit }) => commit === first.commit);
  for (const { commit, date } of all.slice(0, last + 1)) yield { commit, path, date };
  const parent = `${first.commit}^`;
  const former = repository.hasCommit(parent) ? earlierPath(repository, parent, first.commit, path) : undefined;
  if (former !== undefined) yield* versionsOf({ commit: parent, path: former, date: '' }, reader);
}

/** The commits up to a version that changed one of these files, the latest first. */
function commitsTo(
  files: readonly string[],
  { commit }: Version,
  repository: Repository,
): { commit: string; date: string }[] {
  const lines = repository.list(['log', '--format=%H %cs', '--no-renames', '--diff-filter=AM', commit, '--', ...files]);
  return lines.map((line) => {
    const [hash = '', date = ''] = line.split(' ');
    return { commit: hash, date };
  });
}

/** The files of a contract as it is in a version; of one that cannot be read, the first alone is known. */
async function filesOf(version: Version, reader: VersionReader): Promise<readonly string[]> {
  try {
    return (await reader.read(version)).files;
  } catch (cause) {
    if (cause instanceof SpecProblem) return [version.path];
    throw cause;
  }
}

async function stepOf(
  { before, after }: Versions,
  reader: VersionReader,
  compare: NonNullable<HistoryOptions['compare']>,
): Promise<Step> {
  const start = process.cpuUsage();
  const commits = { before: before.commit.slice(0, 9), after: after.commit.slice(0, 9) };
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(start);
    return Math.round((user + system) / 1000);
  };
  try {
    const later = await reader.read(after);
    const report = compare(await reader.read(before), later);
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
