import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { type Files, loadSpec, type SpecDocument } from './document.js';
import { GitFiles } from './git-files.js';
import { SpecProblem } from './problem.js';

interface Sources {
  /** The path of the contract that a revision alone stands for. */
  contract: string;
  /** The folder in which files and revisions are looked for. */
  folder?: string;
  /** Whether a contract may be read from an address: the only use of the network. */
  urls?: boolean;
}

/**
 * Reads a contract: a file, or a contract of a git revision (`main`, `v1.2.0`, `HEAD~3`, `main:some/other.yaml`). What it
 * refers to is read from the same repository, and from nowhere else.
 */
export async function readSpec(name: string, { contract, folder = '.', urls = false }: Sources): Promise<SpecDocument> {
  if (/^https?:\/\//i.test(name)) {
    if (!urls) throw new SpecProblem(`${name}: an address is read only where the option --urls allows it.`);
    const { readUrl } = await import('./url-source.js');
    return readUrl(name);
  }
  const path = name.startsWith('/') ? name : `${folder}/${name}`;
  if (existsSync(path)) return readFile(name, path);
  const [revision = '', file = contract] = name.split(/:(.*)/, 2);
  if (isPattern(name)) {
    const isOfFiles = isPattern(revision);
    const names = isOfFiles ? filesIn(folder, name) : filesAt(folder, revision, file);
    const documents: SpecDocument[] = [];
    for (const each of names) {
      const other = isOfFiles ? each : `${revision}:${each}`;
      documents.push(await readSpec(other, { contract, folder }));
    }
    const { composed } = await import('./composition.js');
    return composed(documents, name);
  }
  const isRevision = git(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  if (isRevision.failed) {
    const shallow = isShallow(folder) ? ` ${SHALLOW}` : '';
    throw new SpecProblem(`${name}: there is no such file, and no such git revision.${shallow}`);
  }
  return readRevision(revision, file, folder);
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

function filesAt(folder: string, revision: string, pattern: string): string[] {
  const expression = expressionOf(pattern);
  const { output } = git(folder, 'ls-tree', '-r', '--name-only', '--full-tree', revision);
  return output.split('\n').filter((name) => expression.test(name));
}

/** Reads the contract of a revision that there is. */
export async function readRevision(revision: string, file: string, folder: string): Promise<SpecDocument> {
  const files = new GitFiles(folder, revision);
  try {
    const text = await files.read(file);
    if (text === undefined)
      throw new SpecProblem(
        `${revision}:${file}: the revision has no such file; name the contract by its path from the root of the repository.`,
      );
    const read = (other: string) => files.read(other);
    return await loadSpec(text, `${file} at ${revision}`, { file, revision, files: () => ({ entry: file, read }) });
  } finally {
    files.close();
  }
}

async function readFile(name: string, path: string): Promise<SpecDocument> {
  if (statSync(path).isDirectory()) throw new SpecProblem(`${name}: this is a folder; name the file in it.`);
  try {
    return await loadSpec(readFileSync(path, 'utf8'), name, { files: () => filesAround(path) });
  } catch (cause) {
    if (cause instanceof SpecProblem) throw cause;
    throw new SpecProblem(`${name}: cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/** The files of the repository in which a file is, or of its folder where there is no repository. */
function filesAround(path: string): Files {
  const file = realpathSync(path);
  const { output, failed } = git(dirname(file), 'rev-parse', '--show-toplevel');
  const root = failed ? dirname(file) : realpathSync(output.trim());
  return { entry: relative(root, file).split(sep).join('/'), read: async (other) => readInside(root, other) };
}

/** What a file of a folder holds; undefined of what is not there, or is only linked to from there. */
function readInside(root: string, path: string): string | undefined {
  try {
    const file = realpathSync.native(join(root, path));
    return file.startsWith(`${root}${sep}`) ? readFileSync(file, 'utf8') : undefined;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw cause;
  }
}

/** Where the present branch left the default branch: what a pull request is compared with. */
export function mergeBase(folder = '.'): string {
  if (git(folder, 'rev-parse', '--git-dir').failed) {
    throw new SpecProblem('There is no git repository here: name the two contracts to compare.');
  }
  const branches = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];
  const branch = branches.find((each) => !git(folder, 'rev-parse', '--verify', '--quiet', `${each}^{commit}`).failed);
  if (!branch) {
    const reason = isShallow(folder) ? SHALLOW : 'Name the revision to compare with.';
    throw new SpecProblem(`There is no default branch here (${branches.join(', ')}). ${reason}`);
  }
  const { output, failed } = git(folder, 'merge-base', branch, 'HEAD');
  if (failed) {
    const reason = isShallow(folder) ? SHALLOW : 'Name the revision to compare with.';
    throw new SpecProblem(`The history here does not reach back to where this branch left ${branch}. ${reason}`);
  }
  return output.trim();
}

const SHALLOW =
  'This is a shallow clone: fetch the history (`git fetch --unshallow`, or `fetch-depth: 0` of actions/checkout).';

function isShallow(folder: string): boolean {
  return git(folder, 'rev-parse', '--is-shallow-repository').output.trim() === 'true';
}

/** Runs git in a folder; what it says on the standard error is of no use to anybody. */
export function git(folder: string, ...options: string[]): { output: string; failed: boolean } {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const output = execFileSync('git', options, { cwd: folder, stdio, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return { output, failed: false };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new SpecProblem('git is not installed: name two files to compare.', { cause });
    }
    return { output: '', failed: true };
  }
}
