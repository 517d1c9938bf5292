import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, posix, resolve, sep } from 'node:path';
import { loadSpec, type SpecDocument } from './document.js';
import { GitFiles } from './git/git-files.js';
import { Repository } from './git/repository.js';
import { SpecProblem } from './problem.js';
import { filesAround, pathInRepository, refuseLinkOut } from './work-tree.js';

export interface Sources {
  /** The path of the contract that a revision alone stands for. */
  contract: string;
  /** The folder in which files and revisions are looked for. */
  folder?: string;
  /** The folder of a repository whose revisions alone are looked for: a file of its tree could have the name of one. */
  repository?: string;
  /** Whether a contract may be read from an address: the only use of the network. */
  urls?: boolean;
}

/** A file of a revision or of the working tree that there is not. */
export class MissingContract extends SpecProblem {}

/** What a name stands for: a path from the root of the repository, of a revision if it is not the working tree. */
export interface NamedPlace {
  revision: string | undefined;
  path: string;
}

/** The place that a name stands for, whether or not there is a file. */
export function placeNamed(name: string, { contract, folder = '.', repository }: Sources): NamedPlace {
  const [revision = '', file = contract] = name.split(/:(.*)/s, 2);
  const isFile = repository === undefined && (existsSync(join(folder, name)) || isPattern(revision));
  if (!isFile && hasRevision(repository ?? folder, revision)) return { revision, path: posix.normalize(file) };
  return { revision: undefined, path: pathInRepository(resolve(folder, name)) };
}

function hasRevision(folder: string, revision: string): boolean {
  const repository = Repository.around(folder);
  try {
    return repository?.hasCommit(revision) ?? false;
  } finally {
    repository?.close();
  }
}

/**
 * Reads a contract: a file, or a contract of a git revision (`main`, `v1.2.0`, `HEAD~3`, `main:some/other.yaml`). What it
 * refers to is read from the same repository, and from nowhere else.
 */
export async function readSpec(name: string, sources: Sources): Promise<SpecDocument> {
  const { contract, folder = '.', urls = false } = sources;
  if (/^https?:\/\//i.test(name)) {
    if (!urls) throw new SpecProblem(`${name}: an address is read only where the option --urls allows it.`);
    const { readUrl } = await import('./url-source.js');
    return readUrl(name);
  }
  const path = isAbsolute(name) ? name : join(folder, name);
  if (sources.repository === undefined && existsSync(path)) return readFile(name, path);
  const isOfFiles = sources.repository === undefined && isPattern(name.replace(/:.*/s, ''));
  if (isOfFiles) return readFiles(filesIn(folder, name), name, sources);
  const repository = Repository.around(sources.repository ?? folder);
  try {
    const [revision = '', file = contract] = name.split(/:(.*)/s, 2);
    if (!repository?.hasCommit(revision)) throw new MissingContract(`${name}: ${missingRevision(repository, sources)}`);
    if (isPattern(file)) return await readFiles(filesAt(repository, revision, file), name, sources);
    return await readRevision(revision, file, repository);
  } finally {
    repository?.close();
  }
}

function missingRevision(repository: Repository | undefined, sources: Sources): string {
  if (sources.repository === undefined) {
    return `there is no such file, and no such git revision.${repository?.isShallow ? ` ${SHALLOW}` : ''}`;
  }
  if (!repository) return `${sources.repository} is no git repository.`;
  return `there is no such git revision.${repository.isShallow ? ` ${SHALLOW}` : ''}`;
}

/** What a file holds that a revision may have. */
export async function readFileAt(folder: string, revision: string, file: string): Promise<string | undefined> {
  const repository = Repository.around(folder);
  const files = repository?.hasCommit(revision) ? new GitFiles(repository) : undefined;
  try {
    return await files?.read(revision, file);
  } finally {
    files?.close();
    repository?.close();
  }
}

async function readFiles(names: readonly string[], pattern: string, sources: Sources): Promise<SpecDocument> {
  if (names.length === 0) throw new MissingContract(`${pattern}: no file fits this pattern.`);
  const documents: SpecDocument[] = [];
  for (const name of names) documents.push(await readSpec(name, sources));
  const { composed } = await import('./composition.js');
  return composed(documents, pattern);
}

/** Whether a name stands for the files that fit it, as `api/*.yaml` does. */
function isPattern(name: string): boolean {
  return name.includes('*');
}

/** `*` stands for any part of a name, `**` for any folders as well. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.replace(/^\.\//, '').split(/(\*\*\/?|\*)/);
  const source = parts.map((part) => {
    if (part.startsWith('**')) return '(?:.*/)?';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
}

function filesIn(folder: string, pattern: string): string[] {
  const expression = expressionOf(pattern);
  const start = posix.dirname(pattern.slice(0, pattern.indexOf('*') + 1));
  const names = readdirSync(join(folder, start), { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => posix.join(start, name.split(sep).join('/')))
    .filter((name) => expression.test(name))
    .sort();
}

/** The files of a revision that fit a pattern, each with the name of the revision. */
function filesAt(repository: Repository, revision: string, pattern: string): string[] {
  const expression = expressionOf(pattern);
  return repository
    .list(['ls-tree', '-r', '-z', '--name-only', '--full-tree', revision])
    .filter((name) => expression.test(name))
    .map((name) => `${revision}:${name}`);
}

/**
 * Reads the contract of a revision that there is.
 *
 * @param files - Reads the files of several revisions, and is closed by whoever made it.
 */
export async function readRevision(
  revision: string,
  file: string,
  repository: Repository,
  files?: GitFiles,
): Promise<SpecDocument> {
  const own = files ?? new GitFiles(repository);
  try {
    const read = (path: string) => own.read(revision, path);
    const text = await read(posix.normalize(file));
    if (text === undefined) throw new MissingContract(`${revision}:${file}: ${missingFile(repository)}`);
    return await loadSpec(text, `${file} at ${revision}`, { file, revision, files: () => ({ entry: file, read }) });
  } finally {
    if (own !== files) own.close();
  }
}

function missingFile({ isPartial }: Repository): string {
  return isPartial
    ? 'the revision has no such file, or this partial clone has not fetched it, and nothing is fetched here: clone without `--filter`.'
    : 'the revision has no such file; name the contract by its path from the root of the repository.';
}

async function readFile(name: string, path: string): Promise<SpecDocument> {
  if (statSync(path).isDirectory()) throw new SpecProblem(`${name}: this is a folder; name the file in it.`);
  try {
    refuseLinkOut(path);
    return await loadSpec(readFileSync(path, 'utf8'), name, { files: () => filesAround(path) });
  } catch (cause) {
    if (cause instanceof SpecProblem) throw cause;
    throw new SpecProblem(`${name}: cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/** Where the present branch left the default branch: what a pull request is compared with. */
export function mergeBase(folder = '.'): string {
  const repository = Repository.around(folder);
  if (!repository) throw new SpecProblem('There is no git repository here: name the two contracts to compare.');
  try {
    return forkPoint(repository);
  } finally {
    repository.close();
  }
}

function forkPoint(repository: Repository): string {
  const hint = () => (repository.isShallow ? SHALLOW : 'Name the revision to compare with.');
  const branches = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];
  const branch = branches.find((each) => repository.hasCommit(each));
  if (!branch) throw new SpecProblem(`There is no default branch here (${branches.join(', ')}). ${hint()}`);
  const { output, failed } = repository.run(['merge-base', branch, 'HEAD']);
  if (failed) {
    throw new SpecProblem(`The history here does not reach back to where this branch left ${branch}. ${hint()}`);
  }
  return output.trim();
}

const SHALLOW =
  'This is a shallow clone: fetch the history (`git fetch --unshallow`, or `fetch-depth: 0` of actions/checkout).';
