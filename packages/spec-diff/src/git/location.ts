import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where a repository is. */
export interface RepositoryLocation {
  /** Its working tree; a bare repository has none. */
  readonly workTree: string | undefined;
  /** The directory of this working tree, in which its `HEAD` is. */
  readonly gitDirectory: string;
  /** The directory that all working trees of the repository share. */
  readonly commonDirectory: string;
}

/**
 * Finds the repository around a folder: the nearest `.git` above it. Git itself would take the folder for a bare repository
 * if its files look like one, and such files can be committed; no `.git` can be. A bare repository is taken where there is no
 * working tree around it.
 */
export function locateRepository(folder: string): RepositoryLocation | undefined {
  return workTreeAbove(resolve(folder)) ?? workTreeAbove(realFolder(folder)) ?? bareRepository(folder);
}

function realFolder(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : resolve(folder);
}

function workTreeAbove(folder: string): RepositoryLocation | undefined {
  for (let each = folder; ; each = dirname(each)) {
    const gitDirectory = gitDirectoryOf(each);
    if (gitDirectory) return locationOf(gitDirectory, realpathSync(each));
    if (each === dirname(each)) return undefined;
  }
}

/** `.git` is a directory or, in a submodule and in a further working tree, a file that names one. */
function gitDirectoryOf(folder: string): string | undefined {
  const entry = join(folder, '.git');
  const isFile = statSync(entry, { throwIfNoEntry: false })?.isFile();
  const [, named] = isFile ? (/^gitdir: (.+)\n?$/.exec(readFileSync(entry, 'utf8')) ?? []) : [];
  const directory = named === undefined ? entry : resolve(folder, named);
  return existsSync(join(directory, 'HEAD')) ? directory : undefined;
}

function bareRepository(folder: string): RepositoryLocation | undefined {
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
  return isBare ? locationOf(resolve(folder), undefined) : undefined;
}

function locationOf(gitDirectory: string, workTree: string | undefined): RepositoryLocation {
  const link = join(gitDirectory, 'commondir');
  const commonDirectory = existsSync(link) ? resolve(gitDirectory, readFileSync(link, 'utf8').trimEnd()) : gitDirectory;
  return { workTree, gitDirectory, commonDirectory };
}
